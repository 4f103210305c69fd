/**
 * Every action on every kind of mailbox: seen by another program on the server, undone there, and the same after a further sync.
 *
 * Other tests prove the rest, and are not repeated here:
 * - kills before and after each upload: `faults-kill.test.ts` and `kill-processes.test.ts`;
 * - mail that other programs move, copy, label and delete, and folders that they rename or delete: `folders.suite.ts` for each kind,
 *   and with the rows of the store `imap-folders.test.ts`, `gmail-folders.test.ts`, `outlook-folders.test.ts` and `local.test.ts`;
 * - new UIDs: `imap-folders.test.ts`, and while changes wait `odd-servers.test.ts`;
 * - a first sync that is cut off anywhere: `mailbox.suite.ts`.
 */
import { api } from "@intellibox/contract/api";
import type { MailAction } from "@intellibox/contract/endpoints/actions";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { wakeSnoozed } from "#features/snooze/wake-snoozed.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import {
  type ActionServer,
  countPending,
  dovecotServer,
  googleServer,
  heldHere,
  localServer,
  microsoftServer,
  pop3Server,
} from "#test/action-servers.ts";
import { googleWith } from "#test/cloud-world.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { mailOf } from "#test/mail-of.ts";
import { startMicrosoft } from "#test/stand-ins/microsoft.ts";
import { testWorld } from "#test/test-world.ts";

// Many small calls to servers, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const [{ google, newAccount }, microsoft] = [await googleWith(2), await startMicrosoft()];
afterAll(() => microsoft.stop());
let dovecot: Dovecot;
/** Without UIDPLUS, MOVE, CONDSTORE, LIST-STATUS and IDLE. */
let plain: Dovecot;
beforeAll(async () => {
  if (!hasDovecot) return;
  const options = { config: "ssl = no", exactStatus: true };
  dovecot = await startDovecot(options);
  plain = await startDovecot({ ...options, imapCapability: "IMAP4rev1 LITERAL+" });
});
afterAll(() => dovecot?.remove());
afterAll(() => plain?.remove());
const product = await testWorld({ jobs: false, environment: { ...google.settings, ...microsoft.settings } });
const { world, person, call, peek } = product;

type Kind = {
  name: string;
  server: ActionServer;
  /** Folders or labels of its owner. */
  lack?: string;
  hasLabels?: true;
};
const kinds: Kind[] = [
  { name: "a local mailbox", server: localServer(), lack: "The local mailbox has no folders of its own." },
  { name: "Gmail", server: googleServer(google, newAccount), hasLabels: true },
  { name: "Outlook", server: microsoftServer(microsoft) },
  ...(hasDovecot
    ? [
        { name: "IMAP", server: (...args) => dovecotServer(dovecot)(...args) } satisfies Kind,
        { name: "IMAP without extensions", server: (...args) => dovecotServer(plain)(...args) } satisfies Kind,
        {
          name: "POP3",
          server: (...args) => pop3Server(dovecot)(...args),
          lack: "POP3 has no folders.",
        } satisfies Kind,
      ]
    : []),
];

/** One action on one message, whose subject is the row's name. */
type Row = {
  name: string;
  /** The action that the message has had before. */
  first?: MailAction[];
  /** Its state before the action, and after it. */
  before: string;
  after: string | undefined;
  /** `lose` deletes it in a mailbox that deletes for good, `lose by id` with the call for one message. */
  action: MailAction | "mute" | "snooze" | "wake" | "lose" | "lose by id";
  needs?: "folders" | "labels";
};

