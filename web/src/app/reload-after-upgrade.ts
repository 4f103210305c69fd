/**
 * After an upgrade the server no longer has the files this page was built with. The first one that is missing
 * reloads the page, once a minute at most, so that a file that is really gone cannot reload it for ever.
 */
export function reloadAfterUpgrade(reload = () => location.reload()) {
  addEventListener("vite:preloadError", async () => {
    const last = Number(sessionStorage.getItem("intellibox.reloaded") ?? 0);
    if (Date.now() - last < 60_000 || !(await isUpgraded())) return;
    sessionStorage.setItem("intellibox.reloaded", String(Date.now()));
    reload();
  });
}

/** Whether the server hands out another program than this page's. Without a connection the page stays: it is all one has. */
async function isUpgraded() {
  const own = document.querySelector("script[type=module][src]")?.getAttribute("src");
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    return Boolean(own) && answer.ok && !(await answer.text()).includes(`"${own}"`);
  } catch {
    return false;
  }
}
