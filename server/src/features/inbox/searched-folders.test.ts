import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import type { Caller } from "#test/test-world.ts";

const { person, call, giveMail, listOf, subjectsOf, peek, world } = await mailWorld({ jobs: false });

/** Adds a folder as a server would list it, with these messages in it. */
async function addFolder(who: Caller, mailboxId: string, path: string, subjects: string[]) {
  const [name = "", ...above] = path.split("/").reverse();
  const id = newId();
  await peek(
    `insert into folders (tenant_id, id, user_id, mailbox_id, key, kind, name, above, is_followed)
     values ($1, $2, $3, $4, $5, 'label', $6, $7, true)`,
    [who.tenantId, id, who.id, mailboxId, path, name, above.reverse()],
  );
  await peek(
    `insert into message_folders (tenant_id, user_id, mailbox_id, folder_id, message_id, remote_id, date, unread)
     select tenant_id, user_id, mailbox_id, $2, id, remote_id, date, unread from messages where mailbox_id = $1 and subject = any ($3)`,
    [mailboxId, id, subjects],
  );
  return id;
}

test("a search covers the list, folder or label that it names, with and without words", async () => {
  const who = await person("NORMAL_USER");
  const plan = (subject: string, text = "The plan is ready.") => mailOf({ subject, text });
  const box = await giveMail(
    who,
    ["One", "Two", "Three", "Four", "Five"].map((subject) => plan(subject)),
  );
  await giveMail(who, [plan("Sent")], "sent");
  const ids = new Map((await listOf(who)).items.map(({ id, subject }) => [subject, id]));
  const act = (action: string, subject: string) =>
    call(who, api.actions.apply, { body: { ids: [ids.get(subject)], action } });
  await act("archive", "One");
  await act("junk", "Two");
  await act("trash", "Three");
  await act("star", "Four");
  const work = await addFolder(who, box, "Work", ["One", "Four", "Three"]);
  await addFolder(who, box, "Work/Old clients", ["Four", "Five"]);

  const everything = ["Five", "Four", "One", "Sent"];
  for (const words of ["", "plan "]) {
    const found = async (q: string) => (await subjectsOf(who, `${words}${q}`)).sort();
    if (words) expect(await found("")).toEqual(everything);
    expect(await found("in:inbox")).toEqual(["Five", "Four"]);
    expect(await found("in:sent")).toEqual(["Sent"]);
    expect(await found("in:archive")).toEqual(["One"]);
    expect(await found("in:spam")).toEqual(["Two"]);
    expect(await found("in:trash")).toEqual(["Three"]);
    expect(await found("in:anywhere")).toEqual([...everything, "Three", "Two"].sort());
    expect(await found("in:starred")).toEqual(["Four"]);
    expect(await found("is:starred in:inbox")).toEqual(["Four"]);
    expect(await found("in:inbox -is:starred")).toEqual(["Five"]);
    expect(await found("in:snoozed")).toEqual([]);
    expect(await found("-in:sent -in:archive")).toEqual(["Five", "Four"]);
    // Mail in the trash is found there only.
    expect(await found("label:work")).toEqual(["Four", "One"]);
    expect(await found("in:anywhere label:WORK")).toEqual(["Four", "One", "Three"]);
    expect(await found('label:"work/old CLIENTS"')).toEqual(["Five", "Four"]);
    expect(await found('in:"Old clients" label:work')).toEqual(["Four"]);
    expect(await found('label:"Old clients" -label:work')).toEqual(["Five"]);
    expect(await found("in:inbox -label:work")).toEqual(["Five"]);
  }
  expect(await listOf(who, { q: "plan label:nothing" })).toMatchObject({
    items: [],
    notice: "There is no folder or label named “nothing”.",
  });
  // Words are searched for in the folder that is open; its own name in the search is instead of it.
  expect((await listOf(who, { q: "plan", folderId: work })).items.map(({ subject }) => subject).sort()).toEqual([
    "Four",
    "One",
  ]);
  expect((await listOf(who, { q: "plan in:sent", folderId: work })).items.map(({ subject }) => subject)).toEqual([
    "Sent",
  ]);
  const stranger = await person("NORMAL_USER", { tenantId: who.tenantId });
  expect((await listOf(stranger, { q: "label:work" })).notice).toContain("no folder");
});

test("a list of a role, and a search in it, take no more transactions than others", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(who, [mailOf({ subject: "One", text: "The plan is ready." })]);
  const { pool } = world.db;
  const transactionsOf = async (query: Record<string, unknown>) => {
    let count = 0;
    const note = () => count++;
    pool.on("acquire", note);
    await listOf(who, query);
    pool.off("acquire", note);
    return count;
  };
  // The first list of a role begins to sync its folders.
  for (const folder of ["inbox", "archive"]) await listOf(who, { folder });
  expect(await transactionsOf({ folder: "archive" })).toBe(await transactionsOf({}));
  expect(await transactionsOf({ q: "plan in:inbox" })).toBe(await transactionsOf({ q: "plan" }));
});
