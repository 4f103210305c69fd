// Servers that describe a mail wrongly, with a relay in front of Dovecot that changes its answers.
import { randomBytes } from "node:crypto";
import { api } from "@intellibox/contract/api";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { syncMailbox } from "#features/sync/sync.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { mailOf } from "#test/mail-of.ts";
import { startRelay } from "#test/relay.ts";
import { testWorld } from "#test/test-world.ts";

const { world, person, peek, call, app } = await testWorld({ jobs: false });
let dovecot: Dovecot;
beforeAll(async () => {
  if (!hasDovecot) return;
  dovecot = await startDovecot({ config: "ssl = no", exactStatus: true });
  for (const name of ["mailbox.sync", "mailbox.fetch-left"])
    await world.queue.boss.createQueue(name, { policy: "short" });
});
afterAll(() => dovecot?.remove());
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const large = randomBytes(300_000);
const other = randomBytes(200_000);
const raw = mailOf({
  subject: "Plan",
  files: [
    { name: "Plan.pdf", type: "application/pdf", content: large },
    { name: "Other.pdf", type: "application/pdf", content: other },
  ],
});

async function connected(change: (structure: string) => string) {
  const [who, user] = [await person("NORMAL_USER"), `lie${randomBytes(6).toString("hex")}`];
  await dovecot.deliver(user, raw);
  const relay = await startRelay(dovecot.ports.imap);
  cleanups.push(relay.stop);
  let lies = 0;
  relay.onAnswer = (data) => {
    const said = data.toString("latin1");
    if (!said.includes("BODYSTRUCTURE (")) return data;
    lies++;
    return Buffer.from(
      said.replace(/BODYSTRUCTURE (\(.*\))\)\r\n/, (_all, structure) => `BODYSTRUCTURE ${change(structure)})\r\n`),
      "latin1",
    );
  };
  const form = { host: "localhost", port: relay.port, secure: false, username: user, password: "test" };
  const { id } = (await call(who, api.mailboxes.connectImap, { body: form })).body;
  await call(who, api.mailboxSettings.update, { params: { id }, body: { leavesFiles: true } });
  await syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id });
  expect(lies).toBeGreaterThan(0);
  const [row] = await peek<{ id: string }>("select id from messages where mailbox_id = $1", [id]);
  return { who, id: row?.id ?? "" };
}

const text = '("TEXT" "PLAIN" ("CHARSET" "utf-8") NIL NIL "7BIT" 10 1 NIL NIL NIL NIL)';
const pdf = (size: number | string) =>
  `("APPLICATION" "PDF" ("NAME" "Plan.pdf") NIL NIL "BASE64" ${size} NIL ("ATTACHMENT" ("FILENAME" "Plan.pdf")) NIL NIL)`;
const mixed = (...parts: string[]) => `(${parts.join("")} "MIXED" ("BOUNDARY" "x") NIL NIL NIL)`;
const nested = (depth: number): string => (depth === 0 ? pdf(400_000) : mixed(nested(depth - 1)));

const lies: Record<string, (structure: string) => string> = {
  "sizes that no mail has": (structure) => structure.replaceAll(/ \d{6,} /g, " 99999999999999999999999 "),
  "a size below zero": (structure) => structure.replace(/ \d{6,} /, " -400000 "),
  "no structure": () => "NIL",
  "a part less": () => mixed(text, pdf(400_000)),
  "a part more": () => mixed(text, pdf(400_000), pdf(260_000), pdf(400_000)),
  "the text as a file": () => mixed(pdf(400_000), text, pdf(260_000)),
  "one part only": () => pdf(700_000),
  "another depth": () => mixed(text, mixed(pdf(400_000), pdf(260_000))),
  "a hundred levels": () => nested(100),
  "a thousand parts": () => mixed(...Array.from({ length: 1_000 }, () => pdf(400_000))),
  "an attached mail": () =>
    mixed(
      text,
      `("MESSAGE" "RFC822" NIL NIL NIL "7BIT" 400000 (NIL "In\tside" NIL NIL NIL NIL NIL NIL NIL NIL) ${mixed(text, pdf(3))} 9 NIL NIL NIL NIL)`,
      pdf(260_000),
    ),
  "parameters that are no texts": () =>
    mixed(
      text,
      `(NIL 5 (NIL NIL "__proto__*0*" "x" 7 (1 2)) 8 NIL NIL 400000 NIL (NIL 3) 4 NIL)`,
      `("APPLICATION" "PDF" (9 9) NIL NIL NIL 260000 NIL ("ATTACHMENT" NIL) NIL NIL)`,
    ),
};

describe.skipIf(!hasDovecot)("a server that describes a mail wrongly", () => {
  test.each(Object.entries(lies))("%s: nothing is lost [SYN-23] [SYN-24]", async (_name, change) => {
    const { who, id } = await connected(change);
    const get = async (path: string) => {
      const headers = { authorization: `Bearer ${who.token}` };
      return app.inject({ method: "GET", url: `/api/mail/messages/${id}/${path}`, headers });
    };
    const { status, body: message } = await call(who, api.inbox.message, { params: { id } });
    expect([status, message.subject, message.bodyText]).toEqual([200, "Plan", expect.stringContaining("Good day.")]);
    expect(message.attachments.map(({ fileName }) => fileName)).toEqual(["Plan.pdf", "Other.pdf"]);
    for (const [at, content] of [large, other].entries()) {
      const file = await get(`attachments/${message.attachments[at]?.part}`);
      expect([file.statusCode, file.rawPayload.equals(content)]).toEqual([200, true]);
    }
    expect((await get("source")).rawPayload.toString()).toBe(raw);
  });

  test("many large mails that are described wrongly are fetched one after the other [SYN-23]", async () => {
    const [who, user] = [await person("NORMAL_USER"), `lie${randomBytes(6).toString("hex")}`];
    for (const subject of ["A", "B", "C"])
      await dovecot.deliver(
        user,
        mailOf({ subject, files: [{ name: "x.pdf", type: "application/pdf", content: randomBytes(3 << 20) }] }),
      );
    const relay = await startRelay(dovecot.ports.imap);
    cleanups.push(relay.stop);
    relay.onAnswer = (data) =>
      Buffer.from(
        data.toString("latin1").replaceAll(/BODYSTRUCTURE \(.*\)\)\r\n/g, `BODYSTRUCTURE ${pdf(4 << 20)})\r\n`),
        "latin1",
      );
    const fetched: string[] = [];
    relay.onCommand = (said) => {
      fetched.push(...Array.from(said.matchAll(/UID FETCH (\S+) .*BODY\.PEEK\[\]/g), ([, uids = ""]) => uids));
      return undefined;
    };
    const form = { host: "localhost", port: relay.port, secure: false, username: user, password: "test" };
    const { id } = (await call(who, api.mailboxes.connectImap, { body: form })).body;
    await call(who, api.mailboxSettings.update, { params: { id }, body: { leavesFiles: true } });
    await syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id });
    expect(fetched).toEqual(["3", "2", "1"]);
    const rows = await peek("select from messages where mailbox_id = $1 and left_bytes = 0", [id]);
    expect(rows).toHaveLength(3);
  });
});
