import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { followedKeys } from "#features/sync/stored-mail.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { mailOf } from "#test/mail-of.ts";
import { until } from "#test/outbox-world.ts";
import { type Caller, testWorld } from "#test/test-world.ts";

const { person, call, world } = await testWorld({ jobs: true });
const { mailboxes } = api;

let dovecot: Dovecot;
/** Another server with accounts of the same names. */
let stranger: Dovecot;
beforeAll(async () => {
  if (!hasDovecot) return;
  // Without TLS, because its certificate is not trusted. These servers know an account by the part before the @.
  [dovecot, stranger] = await Promise.all([startDovecot({ config: "ssl = no" }), startDovecot({ config: "ssl = no" })]);
});
afterAll(() => Promise.all([dovecot?.remove(), stranger?.remove()]));

const boxesOf = async (who: Caller) => (await call(who, mailboxes.list)).body.items;
const settled = (who: Caller, id: string) =>
  until(async () => (await boxesOf(who)).find((box) => box.id === id && !box.syncing && box.lastSync), 30_000);

async function connect(who: Caller, kind: "imap" | "pop3", username: string, changes: object = {}) {
  const { host, port, secure, password } = dovecot[kind](username);
  const endpoint = kind === "imap" ? mailboxes.connectImap : mailboxes.connectPop3;
  const { status, body } = await call(who, endpoint, { body: { host, port, secure, username, password, ...changes } });
  expect([status, body.error]).toEqual([201, undefined]);
  await settled(who, body.id);
  return body.id;
}

describe.skipIf(!hasDovecot)("an account that is connected again", () => {
  test.for(["imap", "pop3"] as const)(
    "by %s is one mailbox in any spelling, and under another name of its host",
    async (kind) => {
      const [who, name] = [await person("NORMAL_USER"), `priya-${kind}@example.test`];
      for (const subject of ["One", "Two"]) await dovecot.deliver(`priya-${kind}`, mailOf({ subject }));
      const id = await connect(who, kind, name);
      const [before] = await boxesOf(who);
      for (const [username, changes] of [
        [name, { host: "LOCALHOST." }],
        [name, { host: "127.0.0.1" }],
        [name.toUpperCase(), {}],
        [`priya-${kind}`, {}],
        ...(kind === "imap" ? [[name, { folder: "inbox" }] as const] : []),
      ] as const)
        expect(await connect(who, kind, username, changes), JSON.stringify([username, changes])).toBe(id);
      expect(await boxesOf(who)).toMatchObject([{ id, email: before?.email, counts: { messages: 2 }, sameAs: null }]);
    },
  );

  test("is another mailbox if its mail is not the same, or if it has none to compare", async () => {
    const who = await person("NORMAL_USER");
    await dovecot.deliver("info", mailOf({ subject: "One" }));
    await stranger.deliver("info", mailOf({ subject: "Two" }));
    const elsewhere = { host: "127.0.0.1", port: stranger.ports.imap };
    const ids = [
      await connect(who, "imap", "info@one.test"),
      await connect(who, "imap", "INFO@one.test", elsewhere),
      await connect(who, "imap", "empty@one.test"),
      await connect(who, "imap", "empty@one.test", elsewhere),
    ];
    expect(new Set(ids).size).toBe(4);
    const other = await person("NORMAL_USER", { tenantId: who.tenantId });
    expect(ids).not.toContain(await connect(other, "imap", "INFO@one.test"));
  });

  test.for(["imap", "pop3"] as const)(
    "by %s is one mailbox also without mail, on its own server only",
    async (kind) => {
      const [who, name] = [await person("NORMAL_USER"), `new-${kind}@example.test`];
      const id = await connect(who, kind, name);
      expect(await connect(who, kind, name.toUpperCase(), { host: "127.0.0.1" })).toBe(id);
      expect(await connect(who, kind, name, { host: "127.0.0.1" })).toBe(id);
      // A server may have accounts of one name in several domains.
      expect(await connect(who, kind, `new-${kind}`, { host: "127.0.0.1" })).not.toBe(id);
      const elsewhere = { host: "127.0.0.1", port: stranger[kind](name).port };
      expect(await connect(who, kind, name.toUpperCase(), elsewhere)).not.toBe(id);
      expect(await boxesOf(who)).toHaveLength(3);
    },
  );

  test("with another folder as its inbox follows Sent and Trash in its first mailbox only", async () => {
    const [who, name] = [await person("NORMAL_USER"), "folders@example.test"];
    dovecot.admin("mailbox", "create", "-u", name, "Projects");
    const ids = [await connect(who, "imap", name), await connect(who, "imap", name, { folder: "Projects" })];
    const owner = { tenantId: who.tenantId, userId: who.id };
    const followed = await Promise.all(ids.map((id) => followedKeys(world, { ...owner, id })));
    expect(followed.map((keys) => ["inbox", "sent", "trash"].filter((key) => keys?.has(key)))).toEqual([
      ["inbox", "sent", "trash"],
      ["inbox"],
    ]);
    expect((await boxesOf(who)).map(({ sameAs }) => sameAs)).toEqual([null, null]);
  });

  test("twice from before is named in the list", async () => {
    const [who, name] = [await person("NORMAL_USER"), "twice@example.test"];
    await dovecot.deliver("twice", mailOf({ subject: "One" }));
    const id = await connect(who, "imap", name);
    const second = await connect(who, "pop3", name);
    expect((await boxesOf(who)).map((box) => [box.id, box.sameAs])).toEqual([
      [id, null],
      [second, name],
    ]);
  });
});
