import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { reloadAfterUpgrade } from "./reload-after-upgrade.ts";

const reload = vi.fn();
beforeAll(() => reloadAfterUpgrade(reload));
beforeEach(() => {
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
  reload.mockClear();
});
afterEach(() => {
  document.head.innerHTML = "";
  vi.unstubAllGlobals();
});

/** Reports a chunk that could not be loaded. `respond` is the server's response when the page is fetched again. */
async function failToLoad(respond: () => Promise<Response>) {
  const fetchPage = vi.fn(respond);
  vi.stubGlobal("fetch", fetchPage);
  dispatchEvent(new Event("vite:preloadError"));
  await vi.waitFor(() => expect(fetchPage).toHaveBeenCalledOnce());
  await new Promise((settled) => setTimeout(settled));
}
const page = (script: string) => async () => new Response(`<script type="module" src="/assets/${script}"></script>`);

test("a chunk that is missing after an upgrade reloads the page once", async () => {
  await failToLoad(page("index-new.js"));
  expect(reload).toHaveBeenCalledOnce();
  vi.stubGlobal("fetch", vi.fn(page("index-new.js")));
  dispatchEvent(new Event("vite:preloadError"));
  await new Promise((settled) => setTimeout(settled));
  expect(reload).toHaveBeenCalledOnce();
});

test.each([
  ["without a connection", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["if the server fails", async () => new Response("Bad gateway", { status: 502 })],
  ["if the server has the same version", page("index-old.js")],
])("%s the page is not reloaded", async (_when, respond) => {
  await failToLoad(respond);
  expect(reload).not.toHaveBeenCalled();
});
