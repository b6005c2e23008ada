// What every page needs: light or dark, keys, and making elements. Text is always set as text, never as HTML.
"use strict";

const Page = {
  // An element with attributes and children (elements or texts).
  make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined && value !== false) {
        element.setAttribute(name, value === true ? "" : value);
      }
    }
    element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
    return element;
  },

  // What the address says behind the #, as key=value pairs.
  read() {
    return new URLSearchParams(location.hash.slice(1));
  },

  // Put it into the address without a new entry in the history.
  keep(parameters) {
    const hash = "#" + parameters.toString();
    if (hash !== (location.hash || "#")) history.replaceState(null, "", hash);
  },

  count(amount) {
    return amount.toLocaleString("en");
  },

  // Is the user writing somewhere?
  writing(event) {
    return event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  },
};

// The theme is that of the system until the user chooses another one. Storage may be forbidden to pages from disk.
(() => {
  const stored = () => {
    try {
      return localStorage.getItem("ariadne-theme");
    } catch {
      return null;
    }
  };
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const current = () => document.documentElement.dataset.theme || (dark.matches ? "dark" : "light");
  const chosen = stored();
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;

  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const label = () => {
      const other = current() === "dark" ? "light" : "dark";
      button.textContent = other === "dark" ? "☾ Dark" : "☀ Light";
      button.setAttribute("aria-label", `Switch to ${other} colours`);
    };
    button.hidden = false;
    label();
    dark.addEventListener("change", label);
    button.addEventListener("click", () => {
      const next = current() === "dark" ? "light" : "dark";
      document.documentElement.dataset.theme = next;
      try {
        localStorage.setItem("ariadne-theme", next);
      } catch {
        // then it holds for this page only
      }
      label();
    });
  });
})();

addEventListener("keydown", (event) => {
  const search = document.getElementById("q");
  if (event.key === "/" && search && !Page.writing(event)) {
    event.preventDefault();
    search.focus();
    search.select();
  }
});
