/**
 * Measures the screens in a real browser, on the real product with 100,000 messages of one user. Each figure is a share of its
 * limit, so below 1 is good. Work is CPU time of the page's main thread, so that a busy machine does not count.
 * `BENCH_MESSAGES` and `BENCH_OPENED` make it shorter.
 */
import type { BenchRow } from "../../server/bench/bench-row.ts";
import { measureCompose } from "./compose.ts";
import { measureInbox } from "./inbox.ts";
import { measureInProduct } from "./place.ts";

export const run = (): Promise<BenchRow[]> =>
  measureInProduct(async ({ mailbox, messages, ...place }) => [
    ...(await measureCompose(place)),
    ...(await measureInbox(place, { mailbox, messages, opened: Number(process.env.BENCH_OPENED ?? 1000) })),
  ]);
