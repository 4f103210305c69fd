import { afterEach, describe, expect, test, vi } from "vitest";
import { newId } from "#lib/ids.ts";
import { testWorld } from "#test/test-world.ts";
import { fencedTransaction } from "./fence.ts";
import { LeaseLost, outboxLease, startHeartbeat, syncLease, tokenLease, watchLease } from "./lease.ts";
import { and, eq } from "./orm.ts";
import { openPresence } from "./presence.ts";
import { mailboxes } from "./tables/mailboxes.ts";

const { person, addMailbox, peek, world, url } = await testWorld();
const who = await person("NORMAL_USER");
const owner = { tenantId: who.tenantId, userId: who.id };

const ofMailboxes = [
  { name: "sync", lease: syncLease, by: "lease_by", until: "lease_until" },
  { name: "watch", lease: watchLease, by: "watch_by", until: "watch_until" },
  { name: "token", lease: tokenLease, by: "renew_by", until: "renew_until" },
];

describe.for(ofMailboxes)("the $name lease", ({ name, lease, by, until }) => {
  const isOurs = (id: string) => and(eq(mailboxes.tenantId, who.tenantId), eq(mailboxes.id, id));
  const write = (id: string, values: object, condition = isOurs(id)) =>
    fencedTransaction(world.db, owner, async (tx) => {
      const where = and(isOurs(id), condition);
      const rows = await tx.update(mailboxes).set(values).where(where).returning({ id: mailboxes.id });
      return rows.length === 1;
    });
  const claim = (id: string, holder: string) => write(id, lease.claim(holder), lease.isFree(world.presence));
  const renew = (id: string, holder: string) => write(id, lease.renewal, lease.isHeldBy(holder));
  const secondsLeft = async (id: string) => {
    const rows = await peek<{ left: number }>(
      `select extract(epoch from ${until} - now())::float as left from mailboxes where id = $1`,
      [id],
    );
    return rows[0]?.left;
  };
  const expire = (id: string) =>
    peek(`update mailboxes set ${until} = now() - interval '1 second' where id = $1`, [id]);

  test("is claimed by one holder, renewed by that one alone, and free after its release", async () => {
    const id = await addMailbox(who, `${name}-one@example.test`, "imap");
    const [first, second] = [newId(), newId()];
    expect(await claim(id, first)).toBe(true);
    expect(await claim(id, second)).toBe(false);
    expect(await renew(id, second)).toBe(false);
    expect(await renew(id, first)).toBe(true);
    expect(await write(id, lease.release, lease.isHeldBy(first))).toBe(true);
    expect(await claim(id, second)).toBe(true);
  });

  test("is free once it has expired, and lost to its first holder once another claims it", async () => {
    const id = await addMailbox(who, `${name}-two@example.test`, "imap");
    const [first, second] = [newId(), newId()];
    await claim(id, first);
    expect(await write(id, lease.renewal, lease.isAbandoned(world.presence))).toBe(false);
    await expire(id);
    expect(await claim(id, second)).toBe(true);
    expect(await renew(id, first)).toBe(false);
    const [row] = await peek<Record<string, string>>(`select ${by} from mailboxes where id = $1`, [id]);
    expect(row?.[by]).toBe(second);
  });

  test("is free as soon as its holder's process has died, and not before", async () => {
    const id = await addMailbox(who, `${name}-dead@example.test`, "imap");
    const other = await openPresence(url, world.log);
    expect(await claim(id, other.newHolder())).toBe(true);
    expect(await claim(id, world.presence.newHolder())).toBe(false);
    await other.close();
    const mine = world.presence.newHolder();
    expect(await claim(id, mine)).toBe(true);
    // Its own process is alive, and so is one of an older version, which has no lock.
    expect(await claim(id, world.presence.newHolder())).toBe(false);
    await write(id, lease.claim(newId()));
    expect(await claim(id, mine)).toBe(false);
  });

  test("a renewal starts its time again", async () => {
    const id = await addMailbox(who, `${name}-three@example.test`, "imap");
    const holder = newId();
    await claim(id, holder);
    await peek(`update mailboxes set ${until} = now() + interval '1 second' where id = $1`, [id]);
    await renew(id, holder);
    expect(await secondsLeft(id)).toBeGreaterThan(lease.seconds / 2);
  });
});

test("each lease outlives two heartbeats that fail", () => {
  for (const { seconds, heartbeatMs } of [outboxLease, syncLease, watchLease])
    expect(seconds * 1000).toBeGreaterThanOrEqual(3 * heartbeatMs);
});

describe("a heartbeat", () => {
  afterEach(() => void vi.useRealTimers());

  test("renews until it is stopped, also after an error", async () => {
    vi.useFakeTimers();
    const onError = vi.fn();
    const renew = vi.fn(async () => undefined);
    renew.mockRejectedValueOnce(new Error("the database restarts"));
    const stop = startHeartbeat({ everyMs: 1_000, renew, onError });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(renew).toHaveBeenCalledTimes(3);
    expect(onError).toHaveBeenCalledTimes(1);
    stop();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(renew).toHaveBeenCalledTimes(3);
  });

  test("ends and reports it when the lease is lost", async () => {
    vi.useFakeTimers();
    const [onLost, onError] = [vi.fn(), vi.fn()];
    const renew = vi.fn(() => Promise.reject(new LeaseLost()));
    startHeartbeat({ everyMs: 1_000, renew, onLost, onError });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(onLost).toHaveBeenCalledTimes(1);
    expect(onError).not.toHaveBeenCalled();
  });
});
