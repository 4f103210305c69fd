// Sets the theme before anything is painted. It stands in a file of its own because the content security
// policy admits no inline script; `src/lib/theme.ts` takes over once the program has loaded.
(() => {
  var choice = null;
  try {
    choice = localStorage.getItem("intellibox.theme");
  } catch (_) {
    // Storage may be refused in a private window: the system's choice stands.
  }
  var dark = choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
  var bar = document.querySelector("meta[name=theme-color]");
  if (bar) bar.setAttribute("content", dark ? "#0C0D10" : "#F5F5F7");
})();
