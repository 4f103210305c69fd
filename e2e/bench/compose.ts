import type { Page } from "@playwright/test";
import type { BenchRow } from "../../server/bench/bench-row.ts";
import { editorOf } from "../writing.ts";
import { workOf } from "./main-thread.ts";
import { against, firstVisit, median, newVisitor, type Place, share } from "./visit.ts";

const rounds = 3;
const characters = 200;
const words = 5000;

export async function measureCompose(place: Place): Promise<BenchRow[]> {
  const visits = [];
  const ready = (page: Page) => editorOf(page).waitFor();
  for (let round = 0; round < rounds; round++) visits.push(await firstVisit(place, "/compose", ready));
  const took = median(visits.map((visit) => visit.took));
  return [
    against("compose.js", visits[0]?.kilobytes ?? 0, 330, "kB gz", "with the editor"),
    against(
      "compose.ready",
      median(visits.map(({ work }) => work)),
      450,
      "ms of work",
      `${Math.round(took)} ms in all`,
    ),
    ...(await measureTyping(place)),
  ];
}

async function measureTyping(place: Place): Promise<BenchRow[]> {
  const page = await newVisitor(place);
  await page.evaluate(
    (bodyHtml) => localStorage.setItem("intellibox.compose.draft", JSON.stringify({ subject: "Long", bodyHtml })),
    longMail(),
  );
  await page.goto("/compose");
  await editorOf(page).getByText("The last line.").click();
  await page.getByText("5,000 words").waitFor();
  // The first characters load and compile code, as in a page that has been open for a while.
  await page.keyboard.type("Warming up. ");
  await page.waitForTimeout(3000);
  await watchKeys(page);
  const { longest, longestWall } = await workOf(place.browser, page, async () => {
    await page.keyboard.type("One more line, typed at the end of it. ".repeat(10).slice(0, characters), { delay: 40 });
    // In this time the draft is also counted, stored and sent to the server.
    await page.waitForTimeout(3000);
  });
  const latencies = await page.evaluate(() => (window as never as { latencies: number[] }).latencies);
  await page.context().close();
  const note = `${words} words, ${characters} characters; ${longestWall.toFixed(0)} ms wall time`;
  return [
    against("compose.typing.longest-task", longest, 50, "ms of work", note),
    against("compose.typing.latency", share(latencies, 0.95), 100, "ms", `key to paint, p95 of ${latencies.length}`),
  ];
}

/** Records the time from each key to the next frame. */
const watchKeys = (page: Page) =>
  page.evaluate(() => {
    const latencies: number[] = [];
    Object.assign(window, { latencies });
    addEventListener(
      "keydown",
      ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => latencies.push(performance.now() - timeStamp))),
      { capture: true },
    );
  });

function longMail() {
  const sentence = "The goods leave the warehouse on Thursday and <strong>reach you</strong> within the week. ";
  const inSentence = 13;
  const paragraphs = [];
  for (let left = words - 3; left > 0; left -= inSentence * 7) {
    const count = Math.min(left, inSentence * 7);
    const whole = sentence.repeat(Math.floor(count / inSentence));
    paragraphs.push(`<p>${whole}${"more ".repeat(count % inSentence)}</p>`);
  }
  return `${paragraphs.join("")}<p>The last line.</p>`;
}
