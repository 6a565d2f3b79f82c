/* The search of a language, when a lost reader enters its field: a file, as hosts are told to refuse scripts in pages. */
[...document.forms].forEach((form, _place, all) => {
  form.q.onfocus = () => {
    if (form.className) return;
    all.forEach((other) => { other.className = other === form ? "search" : ""; }); // the one that the engine looks for
    document.head.append(Object.assign(document.createElement("script"), { src: form.dataset.engine }));
  };
});
