// Gmail and Outlook are read again from scratch: nothing is lost, doubled or forgotten.
import { api } from "@intellibox/contract/api";
import { afterAll, describe, expect, test, vi } from "vitest";
import { googleServer, heldHere, microsoftServer } from "#test/action-servers.ts";
import { googleWith } from "#test/cloud-world.ts";
import { mailOf } from "#test/mail-of.ts";
import { startMicrosoft } from "#test/stand-ins/microsoft.ts";
import { testWorld } from "#test/test-world.ts";
import { syncMailbox } from "./sync.ts";

// Many small calls to the stand-ins, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const [{ google, newAccount }, microsoft] = [await googleWith(3), await startMicrosoft()];
afterAll(() => microsoft.stop());
const product = await testWorld({ jobs: false, environment: { ...google.settings, ...microsoft.settings } });
const { world, person, peek, call } = product;

/** Deletes for good at the provider, by another program. */
const eraseAtGmail = (email: string, remoteId: string) => google.as(email, "DELETE", `/messages/${remoteId}`);
async function eraseAtOutlook(email: string, remoteId: string) {
  const { access_token } = microsoft.signIn.grant(email);
  const path = `/v1.0/me/messages/${encodeURIComponent(remoteId.slice(remoteId.indexOf("/") + 1))}/permanentDelete`;
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await fetch(`${microsoft.url}${path}`, { method: "POST", headers })).status).toBe(204);
}

const kinds = [
  { name: "Gmail", server: googleServer(google, newAccount), filed: "Work archive unread", erase: eraseAtGmail },
  { name: "Outlook", server: microsoftServer(microsoft), filed: "Work unread", erase: eraseAtOutlook },
] as const;

describe.each(kinds)("$name", ({ server, filed, erase }) => {
  async function connected(subjects: string[]) {
    const who = await person("NORMAL_USER");
    const box = await server(product, who, subjects);
    const { id } = box.key;
    const sync = () => syncMailbox(world, box.key);
    await sync();
    const rows = () =>
      peek<{ subject: string; id: string }>(
        "select subject, id from messages where mailbox_id = $1 and folder <> 'gone' order by subject, id",
        [id],
      );
    const first = await rows();
    const idOf = (subject: string) => first.find((row) => row.subject === subject)?.id ?? "";
    const [work] = await peek<{ id: string }>("select id from folders where mailbox_id = $1 and name = 'Work'", [id]);
    const act = async (action: "archive" | "star" | "move" | "read" | "trash", subject: string) => {
      const body = { ids: [idOf(subject)], action, ...(action === "move" && { folderId: work?.id ?? "" }) };
      expect((await call(who, api.actions.apply, { body })).status).toBe(200);
    };
    const snooze = async (subject: string) => {
      const until = new Date(Date.now() + 86_400_000).toISOString();
      expect((await call(who, api.snooze.snooze, { body: { ids: [idOf(subject)], until } })).status).toBe(200);
    };
    const marks = () =>
      peek("select 1 from message_folders where mailbox_id = $1 and starts_with(remote_id, 'local:')", [id]);
    return { who, id, box, sync, rows, idOf, act, snooze, marks };
  }
  const subjects = ["Archived", "Filed", "Later", "Plain", "Snoozed", "Starred", "Thrown away"];
  const wanted = {
    ...{ Archived: "archive unread", Filed: filed, Plain: "inbox unread", Snoozed: "inbox unread" },
    ...{ Starred: "inbox unread starred", "Thrown away": "trash unread" },
  };

  /** Mail in every place that a message can have, and a mark that is not uploaded. */
  async function filedMail() {
    const reader = await connected(subjects);
    await reader.act("archive", "Archived");
    await reader.act("move", "Filed");
    await reader.act("star", "Starred");
    await reader.act("trash", "Thrown away");
    await reader.snooze("Snoozed");
    await reader.sync();
    await reader.sync();
    await peek("update folders set is_followed = true where mailbox_id = $1", [reader.id]);
    await reader.sync();
    const before = await reader.rows();
    expect(before.map(({ id }) => id).sort()).toEqual(subjects.map(reader.idOf).sort());
    await reader.act("read", "Later");
    return { ...reader, before };
  }

  test("keeps every message with its id, folders, labels, star and snooze in a resync, and uploads first what was done [SYN-18]", async () => {
    const { who, id, box, sync, rows, before, marks } = await filedMail();
    const { status } = await call(who, api.mailboxSettings.resync, { params: { id } });
    expect(status).toBe(202);
    await sync();
    await sync();
    expect(await rows()).toEqual(before);
    const here = await heldHere(product, box.key);
    expect(here).toEqual({ ...wanted, Later: "inbox" });
    expect(await box.onServer()).toEqual({ ...wanted, Later: "inbox" });
    expect(await peek("select 1 from messages where mailbox_id = $1 and snoozed_until > now()", [id])).toHaveLength(1);
    expect(await marks()).toEqual([]);
  });

  test("brings mail that is missing here, and drops mail that the server has no more [SYN-18]", async () => {
    const { who, id, box, sync, idOf } = await connected(["Erased", "Missing", "Plain"]);
    const [erased] = await peek<{ email: string; remote_id: string }>(
      `select b.email, p.remote_id from message_folders p join mailboxes b on b.id = p.mailbox_id where p.message_id = $1`,
      [idOf("Erased")],
    );
    await erase(erased?.email ?? "", erased?.remote_id ?? "");
    // As if both had been missed here.
    await peek("delete from messages where id = $1", [idOf("Missing")]);
    await peek("update mailboxes set cursor = null where id = $1", [id]);
    await box.deliver(mailOf({ subject: "New" }));
    await call(who, api.mailboxSettings.resync, { params: { id } });
    await sync();
    await sync();
    expect(await heldHere(product, box.key)).toEqual({
      ...{ Missing: "inbox unread", New: "inbox unread", Plain: "inbox unread" },
    });
  });

  test("keeps everything if its cursor cannot be read any more [SYN-18]", async () => {
    const { id, box, sync, rows, before, marks } = await filedMail();
    await peek("update mailboxes set cursor = 'nonsense' where id = $1", [id]);
    for (let times = 0; times < 3; times++) await sync();
    expect(await rows()).toEqual(before);
    expect(await heldHere(product, box.key)).toEqual({ ...wanted, Later: "inbox" });
    expect(await box.onServer()).toEqual({ ...wanted, Later: "inbox" });
    expect(await peek("select 1 from messages where mailbox_id = $1 and snoozed_until > now()", [id])).toHaveLength(1);
    expect(await marks()).toEqual([]);
    expect(await peek("select last_error from mailboxes where id = $1", [id])).toEqual([{ last_error: null }]);
  });
});