const rows = (hasLabels: boolean): Row[] => [
  { name: "Archived", action: "archive", before: "inbox unread", after: "archive unread" },
  { name: "To the inbox", first: ["archive"], action: "inbox", before: "archive unread", after: "inbox unread" },
  { name: "Starred", action: "star", before: "inbox unread", after: "inbox unread starred" },
  { name: "Unstarred", first: ["star"], action: "unstar", before: "inbox unread starred", after: "inbox unread" },
  { name: "Read", action: "read", before: "inbox unread", after: "inbox" },
  { name: "Unread", first: ["read"], action: "unread", before: "inbox", after: "inbox unread" },
  { name: "Spam", action: "junk", before: "inbox unread", after: "junk unread" },
  { name: "No spam", first: ["junk"], action: "notJunk", before: "junk unread", after: "inbox unread" },
  { name: "Trashed", action: "trash", before: "inbox unread", after: "trash unread" },
  { name: "Muted", action: "mute", before: "inbox unread", after: "archive unread" },
  { name: "Snoozed", action: "snooze", before: "inbox unread", after: "inbox unread" },
  { name: "Woken", first: ["read"], action: "wake", before: "inbox", after: "inbox unread" },
  {
    ...{ name: "Moved", action: "move", needs: "folders", before: "inbox unread" },
    after: hasLabels ? "Work archive unread" : "Work unread",
  },
  { name: "Labelled", action: "label", needs: "labels", before: "inbox unread", after: "Work inbox unread" },
  {
    ...{ name: "Unlabelled", first: ["label"], action: "unlabel", needs: "labels" },
    ...{ before: "Work inbox unread", after: "inbox unread" },
  },
  { name: "Deleted", first: ["trash"], action: "delete", before: "trash unread", after: undefined },
  { name: "Lost", action: "lose", before: "inbox unread", after: undefined },
  { name: "Lost by id", action: "lose by id", before: "inbox unread", after: undefined },
  {
    ...{ name: "Lost from a folder", first: ["move"], action: "lose by id", needs: "folders" },
    ...{ before: hasLabels ? "Work archive unread" : "Work unread", after: undefined },
  },
];

const isDeletion = ({ action }: Row) => action === "delete" || action === "lose" || action === "lose by id";

const needsFolder = new Set<string>(["move", "label", "unlabel"]);
const statesOf = (some: Row[], pick: (row: Row) => string | undefined) =>
  Object.fromEntries(some.flatMap((row) => (pick(row) === undefined ? [] : [[row.name, pick(row) as string]])));

