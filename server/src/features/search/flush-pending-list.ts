import { z } from "zod";
import { fencedTransaction } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import type { World } from "#scope.ts";

export const flushPendingListJob = job("search.tidy", z.object({}), { retryLimit: 0, policy: "short" });

/** Flushes GIN's pending list, which every search scans. */
export const flushPendingList = (world: World): Promise<void> =>
  fencedTransaction(world.db, "platform", async (tx) => void (await tx.execute(sql`select tidy_search()`)), {
    statementSeconds: 120,
  });
