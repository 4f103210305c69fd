import { readFileSync } from "node:fs";
import { join } from "node:path";
import { endpoint } from "@intellibox/contract/endpoint";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { sessionOf } from "#test/people.ts";
import { clearSession, saveSession } from "../session/session.ts";
import { call } from "./api.ts";

const script = readFileSync(join(import.meta.dirname, "../../../public/early-calls.js"), "utf8");
const name = "intellibox.early-calls";
const list = endpoint({
  ...{ method: "GET", path: "/things", access: "signed-in", tenancy: "personal", summary: "Things, for these tests" },
  response: z.object({ items: z.array(z.string()) }),
});
const change = endpoint({ ...list, method: "POST" });

afterEach(() => {
  vi.restoreAllMocks();
  delete window.earlyCalls;
  history.replaceState(null, "", "/");
});

/** Opens a page: runs the script in the head. Returns the paths that are fetched from then on. */
function openPage(path = "/inbox", answers: (() => Response)[] = []) {
  history.replaceState(null, "", path);
  const fetched: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    fetched.push(url);
    return answers.shift()?.() ?? Response.json({ items: [`answer ${fetched.length}`] });
  });
  new Function(script)();
  return fetched;
}

async function openedBefore() {
  saveSession(sessionOf("NORMAL_USER"));
  openPage();
  await call(list, {});
}

test("a page that was opened before asks for its data before its scripts run, once", async () => {
  await openedBefore();
  const fetched = openPage();
  expect(fetched).toEqual(["/api/things"]);
  expect(await call(list, {})).toEqual({ items: ["answer 1"] });
  expect(await call(list, {})).toEqual({ items: ["answer 2"] });
  expect(fetched).toHaveLength(2);
});

test("an answer that nothing asks for soon after the app began is not used", async () => {
  await openedBefore();
  const other = endpoint({ ...list, path: "/others" });
  await call(other, {});
  const fetched = openPage();
  expect(fetched).toEqual(["/api/things", "/api/others"]);
  const now = performance.now();
  await call(other, {});
  vi.spyOn(performance, "now").mockReturnValue(now + 60_000);
  expect(await call(list, {})).toEqual({ items: ["answer 3"] });
});

test("a call that failed early is made again", async () => {
  await openedBefore();
  const failed = () => {
    throw new TypeError("Failed to fetch");
  };
  const fetched = openPage("/inbox", [failed]);
  expect(await call(list, {})).toEqual({ items: ["answer 2"] });
  expect(fetched).toHaveLength(2);
});

test("another page, a page with a query and another user start nothing", async () => {
  await openedBefore();
  expect(openPage("/compose")).toEqual([]);
  expect(openPage("/inbox?q=secret")).toEqual([]);
  const other = sessionOf("NORMAL_USER");
  saveSession({ ...other, user: { ...other.user, _id: "0199aaaa-0000-7000-8000-000000000009" } });
  expect(openPage()).toEqual([]);
});

test("an answer for another token or company is not taken", async () => {
  await openedBefore();
  const fetched = openPage();
  saveSession({ ...sessionOf("NORMAL_USER"), token: "access-2" });
  expect(await call(list, {})).toEqual({ items: ["answer 2"] });
  expect(fetched).toHaveLength(2);
});

test("a change is never made early, and the token goes to no other origin", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  openPage();
  await call(change, {});
  expect(localStorage.getItem(name)).toBeNull();
  const pages = {
    "/inbox": ["//evil.test/a", "https://evil.test/", "/\\evil.test", 7, null].map((url) => ({ url, headers: {} })),
  };
  localStorage.setItem(name, JSON.stringify({ owner: sessionOf("NORMAL_USER").user._id, pages }));
  expect(openPage()).toEqual([]);
});

test("damaged storage is ignored, and signing out erases the calls", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  for (const text of ["{", "null", "7", '{"pages":{"/inbox":7}}']) {
    localStorage.setItem(name, text);
    expect(openPage()).toEqual([]);
    expect(await call(list, {})).toEqual({ items: ["answer 1"] });
  }
  clearSession();
  expect(localStorage.getItem(name)).toBeNull();
});
