// Answers that are damaged at any byte: a sync ends with a MailboxError. TEST_FAULTS=long runs more rounds.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { startRelay } from "#test/relay.ts";
import { openImapMailbox } from "./imap/imap.ts";
import { mailSource, Store } from "./mailbox.suite.ts";
import { type Mailbox, MailboxError } from "./mailbox.ts";
import { openPop3Mailbox } from "./pop3/pop3.ts";

const rounds = process.env.TEST_FAULTS === "long" ? 250 : 6;
const pace = { stretchMs: 4_000, bytesPerSecond: 10 };

let dovecot: Dovecot;
beforeAll(async () => {
  if (!hasDovecot) return;
  dovecot = await startDovecot({ config: "ssl = no" });
  for (let at = 0; at < 12; at++) await dovecot.deliver("chaos", mailSource(`m${at}`));
});
afterAll(() => dovecot?.remove());

const junk = [
  "\r\n",
  "\0",
  "{99999999}\r\n",
  "* BYE\r\n",
  "* 4294967295 EXISTS\r\n",
  "NIL",
  "(((((",
  ")",
  '"',
  "\\",
  "-ERR\r\n",
  "+OK\r\n.\r\n",
];

/** Changes, removes, duplicates or inserts bytes at a random position. */
function damage(data: Buffer): Buffer {
  const at = Math.floor(Math.random() * data.length);
  const to = at + Math.floor(Math.random() * 40);
  const put = (piece: Buffer, from: number) => Buffer.concat([data.subarray(0, at), piece, data.subarray(from)]);
  const pick = Buffer.from(junk[Math.floor(Math.random() * junk.length)] ?? "", "latin1");
  return [
    put(Buffer.of(Math.random() * 256), at + 1),
    put(Buffer.alloc(0), to),
    put(data.subarray(at, to), at),
    put(pick, at),
  ][Math.floor(Math.random() * 4)] as Buffer;
}

describe.skipIf(!hasDovecot).each(["imap", "pop3"] as const)("answers by %s that are damaged", (kind) => {
  test(`end ${rounds} syncs in order or with a fault, and a good server is read as ever afterwards`, async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on("unhandledRejection", note).on("uncaughtException", note);
    const login = kind === "imap" ? dovecot.imap("chaos") : dovecot.pop3("chaos");
    const open = (port: number): Promise<Mailbox> =>
      kind === "imap"
        ? openImapMailbox({ ...login, port }, { openMs: 4_000, silentMs: 2_000, pace })
        : openPop3Mailbox({ ...login, port, leaveOnServer: true }, { connectMs: 4_000, idleMs: 2_000, pace });
    const faults = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const relay = await startRelay(login.port);
      // Never in the greeting, because nothing after it would be tested.
      let left = 1 + Math.floor(Math.random() * 12);
      relay.onAnswer = (data) => (left-- === 0 ? damage(data) : data);
      const store = new Store();
      try {
        const mailbox = await open(relay.port);
        await store.sync(mailbox, { limit: 50 }).finally(mailbox.close);
        faults.add("none");
      } catch (error) {
        if (!(error instanceof MailboxError)) throw error;
        faults.add(error.fault);
      }
      await relay.stop();
    }
    process.off("unhandledRejection", note).off("uncaughtException", note);
    expect(unhandled).toEqual([]);
    expect(faults.size).toBeGreaterThan(0);
    const [mailbox, store] = [await open(login.port), new Store()];
    await store.sync(mailbox, { limit: 50 });
    expect(store.rows.size).toBe(12);
    await mailbox.close();
  }, 1_800_000);
});
