import { api } from "@intellibox/contract/api";
import { isMigrated } from "#db/migrate.ts";
import { on } from "#http/route.ts";
import type { World } from "#scope.ts";

export const systemRoutes = ({ db, queue, log }: World) => {
  const passes = async (name: string, test: () => Promise<boolean>) => {
    const passed = await test().catch((error: Error) => {
      log.warn({ check: name, error: error.message }, "not ready");
      return false;
    });
    return passed ? ("ok" as const) : ("failing" as const);
  };

  return [
    on(api.system.health, () => ({ status: "ok" as const })),
    on(api.system.ready, async (_visitor, { answerWith }) => {
      const checks = {
        database: await passes("database", async () => (await db.pool.query("select 1")).rowCount === 1),
        migrations: await passes("migrations", () => isMigrated((text) => db.pool.query<{ count: number }>(text))),
        jobs: await passes("jobs", async () => queue.isRunning()),
      };
      const status = Object.values(checks).every((check) => check === "ok") ? ("ok" as const) : ("failing" as const);
      if (status === "failing") answerWith(503);
      return { status, checks };
    }),
  ];
};
