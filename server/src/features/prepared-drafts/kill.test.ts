import { afterAll, expect, test } from "vitest";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { assistantWorld } from "#test/assistant-world.ts";
import { until } from "#test/outbox-world.ts";
import { askingMail, preparedDraftCalls } from "#test/prepared-draft-world.ts";

// Without workers here: only the programs that are killed prepare drafts.
const product = await assistantWorld();
const { withModel, peek, url, world } = product;
const { switchOn, giveMail } = preparedDraftCalls(product);
const running = new Set<AppProcess>();
afterAll(async () => {
  for (const app of running) await app.kill();
});

const startProcess = async () => {
  const app = await startAppProcess({ url, dataDir: world.config.dataDir });
  running.add(app);
  return app;
};

const mails = 12;

test("two processes prepare one draft for each mail, also if one is killed while it writes [DRW-06]", async () => {
  let [isStuck, stuck] = [true, 0];
  const { who, model } = await withModel(() => {
    if (isStuck) stuck += 1;
    return { pieces: ["Hi Meera,\n\nWe need the large boxes.\n\nBest regards"], hang: isStuck };
  });
  await switchOn(who);
  await giveMail(
    who,
    Array.from({ length: mails }, (_, at) => askingMail(who, { subject: `Boxes ${at}` })),
  );
  const count = async (where: string) =>
    (await peek(`select from prepared_drafts where user_id = $1 and ${where}`, [who.id])).length;
  expect(await count("next_at is not null")).toBe(mails);
  const first = await startProcess();
  // Its model hangs, so it holds a mail when it is killed.
  await until(async () => model.calls.length > 0 && (await count("lease_until is not null")) > 0, 120_000);
  isStuck = false;
  await startProcess();
  running.delete(first);
  await first.kill();
  await until(async () => (await count("written is not null")) === mails, 180_000);
  expect(await count("next_at is not null or lease_until is not null")).toBe(0);
  // Only what the killed process had begun is written again.
  expect(model.calls).toHaveLength(mails + stuck);
  const written = await peek("select from ai_usage where user_id = $1 and succeeded", [who.id]);
  expect(written).toHaveLength(mails);
}, 300_000);
