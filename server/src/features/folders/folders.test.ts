import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { type Caller, testWorld } from "#test/test-world.ts";

const { person, call, peek, addMailbox } = await testWorld();

async function addFolder(who: Caller, mailbox: string, role: string) {
  const id = newId();
  await peek(
    "insert into folders (tenant_id, id, user_id, mailbox_id, key, role, name) values ($1, $2, $3, $4, $5, $5, $5)",
    [who.tenantId, id, who.id, mailbox, role],
  );
  return id;
}
const followed = async (mailbox: string) =>
  (
    await peek<{ role: string }>("select role from folders where mailbox_id = $1 and is_followed order by role", [
      mailbox,
    ])
  ).map(({ role }) => role);

test("a view over all mailboxes follows its folders when it is first opened, and those of nobody else", async () => {
  const [who, other] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  const roles = ["archive", "junk", "drafts"] as const;
  const boxes = [await addMailbox(who, "a@acme.test", "imap"), await addMailbox(who, "b@acme.test", "outlook")];
  const [foreign, local] = [
    await addMailbox(other, "c@acme.test", "imap"),
    await addMailbox(who, "d@acme.test", "local"),
  ];
  for (const role of roles) {
    for (const box of [...boxes, local]) await addFolder(who, box, role);
    await addFolder(other, foreign, role);
  }
  await call(who, api.inbox.threads, { query: { folder: "inbox" } });
  expect(await followed(boxes[0] ?? "")).toEqual([]);
  await call(who, api.inbox.threads, { query: { folder: "archive", mailbox: boxes[0] } });
  expect([await followed(boxes[0] ?? ""), await followed(boxes[1] ?? "")]).toEqual([["archive"], []]);
  for (const folder of roles) expect((await call(who, api.inbox.threads, { query: { folder } })).status).toBe(200);
  for (const box of boxes) expect(await followed(box)).toEqual(roles.toSorted());
  expect([await followed(foreign), await followed(local)]).toEqual([[], []]);
  const wanted = await peek("select 1 from mailboxes where wanted_at is not null and id = any ($1)", [boxes]);
  expect(wanted.length).toBe(2);
});

test("mailboxes that were connected at the same moment are listed by their addresses", async () => {
  const who = await person("NORMAL_USER");
  for (const name of ["zoe", "ana", "mia"]) await addMailbox(who, `${name}@acme.test`, "imap");
  await peek("update mailboxes set created_at = '2026-01-01' where user_id = $1", [who.id]);
  const { items } = (await call(who, api.mailboxes.list)).body;
  expect(items.map(({ email }) => email)).toEqual(["ana@acme.test", "mia@acme.test", "zoe@acme.test"]);
  const { mailboxes } = (await call(who, api.folders.list)).body;
  expect(mailboxes.map(({ mailboxId }) => mailboxId)).toEqual(items.map(({ id }) => id));
});

test("a search in a folder that is not synced yet syncs it and says that its mail is being loaded", async () => {
  const who = await person("NORMAL_USER");
  const box = await addMailbox(who, "a@acme.test", "imap");
  await addFolder(who, box, "junk");
  const wien = await addFolder(who, box, "archive");
  await peek("update folders set role = null, name = 'Wien' where id = $1", [wien]);
  const search = async (q: string) => (await call(who, api.inbox.threads, { query: { q } })).body.notice;
  const words = "The mail of this folder is being loaded.";
  expect([await search("in:spam"), await search("offer in:Wien")]).toEqual([words, words]);
  expect(await peek("select from folders where mailbox_id = $1 and not is_followed", [box])).toEqual([]);
  expect(await search("in:spam")).not.toBe(words);
});
