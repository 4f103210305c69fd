import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { testWorld } from "#test/test-world.ts";

const { person, call } = await testWorld();
const { mailboxes } = api;

test("forms start with the defaults, and a blank folder is INBOX [API-18] [VAL-21] [MBX-01]", async () => {
  const who = await person("NORMAL_USER");
  const { body } = await call(who, mailboxes.config);
  const unset = { host: "", allowPlain: false, trustedFingerprint: "", passwordSaved: false };
  expect(body).toEqual({
    protocol: "imap",
    imap: { ...unset, port: 993, secure: true, username: who.email, folder: "INBOX" },
    pop3: { ...unset, port: 110, secure: false, username: who.email, leaveOnServer: true },
  });
  expect(mailboxes.connectImap.body.parse({ host: "h", port: 993, username: "u", folder: " " }).folder).toBe("INBOX");
  expect(mailboxes.connectPop3.body.parse({ host: "h", port: "110", username: "u" })).toMatchObject({
    port: 110,
    secure: false,
    leaveOnServer: true,
  });
  expect(mailboxes.list.response.shape.items.element.shape.provider.options).toEqual([
    "gmail",
    "outlook",
    "imap",
    "pop3",
    "local",
  ]);
  const { status, body: refusal } = await call(who, mailboxes.startGmail);
  expect([status, refusal.error]).toEqual([409, expect.stringContaining("Gmail is not available yet")]);
});

test("hosts in the private network are refused unless they are allowed [MBX-25]", async () => {
  const strict = await testWorld({ environment: { INTELLIBOX_ALLOW_PRIVATE_HOSTS: "0" } });
  const who = await strict.person("NORMAL_USER");
  for (const host of ["127.0.0.1", "localhost", "169.254.169.254", "10.0.0.1", "[::1]", "0x7f.1"]) {
    const form = { host, port: 143, secure: false, username: "u", password: "p" };
    for (const endpoint of [mailboxes.connectImap, mailboxes.connectPop3]) {
      const { status, body } = await strict.call(who, endpoint, { body: form });
      expect([status, body.fields?.host], host).toEqual([400, "This host is not allowed."]);
    }
  }
});
