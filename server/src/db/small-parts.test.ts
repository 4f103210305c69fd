// Tests of paging, rows and violations, without a database.

import { expect, test } from "vitest";
import { AppError, invalid } from "#lib/errors.ts";
import { integer, PgDialect, pgTable, text } from "./orm.ts";
import { containing, orderBy, pageBounds } from "./paging.ts";
import { firstOr, only } from "./rows.ts";
import { sqlStateOf, translateViolation } from "./violations.ts";

const things = pgTable("things", { id: integer(), name: text() });
const written = (sort: string) =>
  orderBy(sort, { name: things.name }, things.id).map((part) => new PgDialect().sqlToQuery(part).sql);

test("a list is sorted by an allowed column in either direction, and then by id", () => {
  expect(written("name")).toEqual(['"things"."name" asc', '"things"."id" asc']);
  expect(written("-name")).toEqual(['"things"."name" desc', '"things"."id" desc']);
  expect(() => written("password")).toThrow("password is not a sortable column");
});

test("a page begins after the previous ones; the default is the first page of ten", () => {
  expect(pageBounds({})).toEqual({ limit: 10, offset: 0 });
  expect(pageBounds({ page: 3, limit: 20 })).toEqual({ limit: 20, offset: 40 });
});

test("special characters of a pattern are escaped", () => {
  expect(containing("50%_a\\b")).toBe("%50\\%\\_a\\\\b%");
});

test("a missing or second row is an error", () => {
  expect(only([0])).toBe(0);
  expect(() => only([])).toThrow("Expected one row, got 0");
  expect(() => only([1, 2])).toThrow("Expected one row, got 2");
  expect(firstOr([0, 1], new Error("none"))).toBe(0);
  expect(() => firstOr([], new Error("none"))).toThrow("none");
});

test("a violation that users can cause becomes a conflict; any other error is unchanged", () => {
  const violation = (constraint: string) =>
    new Error("query", { cause: Object.assign(new Error("driver"), { code: "23505", constraint }) });
  const told = translateViolation(violation("users_email_in_company"));
  expect(told).toBeInstanceOf(AppError);
  expect(told).toMatchObject({ code: "conflict", message: "A user with this email already exists" });
  expect(translateViolation(violation("users_email_in_company"))).toHaveProperty("cause.message", "query");
  for (const constraint of ["sso_identities_user", "sso_identities_subject", "passkeys_credential"])
    expect(translateViolation(violation(constraint))).toMatchObject({ code: "conflict" });
  for (const other of [violation("unheard_of"), new Error("a bug"), invalid("no"), undefined, "text"])
    expect(translateViolation(other)).toBe(other);
  expect(sqlStateOf(violation("x"))).toBe("23505");
  for (const other of [Object.assign(new Error("socket"), { code: "ECONNRESET" }), "23505", null, undefined])
    expect(sqlStateOf(other)).toBeUndefined();
});
