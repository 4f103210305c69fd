import { api } from "@intellibox/contract/api";
import type { Endpoint } from "@intellibox/contract/endpoint";
import { beforeAll, expect, test } from "vitest";
import { type Caller, testWorld } from "#test/test-world.ts";
import { mailServerLogin } from "./mail-servers.ts";

const { person, call, peek, scopeOf } = await testWorld();
const guarded = await testWorld({ environment: { INTELLIBOX_ALLOW_PRIVATE_HOSTS: "0" } });
let owner: Caller;
beforeAll(async () => {
  owner = await person("SUPER_ADMIN", { owner: true });
});

const calls = api.mailServers;
const protocols = [
  ["smtp", calls.getSmtp, calls.createSmtp, calls.updateSmtp, calls.testSmtp],
  ["imap", calls.getImap, calls.createImap, calls.updateImap, calls.testImap],
  ["pop3", calls.getPop3, calls.createPop3, calls.updatePop3, calls.testPop3],
] as const;
const form = {
  host: "mail.example.com",
  port: 993,
  secure: true,
  username: "ana@acme.test",
  password: " s3cret pass ",
};
const send = (who: Caller, endpoint: Endpoint, body?: object, headers = {}) =>
  call(who, endpoint, body ? { body } : {}, headers) as Promise<{ status: number; body: Record<string, unknown> }>;

/** The requirements that each protocol's tests prove. */
const proven = { smtp: "[API-35] [API-36]", imap: "[API-37] [API-38]", pop3: "[API-39] [API-40]" };

