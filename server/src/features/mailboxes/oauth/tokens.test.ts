import { api } from "@intellibox/contract/api";
import { expect, test, vi } from "vitest";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { eq } from "#db/orm.ts";
import { only } from "#db/rows.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { connectGmail, googleWith } from "#test/cloud-world.ts";
import { testWorld } from "#test/test-world.ts";
import { cloudLoginOf } from "../mailbox-login.ts";

// Many small calls to the stand-in, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const { google, newAccount } = await googleWith(20);
const { world, person, peek, call, advance } = await testWorld({ environment: google.settings });

/** A connected account whose access token is valid for this many seconds. */
async function account(seconds: number) {
  const who = await person("NORMAL_USER");
  const email = newAccount();
  const key = await connectGmail(world, google, who, email, seconds);
  const row = only(
    await fencedTransaction(world.db, key, (tx) => tx.select().from(mailboxes).where(eq(mailboxes.id, key.id))),
  );
  /** A token source of another process, with nothing in memory. */
  const source = () => cloudLoginOf(world, row).token;
  const stored = async () =>
    only(await peek<typeof row & Record<string, unknown>>("select * from mailboxes where id = $1", [key.id]));
  const mailbox = async () => only((await call(who, api.mailboxes.list)).body.items);
  return { who, email, key, accessToken: key.accessToken, source, stored, mailbox };
}
const renewals = async (work: () => Promise<unknown>) => {
  const before = google.signIn.renewals;
  await work();
  return google.signIn.renewals - before;
};

test("a token is renewed five minutes before it expires, not sooner", async () => {
  const good = await account(301);
  expect(await renewals(async () => expect(await good.source()()).toBe(good.accessToken))).toBe(0);
  const early = await account(299);
  const token = early.source();
  expect(await renewals(async () => expect(await token()).not.toBe(early.accessToken))).toBe(1);
  // Stored: neither this process nor another has to renew again.
  expect(await renewals(async () => expect(await early.source()()).toBe(await token()))).toBe(0);
});

test("concurrent users in several processes make one request and get the same token", async () => {
  const { source, accessToken } = await account(-10);
  let tokens: string[] = [];
  const asked = await renewals(async () => {
    tokens = await Promise.all(Array.from({ length: 12 }, () => source()()));
  });
  expect(asked).toBe(1);
  expect(new Set(tokens).size).toBe(1);
  expect(tokens[0]).not.toBe(accessToken);
});

test("a refused token is renewed once, however many calls were refused", async () => {
  const { source, email } = await account(3600);
  const sources = Array.from({ length: 5 }, source);
  await Promise.all(sources.map((token) => token()));
  google.signIn.expireAccess(email);
  expect(await renewals(() => Promise.all(sources.map((token) => token({ renew: true }))))).toBe(1);
});

test("while another process renews, a valid token is used, and an expired one is waited for", async () => {
  const { source, accessToken, key } = await account(120);
  const lease = "update mailboxes set renew_by = $2, renew_until = now() + $3::interval where id = $1";
  await peek(lease, [key.id, newId(), "30 seconds"]);
  expect(await renewals(async () => expect(await source()()).toBe(accessToken))).toBe(0);
  const dead = await account(-1);
  // Its holder was killed: the lease expires, and another process claims it.
  await peek(lease, [dead.key.id, newId(), "2 seconds"]);
  expect(await renewals(async () => expect(await dead.source()()).not.toBe(dead.accessToken))).toBe(1);
});

test("after a kill between the provider's answer and our commit, the old refresh token still works", async () => {
  const { source, key, stored } = await account(-1);
  const before = (await stored()).password_sealed;
  await source()();
  // As if the process had died before its commit.
  await peek("update mailboxes set password_sealed = $2, renew_by = $3, renew_until = now() where id = $1", [
    key.id,
    before,
    newId(),
  ]);
  expect(await renewals(() => source()())).toBe(1);
});

test("a new refresh token is stored before its access token is used", async () => {
  const { source } = await account(-1);
  google.signIn.rotates = true;
  await source()();
  advance(3600_000);
  expect(await renewals(() => source()())).toBe(1);
  advance(3600_000);
  expect(await renewals(() => source()())).toBe(1);
  advance(-7200_000);
  google.signIn.rotates = false;
});

test("an error of the token endpoint keeps the mailbox connected, and is retried", async () => {
  const { source, key, stored, mailbox } = await account(-1);
  for (const [status, reason] of [
    [503, "backend_error"],
    [500, "internal_failure"],
    [401, "invalid_client"],
    [400, "invalid_request"],
    [429, "rate_limited"],
  ] as const) {
    google.trouble({ status, reason, matches: /oauth2\/token/ });
    await expect(source()(), reason).rejects.toMatchObject({ fault: "throttled" });
  }
  google.state.isDown = true;
  await expect(source()()).rejects.toMatchObject({ fault: "throttled" });
  google.state.isDown = false;
  expect((await stored()).password_sealed).not.toBeNull();
  google.trouble({ status: 503, reason: "backend_error", matches: /oauth2\/token/ });
  await syncMailbox(world, key);
  expect(await mailbox()).toMatchObject({ status: "retrying", needsReconnect: false });
  await syncMailbox(world, key);
  expect(await mailbox()).toMatchObject({ status: "connected", lastError: null });
});

test("only a revoked grant disconnects the mailbox, with a message that says what to do", async () => {
  const { source, email, key, stored, mailbox } = await account(-1);
  google.signIn.revoke(email);
  await expect(source()()).rejects.toMatchObject({ fault: "auth", message: expect.stringContaining("Reconnect") });
  expect(await stored()).toMatchObject({ password_sealed: null, status: "attention", renew_by: null });
  expect(await mailbox()).toMatchObject({ needsReconnect: true, lastError: expect.stringContaining(email) });
  // From then on Google is not called.
  expect(await renewals(() => syncMailbox(world, key))).toBe(0);
  expect(await mailbox()).toMatchObject({ status: "attention", needsReconnect: true });
});

test("a clock that is off by hours causes one renewal only", async () => {
  const { source, email } = await account(3600);
  advance(5 * 3600_000);
  expect(await renewals(() => source()())).toBe(1);
  advance(-5 * 3600_000);
  // Our clock is behind: the token looks valid, and is refused.
  google.signIn.expireAccess(email);
  const token = source();
  await token();
  expect(await renewals(() => token({ renew: true }))).toBe(1);
});
