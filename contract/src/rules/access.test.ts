import { expect, test } from "vitest";
import { displayName, landingPage, may, roleName, roles } from "./access.ts";
import { fallbackMenu, menuOf, menuSections } from "./menu.ts";

test("each role may what the roles below it may", () => {
  expect(roles.map((role) => may(role, "public"))).toEqual([true, true, true]);
  expect(roles.map((role) => may(role, "signed-in"))).toEqual([true, true, true]);
  expect(roles.map((role) => may(role, "admin"))).toEqual([false, true, true]);
  expect(roles.map((role) => may(role, "super-admin"))).toEqual([false, false, true]);
});

test("each role begins on its own dashboard", () => {
  expect(roles.map(landingPage)).toEqual(["/dashboard", "/admin", "/sa"]);
  expect(landingPage(undefined)).toBe("/dashboard");
});

test("the display name is the name, else the address before the @, else User [SHL-12]", () => {
  expect(displayName({ name: " Priya Nair ", email: "p@acme.test" })).toBe("Priya Nair");
  expect(displayName({ name: " ", email: "priya@acme.test" })).toBe("priya");
  expect(displayName({ name: null, email: "" })).toBe("User");
  expect(displayName(undefined)).toBe("User");
});

test("a role is written in words, or as User where it is unknown [SHL-22]", () => {
  expect(roleName("SUPER_ADMIN")).toBe("Super admin");
  expect([roleName("ADMIN"), roleName("NORMAL_USER")]).toEqual(["Admin", "Member"]);
  for (const unknown of [undefined, "AUDITOR", "constructor"]) expect(roleName(unknown)).toBe("User");
});

test("menu items stand in their sections, unknown ones under Other, and empty sections are left out", () => {
  const titles = (items: Parameters<typeof menuSections>[0]) =>
    menuSections(items).map(({ title, items: shown }) => `${title}: ${shown.map(({ key }) => key)}`);
  expect(titles(menuOf.SUPER_ADMIN)).toEqual([
    "Overview: dashboard",
    "Messaging: compose,reply,summarize,inbox,outbox,sent,emailLogs",
    "Administration: tenants,plans,settings,openai,smtp",
  ]);
  const odd = { key: "reports", label: "Reports", path: "/reports" };
  const config = { key: "config", label: "Config", path: "/config" };
  expect(titles([odd, config])).toEqual(["Administration: config", "Other: reports"]);
});

test("the fallback menu is the specified one", () => {
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
