import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { deliverLocally } from "#outside/mailboxes/local.ts";
import { localMailFolder } from "#features/local-mail/store.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import { syncMailbox } from "./sync.ts";

const { person, call, giveMail, listOf, peek, world } = await mailWorld({ jobs: false });

test("new mail does not wait until hundreds of changes are uploaded, and the rest follows in the next runs", async () => {
  const who = await person("NORMAL_USER");
  const count = 230;
  const box = await giveMail(
    who,
    Array.from({ length: count }, (_, at) => mailOf({ subject: `Mail ${at}` })),
  );
  // The first sync brings the newest only.
  await peek("update mailboxes set wanted_older = $2 where id = $1", [box, count]);
  await syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id: box });
  const rows = await peek<{ id: string }>("select id from messages where mailbox_id = $1", [box]);
  expect(rows).toHaveLength(count);
  const done = await call(who, api.actions.apply, { body: { ids: rows.map(({ id }) => id), action: "archive" } });
  expect([done.status, done.body.ids.length]).toEqual([200, count]);
  await deliverLocally(
    { folder: localMailFolder(world.config.dataDir, who.id) },
    Buffer.from(mailOf({ subject: "New" })),
    "inbox",
  );
  const run = async () => {
    await syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id: box });
    const [state] = await peek<{ pending: number; wanted: boolean }>(
      `select (select count(distinct message_id)::int from message_folders where mailbox_id = $1 and pending is not null) as pending,
        wanted_at is not null as wanted from mailboxes where id = $1`,
      [box],
    );
    return state;
  };
  expect(await run()).toEqual({ pending: count - 200, wanted: true });
  expect((await listOf(who)).items.map(({ subject }) => subject)).toEqual(["New"]);
  expect(await run()).toEqual({ pending: 0, wanted: false });
  expect((await listOf(who)).items.map(({ subject }) => subject)).toEqual(["New"]);
  const [archived] = await peek<{ count: number }>(
    "select count(*)::int as count from messages where mailbox_id = $1 and folder = 'archive'",
    [box],
  );
  expect(archived?.count).toBe(count);
}, 120_000);
