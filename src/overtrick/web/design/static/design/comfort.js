// Comfort only: every page works without it.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-open-all]");
  if (!button) return;
  const parts = document.querySelectorAll(button.dataset.openAll + " details");
  const open = [...parts].some((part) => !part.open);
  parts.forEach((part) => { part.open = open; });
});
document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("[data-open-all]").forEach((button) => { button.hidden = false; });
});
// A working that is open closes when its Why? is pressed again.
document.addEventListener("htmx:beforeRequest", (event) => {
  const opened = event.detail.target;
  if (!opened.matches(".why-row td") || !opened.hasChildNodes()) return;
  event.preventDefault();
  opened.replaceChildren();
});
