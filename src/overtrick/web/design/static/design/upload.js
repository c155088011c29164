// Comfort for sending files: drop them, see what was chosen, see how far it is. Without it the form works all the same.
document.querySelectorAll("form[data-upload]").forEach((form) => {
  const input = form.querySelector("input[type=file]");
  const drop = form.querySelector(".drop");
  const list = form.querySelector("[data-chosen]");
  const progress = form.querySelector("[data-progress]");
  let files = [];

  const show = () => {
    const box = new DataTransfer();
    files.forEach((file) => box.items.add(file));
    input.files = box.files;
    list.replaceChildren(...files.map((file, at) => {
      const item = document.createElement("li");
      const name = document.createElement("span");
      name.textContent = `${file.name} (${Math.max(1, Math.round(file.size / 1024))} kB)`;
      const remove = document.createElement("button");
      remove.type = "button";
      remove.className = "link-button";
      remove.textContent = form.dataset.remove;
      remove.setAttribute("aria-label", `${form.dataset.remove}: ${file.name}`);
      remove.addEventListener("click", () => { files.splice(at, 1); show(); input.focus(); });
      item.append(name, remove);
      return item;
    }));
    list.hidden = files.length === 0;
  };
  const add = (more) => {
    [...more].forEach((file) => {
      if (!files.some((each) => each.name === file.name && each.size === file.size)) files.push(file);
    });
    show();
  };

  input.addEventListener("change", () => add(input.files));
  ["dragenter", "dragover"].forEach((kind) => drop.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  }));
  ["dragleave", "drop"].forEach((kind) => drop.addEventListener(kind, () => drop.classList.remove("over")));
  drop.addEventListener("drop", (event) => { event.preventDefault(); add(event.dataTransfer.files); });

  form.addEventListener("submit", (event) => {
    if (!files.length) return;
    event.preventDefault();
    const words = progress.querySelector("[data-words]");
    const bar = progress.querySelector("progress");
    const sending = new XMLHttpRequest();
    progress.hidden = false;
    words.textContent = form.dataset.sending.replace("{part}", "0");
    form.querySelectorAll("button").forEach((button) => { button.disabled = true; });
    sending.upload.addEventListener("progress", (at) => {
      const part = at.lengthComputable ? Math.round((100 * at.loaded) / at.total) : 0;
      bar.value = part;
      words.textContent = part < 100 ? form.dataset.sending.replace("{part}", part) : form.dataset.reading;
    });
    sending.addEventListener("load", () => {
      if (sending.status === 200 && sending.responseURL !== location.href) location.assign(sending.responseURL);
      else form.submit();
    });
    sending.addEventListener("error", () => form.submit());
    sending.open("POST", form.action || location.href);
    sending.send(new FormData(form));
  });
});
