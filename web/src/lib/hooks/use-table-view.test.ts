import { expect, test } from "vitest";
import { nextSort, readView } from "./use-table-view.ts";

const defaults = { limit: 20, sort: "-sentAt", filters: ["q", "status"] as const };
const view = (search: string) => readView(new URLSearchParams(search), defaults);

test("an empty query string gives the defaults of the list", () => {
  expect(view("")).toEqual({ page: 1, limit: 20, sort: "-sentAt", filters: {} });
});

test("a query string restores page, page size, sorting and filters", () => {
  expect(view("page=3&limit=50&sort=from&q=invoice&status=sent&other=x")).toEqual({
    page: 3,
    limit: 50,
    sort: "from",
    filters: { q: "invoice", status: "sent" },
  });
  expect(view("sort=none").sort).toBeNull();
});

test.each([
  "page=-1",
  "page=0",
  "page=1.5",
  "page=x",
  "page=1e99",
  "page=Infinity",
  "limit=7",
  "limit=-10",
  "limit=1e9",
  "limit=x",
])("the query string %s reads as the default", (search) => {
  expect(view(search)).toMatchObject({ page: 1, limit: 20 });
});

test("a column sorts ascending, descending, then not at all, and another column starts ascending", () => {
  expect(nextSort(null, "name")).toBe("name");
  expect(nextSort("name", "name")).toBe("-name");
  expect(nextSort("-name", "name")).toBeNull();
  expect(nextSort("-name", "code")).toBe("code");
});
