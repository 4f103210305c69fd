import { api } from "@intellibox/contract/api";
import { afterAll, expect, test } from "vitest";
import { fencedTransaction } from "#db/fence.ts";
import { mailServers } from "#db/tables/mail-servers.ts";
import { memoryTransport } from "#test/memory-transport.ts";
import { origin, ssoWorld } from "#test/sso-world.ts";
import { startHostileProvider } from "#test/stand-ins/hostile-provider.ts";

const provider = await startHostileProvider();
afterAll(provider.stop);
const post = memoryTransport();
const { world, company, call, person, peek } = await ssoWorld({ outside: { smtp: post.smtp } });
const client = { issuer: provider.issuer, clientId: "intellibox", clientSecret: "a secret" };
const { admin, domain } = await company(client, { isOnly: true });
const add = (email: string) => call(admin, api.users.create, { body: { name: "Ana Lima", email } });

test("without a mail server, the admin is told where a newcomer signs in, and no useless password is shown [IDN-07]", async () => {
  const { status, body } = await add(`eva@${domain}`);
  expect([status, body.temporaryPassword, body.linkSentTo]).toEqual([201, undefined, undefined]);
  expect(body.linkError).toContain(`Ask Ana Lima to sign in by single sign-on: ${origin}/sso`);
});

test("a newcomer to a company that refuses passwords is mailed where to sign in, also again [IDN-07]", async () => {
  const owner = await person("SUPER_ADMIN", { owner: true });
  const server = { protocol: "smtp" as const, host: "owner.example", port: 25, secure: false, username: "relay" };
  await fencedTransaction(world.db, "platform", (tx) =>
    tx.insert(mailServers).values({ tenantId: owner.tenantId, ...server }),
  );
  const email = `ana@${domain}`;
  const made = await add(email);
  expect([made.status, made.body.linkSentTo, made.body.linkError]).toEqual([201, email, undefined]);
  const again = await call(admin, api.users.resetPassword, { params: { id: made.body._id } });
  expect([again.status, again.body]).toEqual([200, { linkSentTo: email }]);
  const mails = post.mails.filter(({ to }) => to === email);
  expect(mails).toHaveLength(2);
  for (const { text } of mails) {
    expect(text).toContain(`${origin}/sso`);
    expect(text).not.toContain("set-password");
  }
  expect(await peek("select 1 from password_links where user_id = $1", [made.body._id])).toEqual([]);
  // Who has been here knows the way, and a password could not be used.
  await peek("update users set last_sign_in_at = now() where id = $1", [made.body._id]);
  expect((await call(admin, api.users.resetPassword, { params: { id: made.body._id } })).status).toBe(409);
});
