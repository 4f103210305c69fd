import { type Tenant, tenants } from "@intellibox/contract/endpoints/tenants";
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { fakeApi } from "#test/fake-api.ts";
import { tenantOptionsQuery } from "./tenant-options.ts";

const company = (number: number) =>
  ({
    _id: `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`,
    code: `C${number}`,
    name: `Company ${number}`,
    slug: `company-${number}`,
    gstNumber: "",
    contactEmail: "",
    contactPhone: "",
    status: "Active",
    isOwner: false,
    address: { line1: "", line2: "", city: "", state: "", pin: "", country: "India" },
    planId: null,
    createdAt: "2026-11-14T09:46:00.000Z",
    userCount: 0,
  }) as unknown as Tenant & { createdAt: string };

test("the options load all companies in pages of a thousand [LIM-10]", async () => {
  const api = fakeApi();
  const all = Array.from({ length: 1001 }, (_, number) => company(number));
  api.on(tenants.list, ({ query }) => {
    const [page, limit] = [Number(query.page), Number(query.limit)];
    return { items: all.slice((page - 1) * limit, page * limit), total: all.length };
  });
  const options = await new QueryClient().fetchQuery(tenantOptionsQuery);
  expect(options).toHaveLength(1001);
  expect(options[1000]).toEqual({ id: company(1000)._id, name: "Company 1000" });
  expect(api.calls.map(({ query }) => [query.page, query.limit, query.sort])).toEqual([
    ["1", "1000", "name"],
    ["2", "1000", "name"],
  ]);
});

test("a response with a plain list of options works too", async () => {
  const api = fakeApi();
  const { _id: id, name, slug } = company(1);
  api.on(tenants.list, () => [{ id, name, slug }]);
  expect(await new QueryClient().fetchQuery(tenantOptionsQuery)).toEqual([{ id, name }]);
});
