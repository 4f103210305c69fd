import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { testWorld } from "#test/test-world.ts";

const { person, call } = await testWorld();

const menu = async (role: "NORMAL_USER" | "ADMIN" | "SUPER_ADMIN") => {
  const { body } = await call(await person(role), api.auth.menus);
  return { role: body.role, items: body.items.map(({ key, label }) => `${key}: ${label}`) };
};

test("a user's menu has the messaging screens [ROL-06] [API-09]", async () => {
  expect(await menu("NORMAL_USER")).toEqual({
    role: "NORMAL_USER",
    items: [
      "dashboard: Dashboard",
      "compose: Compose Email",
      "reply: Reply Assistant",
      "summarize: Summarize Email",
      "inbox: Inbox",
      "outbox: Outbox",
      "sent: Delivery Status",
      "people: People",
      "templates: Templates",
      "mailMerge: Mail Merge",
    ],
  });
});

test("an admin's menu adds logs, their company, plans, settings and mail servers [ROL-07]", async () => {
  expect((await menu("ADMIN")).items.slice(8)).toEqual([
    "emailLogs: Email Logs",
    "templates: Templates",
    "mailMerge: Mail Merge",
    "tenants: My Company",
    "plans: Plans",
    "settings: Settings",
    "smtp: Mail Configuration",
  ]);
});

test("a super admin's menu adds AI Configuration and says Companies [ROL-08]", async () => {
  const { items } = await menu("SUPER_ADMIN");
  expect(items).toEqual(expect.arrayContaining(["tenants: Companies", "plans: Plans", "openai: AI Configuration"]));
});
