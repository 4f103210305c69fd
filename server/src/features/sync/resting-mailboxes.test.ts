import { expect, test } from "vitest";
import type { Mailbox } from "#outside/mailboxes/mailbox.ts";
import { until } from "#test/outbox-world.ts";
import { testWorld } from "#test/test-world.ts";
import { pollDueMailboxes } from "./poll-due-mailboxes.ts";
import { syncMailbox } from "./sync.ts";
import { startWatchers } from "./watch.ts";

/** How often each mailbox was opened and closed, by its email. */
const opened = new Map<string, number>();
const closed = new Map<string, number>();
const countOne = (counts: Map<string, number>, email: string) => counts.set(email, (counts.get(email) ?? 0) + 1);
const openMailbox = (email: string) => {
  countOne(opened, email);
  return {
    async *sync() {
      // Has no mail.
    },
    watch: (_onChange: () => void, signal: AbortSignal) =>
      new Promise<void>((done) => {
        if (signal.aborted) done();
        else signal.addEventListener("abort", () => done());
      }),
    close: async () => void countOne(closed, email),
  } as unknown as Mailbox;
};
const { person, peek, world } = await testWorld({
  outside: {
    openMailbox: async (login) => openMailbox("username" in login ? login.username : ""),
  },
});
await world.queue.boss.createQueue("mailbox.sync", { policy: "short" });

const blocks = [
  ["a suspended company", "tenants", "tenantId", "Suspended"],
  ["an inactive account", "users", "id", "Inactive"],
] as const;

for (const [whose, table, column, status] of blocks) {
  const dueMailbox = async () => {
    const who = await person("NORMAL_USER");
    const [box] = await peek<{ id: string }>(
      `insert into mailboxes (tenant_id, id, user_id, kind, email, username, last_sync_at, next_sync_at)
       values ($1, gen_random_uuid(), $2, 'imap', $3, $3, now(), now()) returning id`,
      [who.tenantId, who.id, who.email],
    );
    const setStatus = (value: string) => peek(`update ${table} set status = $2 where id = $1`, [who[column], value]);
    await setStatus(status);
    return { key: { tenantId: who.tenantId, userId: who.id, id: box?.id ?? "" }, email: who.email, setStatus };
  };

  test(`the mailbox of ${whose} is not polled until it is active again`, async () => {
    const { key, setStatus } = await dueMailbox();
    const jobs = () => peek("select 1 from pgboss.job where name = 'mailbox.sync' and data->>'id' = $1", [key.id]);
    await pollDueMailboxes(world);
    expect(await jobs()).toHaveLength(0);
    await setStatus("Active");
    await pollDueMailboxes(world);
    expect(await jobs()).toHaveLength(1);
  });

  test(`a sync of ${whose}'s mailbox that was requested before opens no connection, and follows when it is active again`, async () => {
    const { key, email, setStatus } = await dueMailbox();
    await syncMailbox(world, key);
    expect(opened.get(email)).toBeUndefined();
    await setStatus("Active");
    await syncMailbox(world, key);
    expect(opened.get(email)).toBe(1);
  });

  test(`the mailbox of ${whose} is watched only while it is active`, async () => {
    const { email, setStatus } = await dueMailbox();
    const watchers = startWatchers(world, { everyMs: 3_600_000 });
    try {
      await watchers.look();
      expect(opened.get(email)).toBeUndefined();
      await setStatus("Active");
      await watchers.look();
      await until(() => opened.get(email) === 1);
      await setStatus(status);
      await watchers.look();
      await until(() => closed.get(email) === 1);
    } finally {
      await watchers.close();
    }
  });
}
