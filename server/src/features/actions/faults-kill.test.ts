// Actions on messages survive a kill at every moment of their upload: each is done once, and here and the server agree.
import { api } from "@intellibox/contract/api";
import type { MailAction } from "@intellibox/contract/endpoints/actions";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { loadConfig } from "#lib/config.ts";
import type { Mailbox } from "#outside/mailboxes/mailbox.ts";
import { openOutside } from "#outside/outside.ts";
import { wakeSnoozed } from "#features/snooze/wake-snoozed.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import {
  type ActionServer,
  countPending,
  dovecotServer,
  googleServer,
  heldHere,
  microsoftServer,
} from "#test/action-servers.ts";
import { googleWith } from "#test/cloud-world.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { startMicrosoft } from "#test/stand-ins/microsoft.ts";
import { testWorld } from "#test/test-world.ts";

// Many small calls to servers, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const [{ google, newAccount }, microsoft] = [await googleWith(1), await startMicrosoft()];
afterAll(() => microsoft.stop());
let dovecot: Dovecot;
beforeAll(async () => {
  if (hasDovecot) dovecot = await startDovecot({ config: "ssl = no", exactStatus: true });
});
afterAll(() => dovecot?.remove());

/** The long form is for `TEST_FAULTS=long`. */
const isLong = process.env.TEST_FAULTS === "long";

/**
 * Stops syncs at the moments that a kill can separate: what is stored is the same for every moment between two calls to the server.
 * Each change is stopped after its call; in the long form before it, too. In the short form this is done once for each kind of call.
 */
const kills = {
  isOn: false,
  count: 0,
  /** How often each change was stopped, and which kinds of calls were stopped before. */
  stops: new Map<string, number>(),
  /** Runs after the server has done a change, before that is stored. */
  meanwhile: undefined as (() => Promise<unknown>) | undefined,
};

function mortal<Args extends unknown[], Result>(name: string, change: (...args: Args) => Promise<Result>) {
  return async (...args: Args): Promise<Result> => {
    const call = JSON.stringify([name, ...args]);
    const isNew = !kills.stops.has(name) || isLong;
    const stops = kills.stops.get(call) ?? (isNew ? 0 : 1);
    if (!kills.isOn || stops > 1) return change(...args);
    kills.count++;
    kills.stops.set(call, stops + 1).set(name, 1);
    if (stops === 0) throw new Error("killed before the call");
    await change(...args);
    await kills.meanwhile?.();
    throw new Error("killed after the call");
  };
}

const environment = { ...google.settings, ...microsoft.settings };
const real = openOutside(
  loadConfig({ INTELLIBOX_ALLOW_PRIVATE_HOSTS: "1", INTELLIBOX_DATA: "/nowhere", ...environment }),
);
afterAll(() => real.close());
const product = await testWorld({
  ...{ jobs: false, environment },
  outside: {
    openMailbox: async (login): Promise<Mailbox> => {
      const mailbox = await real.openMailbox(login);
      const { setStarred, setFolders } = mailbox;
      return {
        ...mailbox,
        setUnread: mortal("setUnread", mailbox.setUnread),
        remove: mortal("remove", mailbox.remove),
        ...(setStarred && { setStarred: mortal("setStarred", setStarred) }),
        ...(setFolders && { setFolders: mortal("setFolders", setFolders) }),
      };
    },
  },
});
const { world, person, call, peek } = product;

