import { expect, onTestFinished, test } from "vitest";
import { acme, globex, ownerTenant } from "#test/people.ts";
import { actFor, actingTenant, defaultActingTenant, forgetActingTenant } from "./acting-tenant.ts";

const options = [acme, globex, ownerTenant];

function heard() {
  const details: unknown[] = [];
  const listen = (event: Event) => details.push((event as CustomEvent).detail);
  addEventListener("act-tenant-changed", listen);
  onTestFinished(() => removeEventListener("act-tenant-changed", listen));
  return details;
}

test("the acting company is the stored choice, otherwise the user's own, otherwise the first of the list [SES-08]", () => {
  expect(defaultActingTenant(options, undefined)).toBe(acme.id);
  expect(defaultActingTenant(options, ownerTenant.id)).toBe(ownerTenant.id);
  actFor(globex.id, options);
  expect(defaultActingTenant(options, ownerTenant.id)).toBe(globex.id);
  expect(defaultActingTenant([], ownerTenant.id)).toBeUndefined();
});

test("a stored choice that no longer exists is replaced by the user's own company", () => {
  actFor(globex.id, options);
  expect(defaultActingTenant([acme, ownerTenant], ownerTenant.id)).toBe(ownerTenant.id);
});

test("a choice is stored with its name and announced [SES-09] [SES-12]", () => {
  const details = heard();
  actFor(acme.id, options);
  actFor(globex.id, options);
  expect(localStorage.getItem("actTenantId")).toBe(globex.id);
  expect(localStorage.getItem("actTenantName")).toBe("Globex India");
  expect(details).toEqual([acme, globex]);
});

test("a company that is not in the list is called Company [SES-13]", () => {
  const details = heard();
  actFor("01890000-0000-7000-8000-000000000099", options);
  expect(details).toEqual([{ id: "01890000-0000-7000-8000-000000000099", name: "Company" }]);
  expect(localStorage.getItem("actTenantName")).toBe("Company");
});

test("forgetting removes every stored entry", () => {
  actFor(acme.id, options);
  forgetActingTenant();
  expect(actingTenant()).toBeNull();
  expect(localStorage.getItem("actTenantId")).toBeNull();
  expect(localStorage.getItem("actTenantName")).toBeNull();
});
