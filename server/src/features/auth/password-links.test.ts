import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { mailServers } from "#db/tables/mail-servers.ts";
import { memoryTransport } from "#test/memory-transport.ts";
import { type Caller, testPassword, testWorld } from "#test/test-world.ts";
import { purgePasswordLinks, usePasswordLink as spendLink } from "./password-links.ts";

const post = memoryTransport();
const { world, person, call, peek, advance, visitor } = await testWorld({
  outside: { smtp: post.smtp },
  environment: { PUBLIC_URL: "https://mail.example.com" },
});
const own = "a phrase that only I know";
const useLink = (token: string, password = own) => call(null, api.account.useLink, { body: { token, password } });
const readLink = (token: string) => call(null, api.account.readLink, { body: { token } });
const login = (email: string, password: string) => call(null, api.auth.login, { body: { email, password } });
const pointAt = (tenantId: string, host: string) =>
  fencedTransaction(world.db, "platform", (tx) =>
    tx.insert(mailServers).values({ tenantId, protocol: "smtp", host, port: 25, secure: false, username: "relay" }),
  );

/** Reads the link in the newest mail to the address. */
function linkTo(email: string) {
  const mail = post.mails.findLast(({ to }) => to === email);
  expect(mail?.host).toBe("owner.example");
  return { token: /https:\/\/mail\.example\.com\/set-password#([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "", ...mail };
}

const owner = await person("SUPER_ADMIN", { owner: true });
await pointAt(owner.tenantId, "owner.example");
async function company() {
  const ana = await person("ADMIN", { name: "Ana Rao" });
  // An admin chooses this server and could read the mail that it sends, so no link may go through it.
  await pointAt(ana.tenantId, "company.example");
  return { ana, joe: await person("NORMAL_USER", { tenantId: ana.tenantId }) };
}
const reset = (who: Caller, id: string) => call(who, api.users.resetPassword, { params: { id } });

test("a reset mails a link by the owner company's server: only its reader learns the password, and the mail stays open", async () => {
  const { ana, joe } = await company();
  expect((await reset(ana, joe.id)).body).toEqual({ linkSentTo: joe.email });
  const { token, text } = linkTo(joe.email);
  expect(text).toContain(`Ana Rao (${ana.email})`);
  expect(text).toContain("from 127.0.0.1");
  // The old password works until the link is used.
  expect((await call(joe, api.auth.me)).status).toBe(200);
  expect((await call(joe, api.account.notices)).body.items[0]).toMatchObject({ kind: "link-sent" });

  expect((await readLink(token)).body).toMatchObject({ kind: "reset", email: joe.email, by: "Ana Rao" });
  expect((await useLink(token, "tooshort")).status).toBe(400);
  const { status, body } = await useLink(token);
  expect({ status, user: body.user }).toMatchObject({
    status: 200,
    user: { _id: joe.id, mustChangePassword: false, mailClosed: false },
  });
  expect((await call(body, api.inbox.threads)).status).toBe(200);
  expect((await call(joe, api.auth.me)).status).toBe(401);
  expect((await login(joe.email, testPassword)).status).toBe(401);
  expect((await login(joe.email, own)).status).toBe(200);
  // A link works once.
  expect((await useLink(token)).status).toBe(404);
  expect((await readLink(token)).status).toBe(404);
});

test("the mail is in the language of its recipient, or else of the caller [LNG-02]", async () => {
  const { ana, joe } = await company();
  await call(joe, api.users.updateProfile, { body: { language: "hi" } });
  await reset(ana, joe.id);
  const [, body = ""] = post.mails.findLast(({ to }) => to === joe.email)?.text.split("\r\n\r\n") ?? [];
  expect(Buffer.from(body, "base64").toString()).toMatch(/नमस्ते .*यह लिंक इन्होंने माँगा: Ana Rao .*एक ही बार काम करता है/s);
  const eve = await person("NORMAL_USER", { tenantId: ana.tenantId });
  await reset(ana, eve.id);
  expect(linkTo(eve.email).text).toContain("This link was asked for by Ana Rao");
});

test("of two simultaneous uses of a link one succeeds", async () => {
  const { ana, joe } = await company();
  await reset(ana, joe.id);
  const { token } = linkTo(joe.email);
  const answers = await Promise.all([useLink(token, "the first new phrase"), useLink(token, "the second new phrase")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
});

/** Without a request, whose limit for an address the tests share. */
const spend = (token: string) => spendLink(visitor, { token, password: "a phrase of the finder" });

test("a link ends when the password is changed after it was mailed, by its owner or by an admin [LGN-04]", async () => {
  const { ana, joe } = await company();
  const changes = [
    () => call(joe, api.auth.changePassword, { body: { currentPassword: testPassword, newPassword: own } }),
    () => call(ana, api.users.update, { params: { id: joe.id }, body: { password: "a phrase of the admin" } }),
  ];
  for (const change of changes) {
    await reset(ana, joe.id);
    const { token } = linkTo(joe.email);
    expect((await change()).status).toBe(200);
    await expect(spend(token)).rejects.toThrow("This link has been used, or its time is over");
  }
  // The link that the second change mailed.
  expect((await spend(linkTo(joe.email).token)).user._id).toBe(joe.id);
});

test("a new user chooses the first password with a link", async () => {
  const { ana } = await company();
  const email = `new-${newId()}@example.test`;
  const { body } = await call(ana, api.users.create, { body: { name: "Priya", email } });
  expect(body).toMatchObject({ linkSentTo: email, mailClosed: false });
  expect(body.temporaryPassword).toBeUndefined();
  const { token } = linkTo(email);
  expect((await readLink(token)).body.kind).toBe("invitation");
  expect((await useLink(token)).body.user).toMatchObject({ email, mustChangePassword: false });
});

test("a password that an admin types closes the mail, and its owner is mailed a link that opens it", async () => {
  const { ana, joe } = await company();
  const password = "a phrase that Ana chose";
  await call(ana, api.users.update, { params: { id: joe.id }, body: { password } });
  expect((await login(joe.email, password)).body.user).toMatchObject({ mustChangePassword: true, mailClosed: true });
  expect((await useLink(linkTo(joe.email).token)).body.user.mailClosed).toBe(false);
});

test("a user whose mail is closed gets a link by mail; using it ends all other sessions", async () => {
  const { joe } = await company();
  await peek("update users set mail_closed_at = now() where id = $1", [joe.id]);
  expect((await call(joe, api.account.notices)).body.linkByMail).toBe(true);
  expect((await call(joe, api.account.sendLink)).body).toEqual({ sentTo: joe.email });
  const { body } = await useLink(linkTo(joe.email).token);
  expect(body.user.mailClosed).toBe(false);
  expect((await call(joe, api.auth.me)).status).toBe(401);
});

test("a link stops working when it expires, when its account is inactive, and when its mail could not be sent", async () => {
  const { ana, joe } = await company();
  await reset(ana, joe.id);
  const first = linkTo(joe.email).token;
  await peek("update users set status = 'Inactive' where id = $1", [joe.id]);
  expect((await useLink(first)).status).toBe(404);
  await peek("update users set status = 'Active' where id = $1", [joe.id]);
  advance(24 * 3600_000 + 1000);
  expect((await useLink(first)).status).toBe(404);

  post.fault = new Error("The server is away.");
  const jan = await person("NORMAL_USER", { tenantId: ana.tenantId });
  const boss = await person("ADMIN", { tenantId: ana.tenantId });
  expect(await reset(boss, jan.id)).toMatchObject({
    status: 502,
    body: { error: "The link could not be mailed: The server is away." },
  });
  expect(await peek("select 1 from password_links where user_id = $1", [jan.id])).toEqual([]);
  const made = await call(boss, api.users.create, { body: { name: "Priya", email: `new-${newId()}@example.test` } });
  expect(made).toMatchObject({ status: 201, body: { linkError: "The link could not be mailed: The server is away." } });
  post.fault = undefined;
});

test("an invitation lasts exactly three days and a reset one day; then they are deleted", async () => {
  const { ana, joe } = await company();
  const email = `new-${newId()}@example.test`;
  const day = 24 * 3600_000;
  const asked = visitor.now().getTime();
  await reset(ana, joe.id);
  await call(ana, api.users.create, { body: { name: "Priya", email } });
  const answered = visitor.now().getTime();
  const [link, invitation] = [linkTo(joe.email), linkTo(email)];
  const rows = await peek<{ kind: string; expires: number }>(
    "select kind, round(extract(epoch from expires_at) * 1000)::float8 as expires from password_links where tenant_id = $1 order by kind",
    [ana.tenantId],
  );
  for (const [at, days] of [3, 1].entries()) {
    expect(rows[at]?.expires).toBeGreaterThanOrEqual(asked + days * day);
    expect(rows[at]?.expires).toBeLessThanOrEqual(answered + days * day);
  }
  const [until = 0] = rows.map(({ expires }) => new Date(expires).toISOString().slice(0, 16).replace("T", " "));
  expect(invitation.text).toContain(`The link works once, until ${until} UTC.`);

  const left = async (milliseconds: number) => {
    await visitor.platformTx((tx) => purgePasswordLinks(tx, new Date(milliseconds)));
    return (await peek("select 1 from password_links where tenant_id = $1", [ana.tenantId])).length;
  };
  expect((await readLink(link.token)).status).toBe(200);
  expect(await left(asked + day)).toBe(2);
  expect(await left(answered + day + 1)).toBe(1);
  expect(await left(answered + 3 * day + 1)).toBe(0);
});

test("a change of one's own password mails no link", async () => {
  const { joe } = await company();
  const before = post.mails.length;
  const body = { password: own, currentPassword: testPassword };
  expect((await call(joe, api.users.update, { params: { id: joe.id }, body })).status).toBe(200);
  expect(post.mails).toHaveLength(before);
});

test("links are stored as hashes, and the tenant role cannot read them", async () => {
  const { ana, joe } = await company();
  await reset(ana, joe.id);
  const { token } = linkTo(joe.email);
  expect(JSON.stringify(await peek("select to_jsonb(l) from password_links l"))).not.toContain(token);
  const read = fencedTransaction(world.db, { tenantId: ana.tenantId, userId: ana.id }, (tx) =>
    tx.execute("select 1 from password_links"),
  );
  await expect(read).rejects.toThrow();
});
