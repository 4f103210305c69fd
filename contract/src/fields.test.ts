import { expect, test } from "vitest";
import { z } from "zod";
import { sendForm, sendRequired } from "./endpoints/outbox.ts";
import { newUserForm } from "./endpoints/users.ts";
import { code, emailAddress, instant, line, listQuery, requiredLine } from "./fields.ts";

test("an instant is ISO text in JSON and a Date in code [API-65]", () => {
  const date = new Date("2026-11-15T10:00:00.000Z");
  expect(z.encode(instant, date)).toBe("2026-11-15T10:00:00.000Z");
  expect(z.decode(instant, "2026-11-15T15:30:00+05:30")).toEqual(date);
  const unkept = ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"];
  for (const bad of ["yesterday", "2026-13-01T00:00:00Z", "", ...unkept])
    expect(instant.safeParse(bad).success).toBe(false);
});

test("codes are upper-cased, and other characters are refused", () => {
  expect(code.parse(" acme-1 ")).toBe("ACME-1");
  for (const bad of ["", " ", "a b", "a/b", "-A", "é", "x".repeat(33)])
    expect(code.safeParse(bad).success, bad).toBe(false);
});

test("an address is normalized, and invisible characters are refused", () => {
  for (const same of ["ＵＳＥＲ@acme.test", "uſer@acme.test", "user@ACME.TEST"])
    expect(emailAddress.parse(same)).toBe("user@acme.test");
  for (const bad of ["user@acme.test\u200b", "us\u202eer@acme.test", "user\u0001@acme.test", "us\u00ader@acme.test"])
    expect(emailAddress.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
  expect(emailAddress.parse("jürgen@münchen.example")).toBe("jürgen@münchen.example");
});

test("addresses that could break a header are refused", () => {
  expect(emailAddress.parse(" Ana@Example.COM ")).toBe("ana@example.com");
  for (const bad of [
    "",
    "ana",
    "ana@b",
    "a b@c.d",
    "a@b.c\r\nBcc: x@y.z",
    "a@b.c,d@e.f",
    "<a@b.c>",
    `${"a".repeat(251)}@b.c`,
  ]) {
    expect(emailAddress.safeParse(bad).success, bad).toBe(false);
  }
});

test("a line is trimmed, and line breaks are refused", () => {
  expect(line("Name").parse(" Ana ")).toBe("Ana");
  for (const bad of ["a\nb", "a\u0000b", "x".repeat(201)]) expect(line("Name").safeParse(bad).success).toBe(false);
});

test("a list can be sorted only by the fields that it names", () => {
  const query = listQuery(["name", "createdAt"]);
  expect(query.parse({ page: "2", limit: "50", sort: "-name" })).toEqual({ page: 2, limit: 50, sort: "-name" });
  for (const bad of [{ sort: "password" }, { page: "0" }, { limit: "5000" }, { page: "x" }])
    expect(query.safeParse(bad).success).toBe(false);
});

test("invisible text counts as missing, and a name may not change the text direction", () => {
  expect(requiredLine("Title").safeParse("\u200b \u2060").error?.issues[0]?.message).toBe("Title is required");
  expect(requiredLine("Title").safeParse("خانه\u200cها").success).toBe(true);
  const nameOf = (name: string) =>
    newUserForm.safeParse({ name, email: "a@example.com" }).error?.issues[0]?.message ?? "";
  expect(nameOf("\u200b")).toBe("Name is required");
  expect(nameOf("Rohan\u202e")).toBe("Name has characters that are not allowed");
  expect(nameOf("Rohan")).toBe("");
});

test("an invisible subject counts as missing [VAL-03]", () => {
  const form = { to: "a@example.com", subject: "\u200b", body: "Hello" };
  expect(sendForm.safeParse(form).error?.issues[0]).toMatchObject({ path: ["subject"], message: sendRequired });
});
