import type { Page } from "@playwright/test";
import type { BenchRow } from "../../server/bench/bench-row.ts";
import { preview, rows } from "../inbox-reader.ts";
import { heapOf, workOf } from "./main-thread.ts";
import { against, firstVisit, median, newVisitor, type Place, share } from "./visit.ts";

const rounds = 3;
const openedAtFirst = 50;

type Inbox = { mailbox: string; messages: number; opened: number };

export async function measureInbox(place: Place, { mailbox, messages, opened }: Inbox) {
  const path = `/inbox?mailbox=${mailbox}`;
  const visits = [];
  const ready = (page: Page) => rows(page).first().waitFor();
  for (let round = 0; round < rounds; round++) visits.push(await firstVisit(place, "/inbox", ready));
  const took = median(visits.map((visit) => visit.took));
  const list: BenchRow[] = [
    against("inbox.js", visits[0]?.kilobytes ?? 0, 220, "kB gz"),
    against("inbox.list", median(visits.map(({ work }) => work)), 450, "ms of work", `${Math.round(took)} ms in all`),
  ];
  return [...list, ...(await measureScrolling(place, path, messages)), ...(await measureOpening(place, path, opened))];
}

/** Scrolls while pages arrive, and then through the complete list. */
async function measureScrolling(place: Place, path: string, messages: number): Promise<BenchRow[]> {
  const page = await newVisitor(place);
  await page.goto(path);
  await rows(page).first().waitFor();
  await page.mouse.move(500, 500);
  const first = await workOf(place.browser, page, () => wheel(page, 60));
  // The product's own calls with the largest pages, because two thousand small ones take too long.
  await page.route("**/api/mail/threads**", (route) => {
    const address = new URL(route.request().url());
    address.searchParams.set("limit", "200");
    return route.continue({ url: address.href });
  });
  await loadAll(page);
  const all = await workOf(place.browser, page, async () => {
    await wheel(page, 60);
    for (const part of [0.9, 0.1, 0.5, 0.7, 0.3]) {
      await scrollTo(page, part);
      await wheel(page, 10);
    }
  });
  const drawn = await rows(page).count();
  await page.context().close();
  const wall = (ms: number) => `${ms.toFixed(0)} ms by the clock on the wall`;
  return [
    against("inbox.scroll.longest-task", first.longest, 50, "ms of work", `pages arriving; ${wall(first.longestWall)}`),
    against(
      "inbox.scroll-all.longest-task",
      all.longest,
      50,
      "ms of work",
      `${messages} rows; ${wall(all.longestWall)}`,
    ),
    against("inbox.scroll-all.drawn", drawn, 40, "rows in the page"),
  ];
}

async function wheel(page: Page, steps: number) {
  for (let step = 0; step < steps; step++) {
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(30);
  }
}

const list = (page: Page) => page.getByRole("listbox", { name: "Messages" });
const scrollTo = (page: Page, part: number) =>
  list(page).evaluate((box, share) => {
    box.scrollTop = box.scrollHeight * share;
  }, part);

const loadAll = (page: Page) =>
  list(page).evaluate(async (box) => {
    const isWhole = () => box.querySelector("[role=option]")?.getAttribute("aria-setsize") !== "-1";
    while (!isWhole()) {
      box.scrollTop = box.scrollHeight;
      await new Promise((done) => setTimeout(done, 20));
    }
  });

/** Opens one message after the other with the keyboard. */
async function measureOpening(place: Place, path: string, opened: number): Promise<BenchRow[]> {
  const page = await newVisitor(place);
  await page.goto(path);
  await rows(page).first().click();
  await preview(page).getByRole("heading", { level: 2 }).waitFor();
  await watchOpening(page);
  const session = await page.context().newCDPSession(page);
  const latencies = await openNext(page, openedAtFirst);
  const before = await heapOf(session);
  const { longest, longestWall } = await workOf(place.browser, page, () => openNext(page, 30).then(() => undefined));
  await openNext(page, Math.max(0, opened - openedAtFirst - 30));
  const after = await heapOf(session);
  await page.context().close();
  return [
    against("inbox.open", median(latencies), 100, "ms", `key to text, p95 ${share(latencies, 0.95).toFixed(0)}`),
    against(
      "inbox.open.longest-task",
      longest,
      50,
      "ms of work",
      `${longestWall.toFixed(0)} ms by the clock on the wall`,
    ),
    against(
      "inbox.memory",
      after,
      60,
      "MB",
      `after ${opened} opened messages; ${before.toFixed(1)} after ${openedAtFirst}`,
    ),
  ];
}

type Watching = { opened: number[] };

/** Records for each key how long it took until another message was shown. */
const watchOpening = (page: Page) =>
  page.evaluate(() => {
    const opened: number[] = [];
    Object.assign(window, { opened });
    let pressed = 0;
    let before: string | null | undefined;
    const look = () => {
      const now = document.querySelector("[aria-label=Message] h2")?.textContent;
      if (now && now !== before) {
        if (pressed) opened.push(performance.now() - pressed);
        pressed = 0;
        before = now;
      }
      requestAnimationFrame(look);
    };
    addEventListener("keydown", ({ timeStamp }) => (pressed = timeStamp), { capture: true });
    look();
  });

async function openNext(page: Page, count: number): Promise<number[]> {
  const done = () => page.evaluate(() => (window as never as Watching).opened.length);
  const start = await done();
  for (let step = 1; step <= count; step++) {
    await page.keyboard.press("j");
    await page.waitForFunction((wanted) => (window as never as Watching).opened.length >= wanted, start + step);
  }
  return page.evaluate((from) => (window as never as Watching).opened.slice(from), start);
}
