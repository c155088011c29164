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
// Whoever answers quickly loses nothing: a part that knows less than the form says by now is not put in. The next one,
// which knows it, has been asked for already or is asked for with the next answer.
const told = (form) => new URLSearchParams(new FormData(form)).toString();
const asked = new WeakMap();
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.matches("form")) asked.set(event.detail.xhr, told(event.detail.elt));
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const form = event.detail.requestConfig.elt;
  if (form.matches("form[hx-trigger=change]") && asked.get(event.detail.xhr) !== told(form)) {
    event.detail.shouldSwap = false;
  }
});
