import { readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "@playwright/test";
import type { BenchRow } from "../../server/bench/bench-row.ts";
import { openAs, sessionOf } from "../people.ts";
import { workOf } from "./main-thread.ts";

export type Place = { browser: Browser; url: string };

const assets = fileURLToPath(new URL("../../web/dist/assets/", import.meta.url));
/** The compressed size of the built app's scripts, in kB. */
const zippedScripts = () =>
  new Map(
    readdirSync(assets)
      .filter((name) => name.endsWith(".js.gz"))
      .map((name) => [name.slice(0, -3), statSync(assets + name).size / 1024]),
  );

/** A figure as a share of its limit. */
export const against = (name: string, measured: number, limit: number, unit: string, note = ""): BenchRow => ({
  name,
  value: measured / limit,
  unit: "of its limit",
  note: [`${Number(measured.toPrecision(3))} ${unit}, limit ${limit}`, note].filter(Boolean).join("; "),
});

/** A new browser context, signed in, on a blank page of the product. */
export async function newVisitor({ browser, url }: Place): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await sessionOf(page, "user");
  await openAs(page, session, "/profile");
  // Files that the first page loaded do not count for the next.
  await page.goto("/icon.svg");
  return page;
}

/** Visits a page for the first time: its scripts in kB, the work until it is ready, and the time for that. */
export async function firstVisit(place: Place, path: string, isReady: (page: Page) => Promise<void>) {
  const page = await newVisitor(place);
  const zipped = zippedScripts();
  const scripts = new Set<string>();
  page.on("request", (request) => {
    const name = new URL(request.url()).pathname.split("/").at(-1) ?? "";
    if (zipped.has(name)) scripts.add(name);
  });
  let took = 0;
  const { total } = await workOf(place.browser, page, async () => {
    const began = performance.now();
    await page.goto(path, { waitUntil: "commit" });
    await isReady(page);
    took = performance.now() - began;
  });
  await page.waitForTimeout(500);
  const kilobytes = [...scripts].reduce((sum, name) => sum + (zipped.get(name) ?? 0), 0);
  await page.context().close();
  return { kilobytes, work: total, took };
}

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
export const share = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
