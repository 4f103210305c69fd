import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { fencedTransaction } from "#db/fence.ts";
import { mailServers } from "#db/tables/mail-servers.ts";
import { memoryTransport } from "#test/memory-transport.ts";
import { until } from "#test/outbox-world.ts";
import { type Caller, testPassword, testWorld } from "#test/test-world.ts";

const post = memoryTransport();
const { world, app, person, peek } = await testWorld({
  jobs: true,
  outside: { smtp: post.smtp },
  environment: { PUBLIC_URL: "https://mail.example.com" },
});
const owner = await person("SUPER_ADMIN", { owner: true });
await fencedTransaction(world.db, "platform", (tx) =>
  tx.insert(mailServers).values({
    ...{
      tenantId: owner.tenantId,
      protocol: "smtp",
      host: "owner.example",
      port: 25,
      secure: false,
      username: "relay",
    },
  }),
);

const chrome = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36";
/** Returns the cookie by which the browser is recognized later. */
async function login({ email }: Caller, cookie = "") {
  const answer = await app.inject({
    method: "POST",
    url: `/api${api.auth.login.path}`,
    payload: { email, password: testPassword },
    headers: { "user-agent": chrome, ...(cookie && { cookie }) },
  });
  expect(answer.statusCode).toBe(200);
  const states = () =>
    peek<{ state: string }>("select state::text from pgboss.job where name = 'auth.mail-new-device'");
  await until(async () => (await states()).every(({ state }) => state === "completed"));
  return String(answer.headers["set-cookie"]).split(";")[0] ?? "";
}
const mailsTo = ({ email }: Caller) => post.mails.filter(({ to }) => to === email);

test("a sign-in in a new browser is mailed once to the person, with device and address [IDN-04]", async () => {
  const ana = await person("NORMAL_USER");
  const cookie = await login(ana);
  expect(mailsTo(ana)).toMatchObject([{ host: "owner.example" }]);
  const text = mailsTo(ana)[0]?.text ?? "";
  expect(text).toContain("Device: Chrome on Windows");
  expect(text).toContain("Address: 127.0.0.1");
  expect(text).toContain("https://mail.example.com/profile?tab=security");
  await login(ana, cookie);
  expect(mailsTo(ana)).toHaveLength(1);
  await login(ana);
  expect(mailsTo(ana)).toHaveLength(2);
});

test("the first sign-in of an account is not mailed [IDN-04]", async () => {
  const ben = await person("NORMAL_USER");
  await peek("update users set last_sign_in_at = null where id = $1", [ben.id]);
  await login(ben);
  expect(mailsTo(ben)).toEqual([]);
  await login(ben);
  expect(mailsTo(ben)).toHaveLength(1);
});
