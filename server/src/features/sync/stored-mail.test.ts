// Mail that is stored already is not downloaded again, and none is lost if it is not stored any more when its step is.
import { describe, expect, test } from "vitest";
import type { ArrivedMail, Batch, Mailbox, RemoteFolder, SyncOptions } from "#outside/mailboxes/mailbox.ts";
import { systemFolders } from "#outside/mailboxes/mailbox.ts";
import { mailOf } from "#test/mail-of.ts";
import { testWorld } from "#test/test-world.ts";
import { syncMailbox } from "./sync.ts";

type Script = (options: SyncOptions) => AsyncGenerator<Partial<Batch>>;
let script: Script;
let steps = 0;
const openMailbox = async () =>
  ({
    async *sync(_cursor: string | null, options: SyncOptions) {
      for await (const step of script(options))
        yield {
          ...{ reset: [], removed: [], changed: [], arrived: [], remaining: 0, hasOlder: false },
          ...{ cursor: String(++steps), ...step },
        };
    },
    close: async () => undefined,
  }) as unknown as Mailbox;
const { person, peek, world, addMailbox } = await testWorld({ jobs: false, outside: { openMailbox } });

const work: RemoteFolder = { key: "w", kind: "folder", role: null, name: "Work", above: [], isSelectable: true };
const folders = [...systemFolders(), work];
const raw = Buffer.from(mailOf({ subject: "Moved", messageId: "<moved@acme.test>" }));
const stub = (remoteId: string, folder: string) => ({
  ...{ remoteId, folders: [folder], messageId: "<moved@acme.test>", size: raw.length },
});
const flags = { unread: true, starred: false, receivedAt: null, isPartial: false };
const arrived = (remoteId: string, folder: string) => [{ remoteId, folders: [folder], raw, ...flags }];

async function withMail() {
  const who = await person("NORMAL_USER");
  const id = await addMailbox(who, who.email, "imap");
  const sync = (next: Script) => {
    script = next;
    return syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id });
  };
  const held = () =>
    peek<{ id: string; folder: string; names: string[] }>(
      `select m.id, m.folder, array(select f.name from message_folders p join folders f on f.id = p.folder_id where p.message_id = m.id) as names
       from messages m where m.mailbox_id = $1`,
      [id],
    );
  await sync(async function* () {
    yield { folders, arrived: arrived("inbox/1/1", "inbox") };
  });
  const [first] = await held();
  return { id, sync, held, messageId: first?.id };
}

test("a moved message is found by its Message-ID and length, and keeps its id", async () => {
  const { sync, held, messageId } = await withMail();
  let asked: unknown;
  await sync(async function* ({ isStored, followed }) {
    expect(followed).toEqual(new Set(["inbox", "sent", "trash"]));
    yield { folders, removed: ["inbox/1/1"] };
    const found = stub("w/1/1", "w");
    asked = await isStored?.([found, { ...found, remoteId: "other", size: 1 }]);
    yield { found: [{ ...found, unread: false, starred: true }] };
  });
  expect(asked).toEqual(new Set(["w/1/1"]));
  expect(await held()).toEqual([{ id: messageId, folder: "other", names: ["Work"] }]);
});

test("a folder whose UIDs changed needs no download, and a copy in the same folder does", async () => {
  const { sync, held, messageId } = await withMail();
  const asked: unknown[] = [];
  await sync(async function* ({ isStored }) {
    asked.push(await isStored?.([stub("inbox/1/2", "inbox")]));
    yield { folders, reset: ["inbox"] };
    asked.push(await isStored?.([stub("inbox/2/1", "inbox"), stub("inbox/2/2", "inbox")]));
    yield { found: [{ ...stub("inbox/2/1", "inbox"), ...flags }] };
  });
  expect(asked).toEqual([new Set(), new Set(["inbox/2/1"])]);
  expect(await held()).toEqual([{ id: messageId, folder: "inbox", names: ["Inbox"] }]);
});

describe("mail without a Message-ID", () => {
  const nameless = (change: [string, string] = ["", ""]) => ({
    raw: Buffer.from(
      raw
        .toString()
        .replace(/^Message-ID:.*\r?\n/im, "")
        .replace(...change),
    ),
  });
  const sameLength: [string, string] = ["Moved", "Other"];
  async function withNameless() {
    const box = await withMail();
    await box.sync(async function* () {
      yield {
        folders,
        removed: ["inbox/1/1"],
        arrived: [{ ...arrived("inbox/1/2", "inbox")[0], ...nameless() } as ArrivedMail],
      };
    });
    await peek("delete from messages where mailbox_id = $1 and message_id is not null", [box.id]);
    const [only] = await box.held();
    return { ...box, only };
  }
  const come = (remoteId: string, folder: string, mail = nameless()): ArrivedMail => ({
    ...{ remoteId, folders: [folder], ...flags, ...mail },
  });

  test("keeps its id if another program moves it, or its folder's UIDs change", async () => {
    const { sync, held, only } = await withNameless();
    await sync(async function* () {
      yield { folders, removed: ["inbox/1/2"], arrived: [come("w/1/1", "w")] };
    });
    expect(await held()).toEqual([{ id: only?.id, folder: "other", names: ["Work"] }]);
    await sync(async function* () {
      yield { folders, reset: ["w"], arrived: [come("w/2/1", "w")] };
    });
    expect(await held()).toEqual([{ id: only?.id, folder: "other", names: ["Work"] }]);
  });

  test("is another message if its subject or date is another", async () => {
    const { sync, held } = await withNameless();
    await sync(async function* () {
      yield {
        folders,
        arrived: [come("w/1/1", "w", nameless(sameLength)), come("w/1/2", "w", nameless(["2026", "2025"]))],
      };
    });
    expect(await held()).toHaveLength(3);
  });
});

test("mail that vanished after the question is downloaded in the same sync", async () => {
  const { id, sync, held } = await withMail();
  const runs: boolean[] = [];
  await sync(async function* ({ isStored }) {
    runs.push(isStored !== undefined);
    const stored = await isStored?.([stub("w/1/1", "w")]);
    await peek("delete from messages where mailbox_id = $1", [id]);
    const moved = stored?.has("w/1/1")
      ? { found: [{ ...stub("w/1/1", "w"), ...flags }] }
      : { arrived: arrived("w/1/1", "w") };
    yield { folders, removed: ["inbox/1/1"], ...moved };
  });
  expect(runs).toEqual([true, false]);
  expect(await held()).toMatchObject([{ folder: "other", names: ["Work"] }]);
  expect(await peek("select status from mailboxes where id = $1", [id])).toEqual([{ status: "connected" }]);
});
