import { api } from "@intellibox/contract/api";
import { seldom } from "#lib/seldom.ts";
import { isMigrated } from "#db/migrate.ts";
import { on } from "#http/route.ts";
import type { World } from "#scope.ts";

export const systemRoutes = ({ db, queue, log, stopping }: World) => {
  const notReady = seldom(10_000);
  const passes = async (name: string, test: () => Promise<boolean>) => {
    const passed = await within(longestCheckMs, test()).catch((error: Error) => {
      notReady((others) => log.warn({ check: name, error: error.message, others }, "not ready"));
      return false;
    });
    return passed ? ("ok" as const) : ("failing" as const);
  };

  return [
    on(api.system.health, () => ({ status: "ok" as const })),
    on(api.system.ready, async (_visitor, { answerWith }) => {
      const [database, migrations, jobs] = await Promise.all([
        passes("database", async () => (await db.pool.query("select 1")).rowCount === 1),
        passes("migrations", () => isMigrated((text) => db.pool.query<{ count: number }>(text))),
        passes("jobs", async () => queue.isRunning()),
      ]);
      const checks = { database, migrations, jobs };
      const passed = Object.values(checks).every((check) => check === "ok");
      // A load balancer sends no more calls here, while those under way are answered.
      const status = stopping.aborted ? ("stopping" as const) : passed ? ("ok" as const) : ("failing" as const);
      if (status !== "ok") answerWith(503);
      return { status, checks };
    }),
  ];
};

/** Shorter than a load balancer waits. */
const longestCheckMs = 3_000;

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
