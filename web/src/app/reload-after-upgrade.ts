/**
 * After an upgrade the server no longer has the files this page was built with. The first one that is missing
 * reloads the page, once a minute at most, so that a file that is really gone cannot reload it for ever.
 */
export function reloadAfterUpgrade() {
  addEventListener("vite:preloadError", (event) => {
    const last = Number(sessionStorage.getItem("intellibox.reloaded") ?? 0);
    if (Date.now() - last < 60_000) return;
    event.preventDefault();
    sessionStorage.setItem("intellibox.reloaded", String(Date.now()));
    location.reload();
  });
}
