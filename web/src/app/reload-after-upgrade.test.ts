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

/** A file of the page could not be had, and this is what the server says when it is asked for the page again. */
async function missing(answer: () => Promise<Response>) {
  const asked = vi.fn(answer);
  vi.stubGlobal("fetch", asked);
  dispatchEvent(new Event("vite:preloadError"));
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  await new Promise((settled) => setTimeout(settled));
}
const page = (script: string) => async () => new Response(`<script type="module" src="/assets/${script}"></script>`);

test("a file that is missing after an upgrade reloads the page, once", async () => {
  await missing(page("index-new.js"));
  expect(reload).toHaveBeenCalledOnce();
  vi.stubGlobal("fetch", vi.fn(page("index-new.js")));
  dispatchEvent(new Event("vite:preloadError"));
  await new Promise((settled) => setTimeout(settled));
  expect(reload).toHaveBeenCalledOnce();
});

test.each([
  ["without a connection", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["where the server is in trouble", async () => new Response("Bad gateway", { status: 502 })],
  ["where the program is the same", page("index-old.js")],
])("%s the page stays as it is", async (_when, answer) => {
  await missing(answer);
  expect(reload).not.toHaveBeenCalled();
});
