import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { fencedTransaction } from "#db/fence.ts";
import { mailServers } from "#db/tables/mail-servers.ts";
import { openVisitor } from "#scope.ts";
import { memoryTransport } from "#test/memory-transport.ts";
import { until } from "#test/outbox-world.ts";
import { testPassword, testWorld } from "#test/test-world.ts";
import { forgotPassword } from "./forgot-password.ts";

const post = memoryTransport();
const { world, person, call, peek, advance } = await testWorld({
  jobs: true,
  outside: { smtp: post.smtp },
  environment: { PUBLIC_URL: "https://mail.example.com" },
});
const own = "a phrase that only I know";
const ask = (email: string) => call(null, api.auth.forgotPassword, { body: { email } });
/** Not by the route, whose limit the tests would reach. */
const forgot = (email: string) => forgotPassword(openVisitor(world), { email });
const login = (email: string, password: string) => call(null, api.auth.login, { body: { email, password } });
const spendLink = (token: string) => call(null, api.account.useLink, { body: { token, password: own } });
const linksTo = (email: string) =>
  post.mails.flatMap(({ to, text }) => (to === email ? (/set-password#([\w-]+)/.exec(text)?.[1] ?? []) : []));

/** Waits for the jobs that requests have made, and returns their number so far. */
async function runJobs() {
  const states = () =>
    peek<{ state: string }>("select state::text from pgboss.job where name = 'auth.mail-reset-links'");
  await until(async () => (await states()).every(({ state }) => state === "completed"));
  return (await states()).length;
}

test("without a server that sends mail everybody is told the same [LGN-04]", async () => {
  const who = await person("NORMAL_USER");
  for (const email of [who.email, "nobody@nowhere.example"])
    await expect(forgot(email)).rejects.toThrow("This installation cannot send mail yet.");
});

const owner = await person("SUPER_ADMIN", { owner: true });
const pointAt = (tenantId: string, host: string) =>
  fencedTransaction(world.db, "platform", (tx) =>
    tx.insert(mailServers).values({ tenantId, protocol: "smtp", host, port: 25, secure: false, username: "relay" }),
  );

test("a link that works once is mailed by the owner company's server, and ends all sessions [LGN-04]", async () => {
  await pointAt(owner.tenantId, "owner.example");
  const who = await person("NORMAL_USER");
  await pointAt(who.tenantId, "company.example");
  expect((await ask(who.email.toUpperCase())).body).toEqual({ ok: true });
  expect(await runJobs()).toBe(1);
  const [token = ""] = linksTo(who.email);
  expect(post.mails.at(-1)).toMatchObject({ host: "owner.example", to: who.email });
  expect(post.mails.at(-1)?.text).toContain("ignore this mail");
  // Asking changes nothing.
  expect((await call(who, api.auth.me)).status).toBe(200);
  expect((await spendLink(token)).status).toBe(200);
  expect((await call(who, api.auth.me)).status).toBe(401);
  expect((await login(who.email, testPassword)).status).toBe(401);
  expect((await login(who.email, own)).status).toBe(200);
  expect((await spendLink(token)).status).toBe(404);
});

test("an address without an account gets the same answer by the same work, and no mail [LGN-04]", async () => {
  const [before, jobsBefore] = [post.mails.length, await runJobs()];
  const [known, unknown] = [await person("NORMAL_USER"), "nobody@nowhere.example"];
  const answers = [await forgot(known.email), await forgot(unknown)];
  expect(answers[0]).toEqual(answers[1]);
  const jobs = await runJobs();
  expect(jobs - jobsBefore).toBe(2);
  const mailed = post.mails.slice(before).filter(({ text }) => text.includes("set-password#"));
  expect(mailed.map(({ to }) => to)).toEqual([known.email]);
});

test("a link ends after half an hour, and an account gets three in an hour [LGN-04]", async () => {
  const who = await person("NORMAL_USER");
  for (let asked = 0; asked < 5; asked++) {
    await forgot(who.email);
    await runJobs();
  }
  const links = linksTo(who.email);
  expect(links).toHaveLength(3);
  advance(31 * 60_000);
  expect((await spendLink(links[0] ?? "")).status).toBe(404);
  advance(-31 * 60_000);
  expect((await spendLink(links[0] ?? "")).status).toBe(200);
  // The others ended with it.
  expect((await spendLink(links[1] ?? "")).status).toBe(404);
});

test("accounts of several companies get a link each; inactive ones get none [LGN-04]", async () => {
  const who = await person("NORMAL_USER");
  const other = await person("NORMAL_USER");
  const gone = await person("NORMAL_USER");
  await peek("update users set email = $1 where id = any ($2::uuid[])", [who.email, [other.id, gone.id]]);
  await peek("update users set status = 'Inactive' where id = $1", [gone.id]);
  await forgot(who.email);
  await runJobs();
  const links = linksTo(who.email);
  expect(links).toHaveLength(2);
  for (const token of links) expect((await spendLink(token)).status).toBe(200);
});

test("what is no address is refused, and so is more than five a minute [LGN-04]", async () => {
  expect((await ask("")).status).toBe(400);
  expect((await call(null, api.auth.forgotPassword, { body: { email: "a@b.c", to: "x@y.z" } as never })).status).toBe(
    400,
  );
  const statuses = [];
  for (let asked = 0; asked < 8; asked++) statuses.push((await ask("nobody@nowhere.example")).status);
  expect(statuses.at(-1)).toBe(429);
});
