import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import type { Config } from "#lib/config.ts";
import { hashPassword } from "#lib/passwords.ts";
import { openVisitor } from "#scope.ts";
import { testWorld } from "#test/test-world.ts";
import { prepareFirstStart } from "./first-start.ts";
import { greeting } from "./greeting.ts";

const demo = await testWorld({ environment: { INTELLIBOX_DEMO: "1" } });
await prepareFirstStart(openVisitor(demo.world));
const signIn = async ({ call }: typeof demo, email: string, password = "intellibox-demo") =>
  (await call(null, api.auth.login, { body: { email, password } })).body;

test("every demo account signs in with the demo password [DMO-02]", async () => {
  for (const email of [
    "owner@intellibox.test",
    "admin@acme.test",
    "user@acme.test",
    "admin@globex.test",
    "user@globex.test",
  ]) {
    expect((await signIn(demo, email)).user.email).toBe(email);
  }
});

test("the owner company has its super admin [DMO-03]", async () => {
  expect(await signIn(demo, "owner@intellibox.test")).toMatchObject({
    user: { roleCode: "SUPER_ADMIN", tenantIsOwner: true },
    tenant: { name: "Intellibox", code: "OWNER", isOwner: true },
  });
});

test("Acme Traders and Globex India have an admin and a user each [DMO-04] [DMO-05]", async () => {
  for (const [domain, name, code] of [
    ["acme", "Acme Traders", "ACME"],
    ["globex", "Globex India", "GLOBEX"],
  ]) {
    expect(await signIn(demo, `admin@${domain}.test`)).toMatchObject({
      user: { roleCode: "ADMIN" },
      tenant: { name, code, isOwner: false },
    });
    expect(await signIn(demo, `user@${domain}.test`)).toMatchObject({
      user: { roleCode: "NORMAL_USER" },
      tenant: { name, code, isOwner: false },
    });
  }
});

test("the demo has three plans [DMO-06]", async () => {
  expect(await demo.peek("select code, email_quota from plans order by code")).toEqual([
    { code: "ENTERPRISE", email_quota: -1 },
    { code: "GROWTH", email_quota: 1000 },
    { code: "STARTER", email_quota: 500 },
  ]);
});

test("the demo is added to an empty database only, and once, also if two processes start at the same time [DMO-01]", async () => {
  const twice = await testWorld({ environment: { INTELLIBOX_DEMO: "1" } });
  await Promise.all([prepareFirstStart(openVisitor(twice.world)), prepareFirstStart(openVisitor(twice.world))]);
  await prepareFirstStart(openVisitor(twice.world));
  expect(await twice.peek("select count(*)::int as n from tenants")).toEqual([{ n: 3 }]);

  const used = await testWorld({ environment: { INTELLIBOX_DEMO: "1" } });
  await used.person("ADMIN");
  await expect(prepareFirstStart(openVisitor(used.world))).rejects.toMatchObject({
    problems: [expect.stringContaining("the demo is on, and the database is not the demo's: set INTELLIBOX_DEMO=0")],
  });
  expect(await used.peek("select count(*)::int as n from tenants")).toEqual([{ n: 1 }]);

  const off = await testWorld();
  expect(await prepareFirstStart(openVisitor(off.world))).toEqual({ isEmpty: true });
  expect(await off.peek("select count(*)::int as n from tenants")).toEqual([{ n: 0 }]);
});

test("without the demo the settings name the first owner [RUN-22]", async () => {
  const real = await testWorld({
    environment: { INTELLIBOX_ADMIN_EMAIL: "Boss@Example.com", INTELLIBOX_ADMIN_PASSWORD: "a phrase for the boss" },
  });
  await prepareFirstStart(openVisitor(real.world));
  const boss = await signIn(real, "boss@example.com", "a phrase for the boss");
  expect(boss).toMatchObject({ user: { roleCode: "SUPER_ADMIN", tenantIsOwner: true }, tenant: { isOwner: true } });
  await expect(signIn(real, "owner@intellibox.test")).resolves.toMatchObject({ code: "unauthenticated" });
});

test("a weak password of the first owner stops the start with a message [RUN-15]", async () => {
  const weak = await testWorld({
    environment: { INTELLIBOX_ADMIN_EMAIL: "boss@example.com", INTELLIBOX_ADMIN_PASSWORD: "aaaaaaaaaaaaaa" },
  });
  await expect(prepareFirstStart(openVisitor(weak.world))).rejects.toMatchObject({
    problems: ["INTELLIBOX_ADMIN_PASSWORD is refused: That password is too easy to guess. Choose another one."],
  });
});

test("without the demo, active accounts with the public password stop the start [DMO-01]", async () => {
  const real = openVisitor({ ...demo.world, config: { ...demo.world.config, demo: false } });
  await expect(prepareFirstStart(real)).rejects.toMatchObject({
    name: "BadSettings",
    message: expect.stringMatching(/^the database holds demo accounts with the public password \(.*admin@acme\.test/),
  });
  const { world, peek } = await testWorld();
  await prepareFirstStart(openVisitor({ ...world, config: { ...world.config, demo: true } }));
  await peek("update users set status = 'Inactive' where email <> 'owner@intellibox.test'");
  await peek("update users set password_hash = $1 where email = 'owner@intellibox.test'", [
    await hashPassword("another phrase"),
  ]);
  expect(await prepareFirstStart(openVisitor(world))).toEqual({ isEmpty: false });
});

const said = (change: Partial<Config>, setupToken?: string) =>
  greeting({ ...demo.world.config, ...change }, { port: 3000, setupToken });

test("the greeting names the address and, in the demo, the accounts", () => {
  expect(said({})).toMatch(/http:\/\/localhost:3000[\s\S]*owner@intellibox\.test\s+SUPER_ADMIN/);
  expect(said({})).not.toContain("Whoever can reach");
  expect(said({ isDemoExposed: true })).toContain("Whoever can reach this address can sign in with them.");
  expect(said({ demo: false, publicUrl: "https://mail.example.com" })).not.toContain("intellibox.test");
});

test("without an account the greeting says which settings to use, and prints a set-up link", () => {
  const text = said({ demo: false, publicUrl: "https://mail.example.com" }, "1.abc");
  expect(text).toContain("https://mail.example.com/setup#1.abc");
  expect(text).toContain("set INTELLIBOX_ADMIN_EMAIL and INTELLIBOX_ADMIN_PASSWORD");
});
