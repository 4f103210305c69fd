// Drafts that were begun in Outlook.
import { api } from "@intellibox/contract/api";
import { afterAll, expect, test, vi } from "vitest";
import { fileSentCopy } from "#features/outbox/sent-copies.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { mailOf } from "#test/mail-of.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { connectAs } from "#test/stand-ins/microsoft/connect.ts";
import { subjectsOf } from "#test/stand-ins/microsoft/draft-json.ts";
import { startMicrosoft } from "#test/stand-ins/microsoft.ts";

// It sends and syncs several times, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });
const microsoft = await startMicrosoft();
afterAll(() => microsoft.stop());
const { world, person, call, peek, send } = await outboxWorld({ environment: microsoft.settings });

test("a draft that was begun in Outlook is finished here: sent once, and gone there, also if the process dies after sending", async () => {
  const who = await person("NORMAL_USER");
  const there = microsoft.addAccount("begun@outlook.test");
  const tokens = microsoft.signIn.grant("begun@outlook.test");
  const key = await connectAs(world, who, { kind: "outlook", email: "begun@outlook.test", tokens });
  for (const subject of ["Begun there", "Another"])
    there.add(mailOf({ subject, to: "Bo <bo@example.com>", headers: ["Cc: di@example.com"], text: "Dear Bo" }), {
      folder: "drafts",
      isDraft: true,
    });
  const listed = async () => (await call(who, api.inbox.threads, { query: { folder: "drafts" } })).body.items;
  await until(async () => {
    await syncMailbox(world, key);
    return (await listed()).length === 2;
  });
  const id = (await listed()).find(({ subject }) => subject === "Begun there")?.id ?? "";
  const { body: draft } = await call(who, api.drafts.readMail, { params: { id } });
  expect(draft).toMatchObject({ subject: "Begun there", cc: ["di@example.com"] });
  const mail = { to: ["bo@example.com"], cc: ["di@example.com"], subject: "Begun there, finished here", draft: id };
  const { status, body } = await send(who, mail, { "x-mailbox-id": key.id });
  expect([status, body.error, there.sent.length]).toEqual([200, undefined, 1]);
  await until(() => subjectsOf(there.in("drafts")).join() === "Another");
  // The job runs again, as after a kill before its last commit.
  await peek(
    "insert into outbox_contents (tenant_id, id, user_id, raw) values ($1, $2, $3, $4) on conflict do nothing",
    [who.tenantId, body.id, who.id, there.sent[0]?.raw],
  );
  await fileSentCopy(world, { tenantId: who.tenantId, userId: who.id, id: body.id ?? "" });
  await until(async () => {
    await syncMailbox(world, key);
    return (await listed()).length === 1;
  });
  expect([subjectsOf(there.in("drafts")), there.sent.length]).toEqual([["Another"], 1]);
  expect(subjectsOf(there.in("sentitems"))).toEqual(["Begun there, finished here"]);
  const sent = await call(who, api.inbox.threads, { query: { folder: "sent" } });
  expect(sent.body.items.map(({ subject }) => subject)).toEqual(["Begun there, finished here"]);
});
