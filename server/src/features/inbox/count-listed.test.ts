import { api } from "@intellibox/contract/api";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "#lib/ids.ts";
import { testWorld } from "#test/test-world.ts";

const { person, call, peek } = await testWorld();
afterEach(() => void vi.useRealTimers());

test("a list of more than a thousand messages has no total, and is not counted again at each look", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const [ana, ben] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  const addMail = async ({ tenantId, id }: typeof ana, count: number) => {
    const boxId = newId();
    await peek("insert into mailboxes (tenant_id, id, user_id, kind, email) values ($1, $2, $3, 'imap', $4)", [
      tenantId,
      boxId,
      id,
      `${boxId}@count.test`,
    ]);
    await peek(
      `insert into messages (tenant_id, id, user_id, mailbox_id, remote_id, folder, thread_id, subject, base_subject, from_name, from_address, participants, date, snippet, unread, has_attachment, size)
       select $1::uuid, gen_random_uuid(), $3::uuid, $2::uuid, n::text, 'inbox', gen_random_uuid(), '', '', '', '', '{}', now(), '', false, false, 1
       from generate_series(1, $4::int) n`,
      [tenantId, boxId, id, count],
    );
  };
  const totalOf = async (who: typeof ana) => (await call(who, api.inbox.threads, { query: { limit: "5" } })).body.total;
  await addMail(ana, 1001);
  await addMail(ben, 1000);
  expect([await totalOf(ana), await totalOf(ben)]).toEqual([undefined, 1000]);
  await peek("delete from messages where user_id = any ($1) and remote_id::int > 10", [[ana.id, ben.id]]);
  expect([await totalOf(ana), await totalOf(ben)]).toEqual([undefined, 10]);
  vi.setSystemTime(Date.now() + 20_000);
  expect(await totalOf(ana)).toBe(10);
});
