// Mail that is deleted here while a sync runs that has read the server before: it does not come back, and an undo holds.
import { api } from "@intellibox/contract/api";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { foldersOf } from "#test/dovecot-folders.ts";
import { mailOf } from "#test/mail-of.ts";
import { testWorld } from "#test/test-world.ts";
import { syncMailbox } from "./sync.ts";

const { world, person, peek, call } = await testWorld({ jobs: false });
const { openMailbox } = world.outside;
let dovecot: Dovecot;
/** Does not tell where it has moved a message. */
let plain: Dovecot;
beforeAll(async () => {
  if (!hasDovecot) return;
  dovecot = await startDovecot({ config: "ssl = no", exactStatus: true });
  plain = await startDovecot({ config: "ssl = no", exactStatus: true, imapCapability: "IMAP4rev1 LITERAL+" });
  await world.queue.boss.createQueue("mailbox.sync", { policy: "short" });
});
afterAll(() => dovecot?.remove());
afterAll(() => plain?.remove());
afterEach(() => Object.assign(world.outside, { openMailbox }));

/** Calls `meanwhile` with the number of each batch after it was read and before it is stored. Returns how many there were. */
function pauseAtBatches(meanwhile: (batch: number) => Promise<void>) {
  const seen = { batches: 0 };
  world.outside.openMailbox = async (login) => {
    const mailbox = await openMailbox(login);
    return {
      ...mailbox,
      waitsForCommit: true,
      async *sync(cursor, options) {
        for await (const batch of mailbox.sync(cursor, options)) {
          await meanwhile(seen.batches++);
          yield batch;
        }
      },
    };
  };
  return seen;
}

const mostBatches = 4;
const deleted = (batch: number) => `Deleted at ${batch}`;
const undone = (batch: number) => `Undone at ${batch}`;
const batches = Array.from({ length: mostBatches }, (_, at) => at);
let count = 0;

async function connected(server: Dovecot) {
  const [who, user] = [await person("NORMAL_USER"), `race${process.pid}x${++count}`];
  const there = foldersOf(server, user);
  await there.create("Work");
  const subjects = ["Kept", ...batches.map(deleted), ...batches.map(undone)];
  for (const subject of subjects) await there.deliver(mailOf({ subject, messageId: `<${subject}@${user}>` }), "inbox");
  const form = { host: "localhost", port: server.ports.imap, secure: false, username: user, password: "test" };
  const { id } = (await call(who, api.mailboxes.connectImap, { body: form })).body;
  const sync = () => syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id });
  await sync();
  await peek("update folders set is_followed = true where mailbox_id = $1 and name = 'Work'", [id]);
  await sync();
  const rows = await peek<{ id: string; subject: string }>("select id, subject from messages where mailbox_id = $1", [
    id,
  ]);
  const ids = new Map(rows.map((row) => [row.subject, row.id]));
  const remove = async (subject: string) => {
    const body = { ids: [ids.get(subject) ?? ""], action: "trash" as const };
    const answer = await call(who, api.actions.apply, { body });
    expect([subject, answer.status]).toEqual([subject, 200]);
    return answer.body.actionId;
  };
  const inInbox = async () =>
    (await call(who, api.inbox.threads, { query: { mailbox: id, limit: "50" } })).body.items
      .map(({ subject }) => subject)
      .sort();
  return { who, there, id, user, sync, remove, inInbox, server };
}
type Box = Awaited<ReturnType<typeof connected>>;

/** The acts of another program or of the owner before the sync. */
const before: [string, (box: Box) => Promise<unknown>][] = [
  ["nothing", async () => undefined],
  [
    "stars by another program",
    async ({ there }) => {
      for (const at of batches) await there.star(deleted(at), "inbox", true);
    },
  ],
  [
    "copies by another program",
    async ({ there }) => {
      for (const at of batches) await there.copy(deleted(at), "inbox", "Work");
    },
  ],
  [
    "a detour by another program, which gives new UIDs",
    async ({ there }) => {
      for (const at of batches) {
        await there.move(deleted(at), "inbox", "Work");
        await there.move(deleted(at), "Work", "inbox");
      }
    },
  ],
  [
    "new UIDs of the whole inbox",
    async ({ server, user }) => server.admin("mailbox", "update", "-u", user, "--uid-validity", "2100000000", "INBOX"),
  ],
  ["a resync from scratch", async ({ who, id }) => call(who, api.mailboxSettings.resync, { params: { id } })],
  [
    "new mail",
    async ({ there, user }) => there.deliver(mailOf({ subject: "New", messageId: `<new@${user}>` }), "inbox"),
  ],
];

describe.skipIf(!hasDovecot)("mail that is deleted during a sync", () => {
  for (const kind of ["that tells", "that does not tell"])
    test.each(before)(
      `stays deleted on a server ${kind} where it moves mail, after %s [MBX-12]`,
      async (_, prepare) => {
        const box = await connected(kind === "that tells" ? dovecot : plain);
        await prepare(box);
        const gone = new Set<string>();
        const undo: string[] = [];
        const shown: { batch: number; wrongly: string[] }[] = [];
        const seen = pauseAtBatches(async (batch) => {
          shown.push({ batch, wrongly: (await box.inInbox()).filter((subject) => gone.has(subject)) });
          for (const id of undo.splice(0))
            expect((await call(box.who, api.actions.undo, { params: { id } })).status).toBe(200);
          await box.remove(deleted(batch));
          gone.add(deleted(batch));
          undo.push(await box.remove(undone(batch)));
        });
        await box.sync();
        Object.assign(world.outside, { openMailbox });
        for (const id of undo) await call(box.who, api.actions.undo, { params: { id } });
        const left = () => box.inInbox().then((subjects) => subjects.filter((subject) => gone.has(subject)));
        expect(seen.batches).toBeGreaterThan(0);
        expect(seen.batches).toBeLessThanOrEqual(mostBatches);
        const found = [await left()];
        for (let turn = 0; turn < 3; turn++) {
          await box.sync();
          found.push(await left());
        }
        expect({ shown: shown.filter(({ wrongly }) => wrongly.length > 0), found }).toEqual({
          shown: [],
          found: [[], [], [], []],
        });
        const inbox = await box.there.subjects("inbox");
        expect(inbox.filter((subject) => gone.has(subject))).toEqual([]);
        expect(await box.there.subjects("trash")).toEqual([...gone].sort());
        expect(inbox).toEqual(expect.arrayContaining(["Kept", ...batches.map(undone)]));
        expect(await box.inInbox()).toEqual(inbox);
      },
    );
});
