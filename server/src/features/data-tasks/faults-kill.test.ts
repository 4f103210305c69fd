// kill -9 in the middle of an export and of an erasure, and another process that goes on. For TEST_FAULTS=long.
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { api } from "@intellibox/contract/api";
import { afterEach, describe, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { exportFolder } from "#features/exports/export-files.ts";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import { until } from "#test/outbox-world.ts";
import type { Caller } from "#test/test-world.ts";
import { unzip } from "#test/unzip.ts";
import { declareJobs } from "../../jobs.ts";

const isLong = process.env.TEST_FAULTS === "long";
type MailWorld = Awaited<ReturnType<typeof mailWorld>>;
const { person, call, app, peek, giveMail, world, url } = isLong ? await mailWorld({ jobs: false }) : ({} as MailWorld);
// Otherwise a call that adds a job fails until the first process has started.
if (isLong) await declareJobs(world);
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
  test("an export is made again: every mail once, and nothing of the first attempt is left", async () => {
    const who = await person("NORMAL_USER");
    // Seven chunks, so that much is left to write when the first one exists.
    const ids = Array.from({ length: 56 }, (_, at) => `<${at}-export@x.test>`);
    for (const messageId of ids) {
      const content = randomBytes(1 << 20);
      const files = [{ name: "scan.bin", type: "application/octet-stream", content }];
      await giveMail(who, [mailOf({ messageId, files })]);
    }
    const started = await call(who, api.dataTasks.exportOwn);
    expect(started.status).toBe(201);
    const { id } = started.body;
    const chunks = async () => {
      const found = await readdir(join(world.config.dataDir, "objects", exportFolder(id)), {
        recursive: true,
        withFileTypes: true,
      }).catch(() => []);
      return found.filter((one) => one.isFile()).map(({ name }) => name);
    };
    const ms = await killAtWork(who, id, async () => (await chunks()).some((name) => !name.endsWith(".part")));
    process.stdout.write(
      `an export of ${ids.length} MB was done ${ms} ms after its process was killed and another began to start\n`,
    );
    const [row] = await peek<{ bytes: string; chunks: number; attempts: number }>(
      "select bytes, chunks, attempts from data_tasks where user_id = $1",
      [who.id],
    );
    expect(row?.attempts).toBe(2);
    expect(await chunks()).toHaveLength(row?.chunks ?? 0);
    expect((await chunks()).filter((name) => !/^chunk-2-\d{8}$/.test(name))).toEqual([]);
    const link = await call(who, api.dataTasks.link, { params: { id } });
    const { rawPayload } = await app.inject({ method: "GET", url: link.body.url });
    expect(rawPayload.length).toBe(Number(row?.bytes));
    const found = Object.values(await unzip(rawPayload))
      .join("")
      .match(/^Message-ID: .*/gim)
      ?.map((line) => line.slice(12));
    expect(found?.toSorted()).toEqual(ids.toSorted());
    expect(await peek("select from data_tasks where user_id = $1", [who.id])).toHaveLength(1);
    expect(
      await peek("select from audit_records where action = 'user.exported' and target_id = $1", [who.id]),
    ).toHaveLength(1);
  }, 900_000);

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
