import { expect, test } from "vitest";
import { displayName, landingPage, may, roleName, roles } from "./access.ts";
import { fallbackMenu, menuOf, menuSections } from "./menu.ts";

test("each role has the access of the roles below it", () => {
  expect(roles.map((role) => may(role, "public"))).toEqual([true, true, true]);
  expect(roles.map((role) => may(role, "signed-in"))).toEqual([true, true, true]);
  expect(roles.map((role) => may(role, "admin"))).toEqual([false, true, true]);
  expect(roles.map((role) => may(role, "super-admin"))).toEqual([false, false, true]);
});

test("each role starts on its own dashboard", () => {
  expect(roles.map(landingPage)).toEqual(["/dashboard", "/admin", "/sa"]);
  expect(landingPage(undefined)).toBe("/dashboard");
});

test("the display name is the name, otherwise the address before the @, otherwise User [SHL-12]", () => {
  expect(displayName({ name: " Priya Nair ", email: "p@acme.test" })).toBe("Priya Nair");
  expect(displayName({ name: " ", email: "priya@acme.test" })).toBe("priya");
  expect(displayName({ name: null, email: "" })).toBe("User");
  expect(displayName(undefined)).toBe("User");
});

test("a role is shown in words, or as User if it is unknown [SHL-22]", () => {
  expect(roleName("SUPER_ADMIN")).toBe("Super admin");
  expect([roleName("ADMIN"), roleName("NORMAL_USER")]).toEqual(["Admin", "Member"]);
  for (const unknown of [undefined, "AUDITOR", "constructor"]) expect(roleName(unknown)).toBe("User");
});

test("menu items are grouped by section, unknown ones under Other, and empty sections are left out", () => {
  const titles = (items: Parameters<typeof menuSections>[0]) =>
    menuSections(items).map(({ title, items: shown }) => `${title}: ${shown.map(({ key }) => key)}`);
  expect(titles(menuOf.SUPER_ADMIN)).toEqual([
    "Overview: dashboard",
    "Messaging: compose,reply,summarize,inbox,outbox,sent,people,emailLogs,templates,mailMerge",
    "Administration: tenants,plans,settings,openai,smtp",
  ]);
  const odd = { key: "reports", label: "Reports", path: "/reports" };
  const config = { key: "config", label: "Config", path: "/config" };
  expect(titles([odd, config])).toEqual(["Administration: config", "Other: reports"]);
});

test("the fallback menu is that of the specification", () => {
  expect(fallbackMenu.role).toBe("NORMAL_USER");
  expect(fallbackMenu.items.map(({ label }) => label)).toEqual([
    "Dashboard",
    "Compose Email",
    "Reply Email",
    "Summarize Email",
    "Inbox",
    "Email Logs",
  ]);
});
