import { expect, type Page, test } from "@playwright/test";
import { type CutNetwork, cutNetwork } from "../cut-network.ts";
import { signInAs } from "../people.ts";
import { toastOf } from "../writing.ts";

test.use({ serviceWorkers: "allow", viewport: { width: 1440, height: 900 } });

let network: CutNetwork;
test.beforeEach(async () => {
  network = await cutNetwork();
});
test.afterEach(() => network.close());

/** Waits until the worker has kept the app and answers for this page. */
const isKept = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => Boolean(navigator.serviceWorker.controller && (await caches.match("/inbox")))),
    )
    .toBe(true);

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("the app can be installed: its manifest, icons and shortcuts are served [PWA-01]", async ({ page }) => {
  const manifest = await (await page.request.get("/manifest.webmanifest")).json();
  expect(manifest).toMatchObject({ name: "Intellibox", start_url: "/inbox", display: "standalone" });
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual(["/compose", "/inbox"]);
  for (const { src } of manifest.icons) expect((await page.request.get(src)).ok(), src).toBe(true);
  expect(manifest.icons.some(({ purpose }: { purpose?: string }) => purpose === "maskable")).toBe(true);
  const worker = await page.request.get("/sw.js");
  expect(worker.headers()["content-type"]).toContain("javascript");
  expect(worker.headers()["cache-control"]).toBe("no-cache");
});

test("the app opens without a network, and keeps no answer of the API in its cache [PWA-02] [PWA-03]", async ({
  page,
}) => {
  await signInAs(page, "user", `${network.url}/inbox`);
  await isKept(page);
  network.cut();
  await page.goto(`${network.url}/compose`);
  await expect(heading(page)).toHaveText("Compose Email");
  await page.reload();
  await expect(heading(page)).toHaveText("Compose Email");
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.filter((path) => !/^\/(assets\/[\w.-]+|inbox|theme\.js|early-calls\.js|icon\.svg)$/.test(path))).toEqual(
    [],
  );
});

test("a newer version asks for a reload, and its page and scripts are of one build [PWA-04]", async ({ page }) => {
  await signInAs(page, "user", `${network.url}/inbox`);
  await isKept(page);
  const script = await page.locator("script[type=module][src]").getAttribute("src");
  expect(script).toMatch(/^\/assets\/index-/);
  // The next build has another main script and other names in its worker.
  const next = (text: string) => text.replaceAll(script ?? "", "/assets/index-next.js");
  network.replace("/sw.js", (text) => next(text).replace(/\b[0-9a-f]{16}\b/, "next"));
  network.replace(/^\/(inbox|compose)?$/, next);
  network.replace("/assets/index-next.js", (text) => text, script ?? "");
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await toastOf(page, "A new version is ready").getByRole("button", { name: "Reload" }).click();
  await expect(page.locator("script[type=module][src]")).toHaveAttribute("src", "/assets/index-next.js");
  await expect(heading(page)).toBeVisible();
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1);
  expect(await page.evaluate(() => caches.keys())).toEqual(["intellibox-app-next"]);
  network.cut();
  await page.reload();
  await expect(page.locator("script[type=module][src]")).toHaveAttribute("src", "/assets/index-next.js");
});
