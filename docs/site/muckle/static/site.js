// What pages of the documentation need besides Sphinx's own search, under a policy that lets no page send forms away.

// Sphinx writes its results as HTML, with what was asked escaped.
window.trustedTypes?.createPolicy("default", { createHTML: (html) => html });

document.addEventListener("submit", (event) => {
  const { action, elements } = event.target;
  event.preventDefault();
  location.assign(`${action.split("?")[0]}?${new URLSearchParams({ q: elements.namedItem("q").value })}`);
});

document.addEventListener("DOMContentLoaded", () => {
  for (const box of document.querySelectorAll("pre, table")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0; // what scrolls can be reached by keyboard
  }
  if (location.pathname.startsWith("/docs/")) document.querySelector(".to-room").hidden = false; // a room serves this
});
