// Comfort for an event by hand: the name that goes with a number appears as the number is typed.
document.querySelectorAll("form[data-who]").forEach((form) => {
  form.addEventListener("change", async (event) => {
    const field = document.getElementById(event.target.dataset.name ?? "");
    const number = event.target.value.trim();
    if (!field || !number || (field.value && field.value !== field.dataset.found)) return;
    const answer = await fetch(`${form.dataset.who}?number=${encodeURIComponent(number)}`);
    const name = answer.status === 200 ? await answer.text() : "";
    field.value = name;
    field.dataset.found = name;
  });
});
