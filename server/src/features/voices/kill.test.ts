import { api } from "@intellibox/contract/api";
import { afterAll, expect, test } from "vitest";
import { fencedTransaction } from "#db/fence.ts";
import { deliverLocally } from "#outside/mailboxes/local.ts";
import { localMailFolder } from "#features/local-mail/store.ts";
import { ensureLocalMailbox } from "#features/mailboxes/connect.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { mailOf } from "#test/mail-of.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { declareJobs } from "../../jobs.ts";

// Without workers here: only the programs that are killed learn voices.
const { call, world, url, peek, person } = await outboxWorld({ jobs: false });
await declareJobs(world);
const running = new Set<AppProcess>();
afterAll(async () => {
  for (const one of running) await one.kill();
});
const startProcess = async () => {
  const started = await startAppProcess({ url, dataDir: world.config.dataDir });
  running.add(started);
  return started;
};

const writers = 6;
const mails = 40;

async function writer() {
  const who = await person("NORMAL_USER", { name: "Asha Rao" });
  const owner = { tenantId: who.tenantId, userId: who.id };
  const folder = localMailFolder(world.config.dataDir, who.id);
  for (let at = 0; at < mails; at++) {
    const text = `Hi Tom,\n\nI looked at number ${at} and will call you.${" The boxes are on their way.".repeat(40)}\n\nCheers,\nAsha`;
    const raw = mailOf({ from: `Asha <${who.email}>`, to: "Tom Berg <tom@berg.test>", text });
    await deliverLocally({ folder }, Buffer.from(raw), "sent");
  }
  const quiet = { enqueue: async () => undefined };
  const id = await fencedTransaction(world.db, owner, (tx) => ensureLocalMailbox(quiet, tx, owner, who.email));
  await syncMailbox(world, { ...owner, id });
  return who;
}

test("a voice whose learning was killed is learned by another process, once and whole [STY-06]", async () => {
  const people = [];
  for (let at = 0; at < writers; at++) people.push(await writer());
  const count = async (where: string) => (await peek(`select from voices where ${where}`)).length;
  const first = await startProcess();
  // It learns a voice when it is killed.
  await until(async () => (await count("learning_since is not null")) > 0, 180_000);
  running.delete(first);
  await first.kill();
  const held = await count("learning_since is not null");
  expect(held).toBeGreaterThan(0);
  expect(await count("learned_at is not null")).toBeLessThan(writers);
  await startProcess();
  await until(async () => (await count("learned_at is not null and learning_since is null")) === writers, 300_000);
  for (const who of people)
    expect((await call(who, api.voices.get)).body).toMatchObject({
      isLearning: false,
      mails,
      facts: { signsAs: "Asha" },
    });
  expect(await count("true")).toBe(writers);
}, 600_000);
