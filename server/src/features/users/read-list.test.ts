import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { type Caller, testWorld } from "#test/test-world.ts";

const { person, call } = await testWorld();
const read = async (who: Caller, text: string, tenantId?: string) =>
  (await call(who, api.users.readList, { body: { text, ...(tenantId && { tenantId }) } })).body;

test("people are read from CSV with titles, and from lines without [IDN-05]", async () => {
  const ana = await person("ADMIN");
  const titled = "Role;First name;Last name;E-Mail\nadmin;Meera;Iyer;Meera@Acme.Test\n;;;rohan.desai@acme.test\n";
  expect(await read(ana, titled)).toEqual({
    people: [
      { line: 2, name: "Meera Iyer", email: "meera@acme.test", roleCode: "ADMIN" },
      { line: 3, name: "Rohan Desai", email: "rohan.desai@acme.test", roleCode: "NORMAL_USER" },
    ],
    refused: [],
  });
  const typed = 'Kim Lee, kim@acme.test, Member\n"Lovelace, Ada" <ada@acme.test>\nonly@acme.test';
  expect((await read(ana, typed)).people).toMatchObject([
    { name: "Kim Lee", email: "kim@acme.test", roleCode: "NORMAL_USER" },
    { name: "Lovelace, Ada", email: "ada@acme.test" },
    { name: "Only", email: "only@acme.test" },
  ]);
});

test("a line that cannot be used says why, and the others are kept [IDN-05]", async () => {
  const ana = await person("ADMIN");
  const { people, refused } = await read(
    ana,
    [
      "name,email,role",
      "A,not an address,Member",
      "B,b@acme.test,King",
      "C,c@acme.test,",
      "C,C@acme.test,",
      `D,${ana.email},`,
      "evil@example.com,e@acme.test,",
    ].join("\n"),
  );
  expect(people.map(({ email }) => email)).toEqual(["c@acme.test"]);
  expect(refused).toEqual([
    { line: 2, text: "not an address", reason: expect.stringContaining("mail") },
    { line: 3, text: "b@acme.test", reason: "The role is not known: King" },
    { line: 5, text: "C@acme.test", reason: "Is in the list twice" },
    { line: 6, text: ana.email, reason: "Has an account already" },
    { line: 7, text: "e@acme.test", reason: "Name may not look like an email address" },
  ]);
});

test("too many people, a text without lines, other companies and members are refused [IDN-05]", async () => {
  const [ana, eve, joe] = [await person("ADMIN"), await person("ADMIN"), await person("NORMAL_USER")];
  const status = async (who: Caller, text: string, tenantId?: string) =>
    (await call(who, api.users.readList, { body: { text, ...(tenantId && { tenantId }) } })).status;
  const many = Array.from({ length: 501 }, (_, at) => `p${at}@acme.test`).join("\n");
  expect(await status(ana, many)).toBe(400);
  expect(await status(ana, "x".repeat(200_001))).toBe(400);
  expect(await status(ana, "a@acme.test", eve.tenantId)).toBe(403);
  expect(await status(joe, "a@acme.test")).toBe(403);
  expect(await read(ana, "")).toEqual({ people: [], refused: [] });
});

test("whether somebody has signed in is listed, and can be filtered by admins only [IDN-06]", async () => {
  const ana = await person("ADMIN");
  const { body: added } = await call(ana, api.users.create, { body: { name: "New", email: "new@acme.test" } });
  expect(added.hasSignedIn).toBe(false);
  const names = async (hasSignedIn: "true" | "false") =>
    ((await call(ana, api.users.list, { query: { hasSignedIn } })).body as { name: string }[]).map(({ name }) => name);
  expect([await names("false"), await names("true")]).toEqual([["New"], [ana.name]]);
  const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
  expect((await call(joe, api.users.list, { query: { hasSignedIn: "false" } })).status).toBe(403);
  const password = added.temporaryPassword ?? "";
  await call(null, api.auth.login, { body: { email: "new@acme.test", password, company: undefined } });
  expect(await names("false")).toEqual([]);
});