async function reader(server: ActionServer, subjects: string[]) {
  const who = await person("NORMAL_USER");
  const { key, onServer } = await server(product, who, subjects);
  const sync = () => syncMailbox(world, key);
  await sync();
  const rows = await peek<{ id: string; subject: string }>("select id, subject from messages where mailbox_id = $1", [
    key.id,
  ]);
  const ids = Object.fromEntries(rows.map(({ id, subject }) => [subject, id]));
  const [work] = await peek<{ id: string }>("select id from folders where mailbox_id = $1 and name = 'Work'", [key.id]);
  const act = async (action: MailAction, subject: string) => {
    const body = { ids: [ids[subject] ?? ""], action, ...(needsFolder.has(action) && { folderId: work?.id ?? "" }) };
    const answer = await call(who, api.actions.apply, { body });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    return answer.body.actionId;
  };
  const undo = async (id: string) => expect((await call(who, api.actions.undo, { params: { id } })).status).toBe(200);
  /** Syncs until no change is stopped any more. */
  const syncThroughKills = async () => {
    kills.isOn = true;
    kills.stops.clear();
    try {
      for (let last = -1; kills.count !== last; ) {
        last = kills.count;
        await sync();
      }
    } finally {
      Object.assign(kills, { isOn: false, meanwhile: undefined });
    }
    await sync();
  };
  const expectBoth = async (wanted: Record<string, string>) => {
    expect({ here: await heldHere(product, key), server: await onServer() }).toEqual({ here: wanted, server: wanted });
    expect(await countPending(product, key)).toBe(0);
    const kept = await peek<{ id: string; subject: string }>(
      "select id, subject from messages where mailbox_id = $1 and folder <> 'gone'",
      [key.id],
    );
    for (const { id, subject } of kept) expect([subject, id]).toEqual([subject, ids[subject]]);
  };
  return { who, key, ids, act, undo, sync, syncThroughKills, expectBoth };
}
const needsFolder = new Set<MailAction>(["move", "label", "unlabel"]);

const imap: ActionServer = (...args) => dovecotServer(dovecot)(...args);
const kinds: [name: string, server: ActionServer, hasLabels: boolean][] = [
  ...(hasDovecot ? [["a real Dovecot", imap, false] as [string, ActionServer, boolean]] : []),
  ["Gmail", googleServer(google, newAccount), true],
  ["Outlook", microsoftServer(microsoft), false],
];

describe.each(kinds)("on %s", (_name, server, hasLabels) => {
  test("every change survives a kill before and after its call: nothing is lost, doubled or left pending", async () => {
    const subjects = ["Archived", "Moved", "Spam", "Trashed", "Starred", "Read", "Snoozed", "Undone", "Raced"];
    const deleted = ["Deleted", "Deleted spam"];
    const lost = ["Lost", "Lost from a folder"];
    const own = hasLabels ? ["Labelled"] : [];
    const { who, key, ids, act, undo, sync, syncThroughKills, expectBoth } = await reader(server, [
      ...[...subjects, ...deleted, ...lost, ...own],
    ]);
    const undone = await act("archive", "Undone");
    await act("trash", "Deleted");
    await act("junk", "Deleted spam");
    await act("move", "Lost from a folder");
    await act("read", "Snoozed");
    const until = new Date(Date.now() + 3600_000).toISOString();
    await call(who, api.snooze.snooze, { body: { ids: [ids.Snoozed ?? ""], until } });
    await sync();
    expect(await countPending(product, key)).toBe(0);

    await act("archive", "Archived");
    await act("move", "Moved");
    await act("junk", "Spam");
    await act("trash", "Trashed");
    await act("star", "Starred");
    await act("read", "Read");
    if (hasLabels) await act("label", "Labelled");
    await undo(undone);
    for (const subject of deleted) await act("delete", subject);
    await peek("update mailboxes set deletes_for_good = true where id = $1", [key.id]);
    for (const subject of lost) await act("trash", subject);
    await peek("update messages set remove_at = now() where mailbox_id = $1 and remove_at is not null", [key.id]);
    await peek("update messages set snoozed_until = now() - interval '1 second' where id = $1", [ids.Snoozed]);
    await wakeSnoozed(world);
    await peek("update mailboxes set deletes_for_good = false where id = $1", [key.id]);
    const before = kills.count;
    await syncThroughKills();
    // Every change but that of "Raced".
    const changes = subjects.length - 1 + deleted.length + lost.length + own.length;
    expect(kills.count - before).toBeGreaterThanOrEqual(isLong ? 2 * changes : changes);
    const wanted = {
      ...{ Archived: "archive unread", Moved: hasLabels ? "Work archive unread" : "Work unread", Spam: "junk unread" },
      ...{ Trashed: "trash unread", Starred: "inbox unread starred", Read: "inbox", Snoozed: "inbox unread" },
      ...{ Undone: "inbox unread", Raced: "inbox unread", ...(hasLabels && { Labelled: "Work inbox unread" }) },
    };
    await expectBoth(wanted);

    // Undone while the server moves it, which the killed process cannot know any more.
    const raced = await act("archive", "Raced");
    kills.meanwhile = () => undo(raced);
    await syncThroughKills();
    await sync();
    await expectBoth(wanted);
  });
});