for (const [protocol, get, create, update, tryOut] of protocols) {
  const fromName = protocol === "smtp" ? { fromName: "Acme" } : {};

  test(`${protocol}: a missing configuration is a 404; POST creates, PUT changes, the password is never returned [MCF-15] ${proven[protocol]}`, async () => {
    const ana = await person("ADMIN");
    expect(await send(ana, get)).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect((await send(ana, update, form)).status).toBe(404);
    const open = { allowPlain: false, trustedFingerprint: "" };
    const { password: _, ...shown } = { ...form, ...fromName, ...open, hasPassword: true };
    const created = await send(ana, create, { ...form, ...fromName });
    expect(created).toMatchObject({ status: 201 });
    expect(created.body).toEqual(shown);
    const updated = await send(ana, update, { ...form, ...fromName, password: undefined, port: 1993 });
    expect(updated.body).toEqual({ ...shown, port: 1993 });
    expect((await send(ana, get)).body).toEqual({ ...shown, port: 1993 });
  });

  test(`${protocol}: a blank password keeps the stored one, a new one replaces it [MCF-06]`, async () => {
    const ana = await person("ADMIN");
    const scope = scopeOf(ana);
    const saved = () => scope.tx(async (tx) => (await mailServerLogin(tx, scope, protocol))?.password);
    await send(ana, create, { ...form, password: "" });
    expect({ has: (await send(ana, get)).body.hasPassword, saved: await saved() }).toEqual({ has: false, saved: "" });
    await send(ana, update, form);
    expect((await send(ana, update, { ...form, password: "", username: "uma@acme.test" })).status).toBe(200);
    expect(await saved()).toBe(" s3cret pass ");
    await send(ana, update, { ...form, password: "new" });
    expect(await saved()).toBe("new");
  });

  test(`${protocol}: another host, or a connection without TLS, requires the password again`, async () => {
    const ana = await person("ADMIN");
    await send(ana, create, form);
    for (const [change, error] of [
      [{ host: "other.example.com" }, "The host changed. Enter the password again."],
      [{ secure: false }, "TLS is now off. Enter the password again."],
    ] as const) {
      for (const password of ["", undefined])
        expect(await send(ana, update, { ...form, password, ...change })).toMatchObject({
          status: 400,
          body: { error, fields: { password: error } },
        });
      expect((await send(ana, get)).body).toMatchObject({ host: form.host, secure: true });
    }
    expect((await send(ana, update, { ...form, password: "", host: "MAIL.example.com" })).status).toBe(200);
    expect((await send(ana, update, { ...form, host: "other.example.com", secure: false })).status).toBe(200);
    expect((await send(ana, update, { ...form, host: "other.example.com", password: "" })).status).toBe(200);
  });

  test(`${protocol}: a second POST does not overwrite saved settings`, async () => {
    const ana = await person("ADMIN");
    const answers = await Promise.all([1, 2, 3].map((n) => send(ana, create, { ...form, host: `m${n}.example.com` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test(`${protocol}: the raw row holds no plaintext`, async () => {
    const ana = await person("ADMIN");
    await send(ana, create, form);
    const rows = await peek("select * from mail_servers where tenant_id = $1", [ana.tenantId]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(form.password.trim());
    expect(rows[0]?.password_sealed).toMatch(/^v1\.[0-9a-f]{12}\./);
  });

  test(`${protocol}: host, port and username are required [VAL-18] [VAL-19] [VAL-20]`, async () => {
    const ana = await person("ADMIN");
    for (const [wrong, error] of [
      [{ host: " " }, "Host is required"],
      [{ host: "a b" }, "Host has characters that are not allowed"],
      [{ port: undefined }, "Port is required"],
      [{ port: " " }, "Port is required"],
      [{ port: 0 }, "Port must be between 1 and 65535"],
      [{ port: 70_000 }, "Port must be between 1 and 65535"],
      [{ port: 25.5 }, "Port must be between 1 and 65535"],
      [{ port: "12a" }, "Port must be between 1 and 65535"],
      [{ username: "" }, "Username is required"],
      [{ username: "a\r\nRCPT TO:<x>" }, "Username has characters that are not allowed"],
      [{ password: "a\nb" }, "Password has characters that are not allowed"],
      [{ tenantId: owner.tenantId }, "Unknown field: tenantId"],
      ...(protocol === "smtp" ? [] : ([[{ fromName: "X" }, "Unknown field: fromName"]] as const)),
    ] as const) {
      expect(await send(ana, create, { ...form, ...wrong }), JSON.stringify(wrong)).toMatchObject({
        status: 400,
        body: { error },
      });
    }
    expect((await send(ana, create, { ...form, port: "465" })).body).toMatchObject({ port: 465 });
  });

  test(`${protocol}: an ADMIN has their company's settings, a super admin those of the company they act for, a NORMAL_USER none [ROL-20] [SES-36]`, async () => {
    const [ana, uma, stranger] = [await person("ADMIN"), await person("ADMIN"), await person("SUPER_ADMIN")];
    const named = { "x-tenant-id": ana.tenantId };
    expect((await send(stranger, create, form, named)).status).toBe(201);
    for (const who of [stranger, owner])
      expect((await send(who, get, undefined, named)).body).toMatchObject({ host: form.host });
    expect((await send(ana, get)).body).toMatchObject({ host: form.host });
    expect((await send(uma, get)).status).toBe(404);
    expect((await send(uma, get, undefined, named)).status).toBe(403);
    expect((await send(stranger, get)).status).toBe(404);
    const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
    for (const endpoint of [get, create, update, tryOut]) expect((await send(joe, endpoint, form)).status).toBe(403);
  });

  test(`${protocol}: a test without a configuration is refused`, async () => {
    const ana = await person("ADMIN");
    const body = protocol === "smtp" ? { to: "a@b.test", message: "" } : {};
    expect(await send(ana, tryOut, body)).toMatchObject({
      status: 404,
      body: { error: `${protocol.toUpperCase()} is not configured yet. Save its settings first.` },
    });
  });

  test(`${protocol}: private hosts are refused if the installation does not allow them`, async () => {
    const ana = await guarded.person("ADMIN");
    for (const host of ["127.0.0.1", "10.1.2.3", "[::1]", "169.254.169.254", "0x7f.1", "localhost"]) {
      const answer = await guarded.call(ana, create, { body: { ...form, host } });
      expect({ host, status: answer.status, error: answer.body.error }).toEqual({
        host,
        status: 400,
        error: "This host is not allowed.",
      });
    }
    expect((await guarded.call(ana, create, { body: { ...form, host: "93.184.215.14" } })).status).toBe(201);
  });
}

test("every change of a mail server is audited, and of a password only that it changed [SES-44]", async () => {
  const ana = await person("ADMIN");
  await send(ana, calls.createSmtp, form);
  await send(ana, calls.updateSmtp, { ...form, password: "", port: 2525 });
  await send(ana, calls.updateSmtp, { ...form, password: "", port: 2525 });
  await send(owner, calls.updateSmtp, { ...form, password: "even newer", port: 2525 }, { "x-tenant-id": ana.tenantId });
  const records = await peek(
    "select action, acting, target_id, changes from audit_records where tenant_id = $1 and action like 'mail-server.%' order by at, id",
    [ana.tenantId],
  );
  expect(records).toMatchObject([
    {
      action: "mail-server.created",
      target_id: "smtp",
      acting: false,
      changes: { host: form.host, password: "changed" },
    },
    { action: "mail-server.updated", changes: { port: [993, 2525] } },
    { action: "mail-server.updated", acting: true, changes: { password: "changed" } },
  ]);
  expect(JSON.stringify(records)).not.toMatch(/s3cret|even newer|v1\./);
});
