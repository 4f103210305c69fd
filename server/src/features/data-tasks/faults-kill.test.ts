// kill -9 in the middle of an erasure, and another process that goes on. For TEST_FAULTS=long.
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { api } from "@intellibox/contract/api";
import { afterEach, describe, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import { until } from "#test/outbox-world.ts";
import type { Caller } from "#test/test-world.ts";

const isLong = process.env.TEST_FAULTS === "long";
type MailWorld = Awaited<ReturnType<typeof mailWorld>>;
const { person, call, peek, giveMail, world, url } = isLong ? await mailWorld({ jobs: false }) : ({} as MailWorld);
const mails = 800;

let running: AppProcess | undefined;
afterEach(async () => {
  await running?.kill();
});

const taskOf = async (who: Caller, id: string) =>
  (await call(who, api.dataTasks.list)).body.items.find((task) => task.id === id);

/** Starts a process, kills it when the task is at work, starts another one, and waits until the task is done. */
async function killAtWork(who: Caller, id: string, isAtWork: () => Promise<boolean>) {
  const start = async () => {
    running = await startAppProcess({ url, dataDir: world.config.dataDir });
    return running;
  };
  const first = await start();
  await until(isAtWork, 150_000);
  await first.kill();
  expect(await taskOf(who, id)).toMatchObject({ state: "running" });
  const from = performance.now();
  await start();
  await until(async () => (await taskOf(who, id))?.state === "done", 300_000);
  return Math.round(performance.now() - from);
}

const large = (at: number, marker: string) =>
  mailOf({
    subject: `Mail ${at} ${marker}`,
    text: randomBytes(24_000).toString("base64"),
    messageId: `<${at}-${marker}@x.test>`,
  });

describe.skipIf(!isLong)("after kill -9 in the middle", () => {
  test("an erasure goes on until nothing of the person is left", async () => {
    const admin = await person("ADMIN");
    const marker = `gone${newId().slice(-12)}`;
    const who = await person("NORMAL_USER", { tenantId: admin.tenantId, email: `${marker}@example.test` });
    for (let at = 0; at < mails; at += 100)
      await giveMail(
        who,
        Array.from({ length: 100 }, (_, n) => large(at + n, marker)),
      );
    const count = async (table: string) =>
      (await peek<{ n: number }>(`select count(*)::int as n from ${table} where user_id = $1`, [who.id]))[0]?.n ?? 0;
    const before = await count("messages");
    expect(before).toBeGreaterThan(mails / 2);
    const { body } = await call(admin, api.dataTasks.eraseUser, {
      params: { id: who.id },
      body: { confirm: who.email },
    });
    const ms = await killAtWork(admin, body.id, async () => (await count("messages")) < before);
    process.stdout.write(
      `an erasure of ${mails} mails was done ${ms} ms after its process was killed and another began to start\n`,
    );
    for (const table of ["messages", "message_search", "message_contents", "thread_links", "mailboxes", "sessions"])
      expect(`${table} ${await count(table)}`).toBe(`${table} 0`);
    expect(await peek("select from users where id = $1", [who.id])).toEqual([]);
    const left = (await readdir(world.config.dataDir, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    );
    for (const file of left)
      expect((await readFile(join(file.parentPath, file.name))).includes(marker), file.name).toBe(false);
  }, 900_000);
});