describe.each(kinds)("on $name", ({ server, lack, hasLabels = false }) => {
  test("every action is seen by another program, is undone there, and stays so after a further sync", async () => {
    const table = rows(hasLabels).filter(({ needs }) => !needs || (needs === "folders" ? !lack : hasLabels));
    const who = await person("NORMAL_USER");
    const box = await server(product, who, [...table.map(({ name }) => name), "Untouched"]);
    const { key, onServer, keeps = (state: string) => state } = box;
    const sync = () => syncMailbox(world, key);
    await sync();
    const stored = await peek<{ id: string; subject: string }>(
      "select id, subject from messages where mailbox_id = $1",
      [key.id],
    );
    const ids = Object.fromEntries(stored.map(({ id, subject }) => [subject, id]));
    const [work] = await peek<{ id: string }>("select id from folders where mailbox_id = $1 and name = 'Work'", [
      key.id,
    ]);
    const act = async (action: MailAction, subject: string) => {
      const folderId = needsFolder.has(action) ? { folderId: work?.id ?? "" } : {};
      const answer = await call(who, api.actions.apply, { body: { ids: [ids[subject] ?? ""], action, ...folderId } });
      expect([subject, answer.status, answer.body.error]).toEqual([subject, 200, undefined]);
      return answer.body.actionId;
    };
    /** The same here and on the server, each message once and with its id. */
    const expectBoth = async (wanted: Record<string, string>) => {
      const all = { ...wanted, Untouched: "inbox unread" };
      const onlyHere =
        lack === "POP3 has no folders." ? { Deleted: "inbox", Lost: "inbox", "Lost by id": "inbox" } : {};
      const there = Object.fromEntries(Object.entries(all).map(([subject, state]) => [subject, keeps(state)]));
      expect({ here: await heldHere(product, key), server: await onServer() }).toEqual({
        ...{ here: all, server: { ...onlyHere, ...there } },
      });
      expect(await countPending(product, key)).toBe(0);
      const kept = await peek<{ id: string; subject: string }>(
        "select id, subject from messages where mailbox_id = $1 and folder <> 'gone'",
        [key.id],
      );
      for (const { id, subject } of kept) {
        ids[subject] ??= id;
        expect([subject, id]).toEqual([subject, ids[subject]]);
      }
    };
    const shown = async (folder: string) =>
      (await call(who, api.inbox.threads, { query: { folder } })).body.items.map(({ subject }) => subject);

    for (const { name, first = [] } of table) for (const action of first) await act(action, name);
    await sync();
    await expectBoth(statesOf(table, ({ before }) => before));

    // Done.
    const undos: (() => Promise<unknown>)[] = [];
    const undo = (id: string | null) => call(who, api.actions.undo, { params: { id: id ?? "" } });
    for (const { name, action } of table) {
      const body = { ids: [ids[name] ?? ""] };
      if (action === "snooze" || action === "wake") {
        const until = new Date(Date.now() + 3600_000).toISOString();
        expect((await call(who, api.snooze.snooze, { body: { ...body, until } })).status).toBe(200);
        if (action === "snooze") undos.push(() => call(who, api.snooze.unsnooze, { body }));
      } else if (action === "mute") {
        const muted = (await call(who, api.snooze.mute, { body: { ...body, muted: true } })).body;
        undos.push(
          () => call(who, api.snooze.mute, { body: { ...body, muted: false } }),
          () => undo(muted.actionId),
        );
      } else if (action === "lose" || action === "lose by id") {
        await peek("update mailboxes set deletes_for_good = true where id = $1", [key.id]);
        if (action === "lose") await act("delete", name);
        else expect((await call(who, api.inbox.deleteMessage, { params: { id: ids[name] ?? "" } })).status).toBe(200);
        await peek("update mailboxes set deletes_for_good = false where id = $1", [key.id]);
      } else {
        const id = await act(action, name);
        if (action !== "delete") undos.push(() => undo(id));
      }
    }
    await peek("update messages set remove_at = now() where mailbox_id = $1 and remove_at is not null", [key.id]);
    await peek("update messages set snoozed_until = now() - interval '1 second' where id = $1", [ids.Woken]);
    await wakeSnoozed(world);
    await sync();
    const after = statesOf(table, (row) => row.after);
    await expectBoth(after);
    expect(await shown("snoozed")).toEqual(["Snoozed"]);
    expect((await shown("inbox"))[0]).toBe("Woken");

    // New mail of a muted thread is archived, here and there.
    const [muted] = await peek<{ message_id: string }>("select message_id from messages where id = $1", [ids.Muted]);
    await box.deliver(mailOf({ subject: "Re: Muted", headers: [`In-Reply-To: ${muted?.message_id}`] }));
    await sync();
    // Another run, because the first one has only stored it.
    await sync();
    const answer = { "Re: Muted": "archive unread" };
    await expectBoth({ ...after, ...answer });

    // Undone.
    for (const back of undos) expect(await back()).toMatchObject({ status: 200 });
    await sync();
    const wanted = {
      ...statesOf(table, (row) => (isDeletion(row) ? undefined : row.before)),
      // A snooze that has ended is not undone.
      ...{ Woken: "inbox unread", ...answer },
    };
    await expectBoth(wanted);
    expect(await shown("snoozed")).toEqual([]);
    await sync();
    await expectBoth(wanted);
  });

  test("what it cannot do is said by the API, and changes nothing", async () => {
    const who = await person("NORMAL_USER");
    const { key, onServer, keeps = (state: string) => state } = await server(product, who, ["Mine"]);
    await syncMailbox(world, key);
    const [mail] = await peek<{ id: string }>("select id from messages where mailbox_id = $1", [key.id]);
    const listed = (await call(who, api.folders.list)).body.mailboxes.find(({ mailboxId }) => mailboxId === key.id);
    expect(listed?.abilities).toEqual({
      ...{ folders: !lack, labels: hasLabels, star: true, createFolder: !lack, answerMarks: !lack && !hasLabels },
    });
    if (hasLabels) return;
    const folderId = listed?.folders.find(({ role }) => role === "archive")?.id ?? "";
    const labelled = { ids: [mail?.id ?? ""], action: "label" as const, folderId };
    expect(await call(who, api.actions.apply, { body: labelled })).toMatchObject({
      ...{ status: 400, body: { error: "Its mailbox has no labels. Move it to a folder instead." } },
    });
    if (lack)
      expect(await call(who, api.folders.create, { body: { mailbox: key.id, name: "Projects" } })).toMatchObject({
        ...{ status: 400, body: { error: lack } },
      });
    await syncMailbox(world, key);
    expect([await heldHere(product, key), await onServer()]).toEqual([
      { Mine: "inbox unread" },
      { Mine: keeps("inbox unread") },
    ]);
  });
});
