/**
 * Reloads the page if a chunk is missing because the server was upgraded. At most once a minute, so that a chunk that stays
 * missing cannot cause a reload loop.
 */
export function reloadAfterUpgrade(reload = () => location.reload()) {
  addEventListener("vite:preloadError", async () => {
    const last = Number(sessionStorage.getItem("intellibox.reloaded") ?? 0);
    if (Date.now() - last < 60_000 || !(await isUpgraded())) return;
    sessionStorage.setItem("intellibox.reloaded", String(Date.now()));
    reload();
  });
}

/** True if the server's page loads another main script than this one. False without a connection: a reload would lose the page. */
async function isUpgraded() {
  const own = document.querySelector("script[type=module][src]")?.getAttribute("src");
  try {
    const response = await fetch(location.href, { cache: "no-store" });
    return Boolean(own) && response.ok && !(await response.text()).includes(`"${own}"`);
  } catch {
    return false;
  }
}
