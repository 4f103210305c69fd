import { api } from "@intellibox/contract/api";
import { maxImportedPeople } from "@intellibox/contract/rules/people";
import { expect, test } from "vitest";
import { mailWorld } from "#test/mail-world.ts";
import type { Caller } from "#test/test-world.ts";
import { readPeopleFile } from "./read-people-file.ts";

const { app, call, peek, person, world } = await mailWorld({ jobs: false });
const { people } = api;

async function send(who: Caller, path: string, file: string | Buffer | undefined, columns?: string[]) {
  const form = new FormData();
  if (columns) form.set("columns", JSON.stringify(columns));
  if (file !== undefined) form.set("file", new Blob([Buffer.from(file)]), "people.txt");
  const request = new Request("http://x", { method: "POST", body: form });
  const response = await app.inject({
    method: "POST",
    url: `/api/people/${path}`,
    headers: { authorization: `Bearer ${who.token}`, "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}
const preview = (who: Caller, file: string | Buffer, columns?: string[]) => send(who, "import/preview", file, columns);
const bring = (who: Caller, file: string | Buffer, columns?: string[]) => send(who, "import", file, columns);
const download = async (who: Caller, query: string) => {
  const headers = { authorization: `Bearer ${who.token}` };
  return (await app.inject({ method: "GET", url: `/api/people/export?${query}`, headers })).body;
};
const list = async (who: Caller) => (await call(who, people.list, { query: { limit: 100 } })).body;
const allOf = async (who: Caller) =>
  Promise.all(
    (await list(who)).items.map(async ({ id }) => {
      const { body } = await call(who, people.get, { params: { id } });
      const { name, firstName, lastName, company, jobTitle, phone, notes, addresses } = body;
      return { name, firstName, lastName, company, jobTitle, phone, notes, addresses };
    }),
  );

const ana = {
  ...{ name: "Ana; Ruiz, MBA", firstName: "Ana", lastName: "Ruiz", company: "Acme, Inc; Sales" },
  ...{ jobTitle: "Buyer", phone: "+34 1", notes: 'Likes\ntea; "green", too' },
  addresses: ["ana@acme.test", "ana@home.test"],
};
const evil = { ...ana, name: "=cmd|' /C calc'!A0", firstName: "E", lastName: "V", addresses: ["evil@acme.test"] };

for (const format of ["vcard3", "vcard4", "csv"])
  test(`an export as ${format} is imported again without a loss [PPL-16]`, async () => {
    const [who, other] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
    for (const body of [ana, evil]) expect((await call(who, people.create, { body })).status).toBe(201);
    const file = await download(who, `format=${format}`);
    if (format === "csv") expect(file).toContain("'=cmd");
    expect((await bring(other, file)).body).toMatchObject({ added: 2, updated: 0, refused: 0 });
    const names = { "=cmd|' /C calc'!A0": evil, [ana.name]: ana };
    expect((await allOf(other)).toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
      Object.values(names).toSorted((a, b) => a.name.localeCompare(b.name)),
    );
    expect((await bring(other, file)).body).toMatchObject({ added: 0, updated: 0, unchanged: 2, refused: 0 });
  });

test("a preview changes nothing, and says the line and the reason of each refused entry [PPL-17]", async () => {
  const who = await person("NORMAL_USER");
  await call(who, people.create, { body: { name: "Known", addresses: ["known@acme.test"] } });
  const file = [
    "BEGIN:VCARD\nVERSION:3.0\nFN:New\nEMAIL:new@acme.test\nEND:VCARD",
    "BEGIN:VCARD\nVERSION:4.0\nFN:Known again\nORG:Acme\nEMAIL:KNOWN@acme.test\nEND:VCARD",
    "BEGIN:VCARD\nVERSION:4.0\nFN:No mail\nTEL:1\nEND:VCARD",
    "BEGIN:VCARD\nVERSION:4.0\nFN:Bad\nEMAIL:not an address\nEND:VCARD",
    "BEGIN:VCARD\nVERSION:4.0\nFN:Cut off",
  ].join("\n");
  const { body } = await preview(who, file);
  expect(body).toMatchObject({ added: 1, updated: 1, unchanged: 0, refused: 3, needsColumns: false });
  expect(body.refusals).toEqual([
    { line: 12, name: "No mail", reason: "It has no email address." },
    { line: 17, name: "Bad", reason: "The email address is not valid." },
    { line: 22, name: "", reason: "It cannot be read." },
  ]);
  expect((await list(who)).total).toBe(1);
  expect((await bring(who, file)).body).toEqual(body);
  expect(await allOf(who)).toMatchObject([{ name: "Known", company: "Acme" }, { name: "New" }]);
});

test("vCards of version 2.1 are read, with quoted-printable text and character sets [PPL-20]", async () => {
  const who = await person("NORMAL_USER");
  const file = [
    "BEGIN:VCARD",
    "VERSION:2.1",
    "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=81lvarez;Jos=C3=A9;;;",
    "FN;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Jos=E9 =C1lvarez",
    "ORG:Harbour\\; Sons;Sales",
    "TITLE;ENCODING=QUOTED-PRINTABLE:Head of=",
    " the port",
    "TEL;CELL;VOICE:+34 1",
    "item1.EMAIL;INTERNET:jose@harbour.test",
    "EMAIL;INTERNET;PREF:first@harbour.test",
    "NOTE;ENCODING=QUOTED-PRINTABLE:One=0D=0A=",
    "Two",
    "PHOTO;ENCODING=BASE64;JPEG:",
    " /9j/4AAQ",
    "END:VCARD",
    "",
  ];
  expect((await bring(who, file.join("\r\n"))).body).toMatchObject({ added: 1, refused: 0 });
  expect(await allOf(who)).toEqual([
    {
      ...{ name: "José Álvarez", firstName: "José", lastName: "Álvarez", company: "Harbour; Sons" },
      ...{ jobTitle: "Head of the port", phone: "+34 1", notes: "One\r\nTwo" },
      addresses: ["first@harbour.test", "jose@harbour.test"],
    },
  ]);
});

const google = `Name Prefix,First Name,Middle Name,Last Name,Organization Name,Organization Title,Notes,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value,Phone 1 - Value
,Ana,,Ruiz,Acme,Buyer,"Line 1
Line 2",* Work,ana@acme.test,ana@home.test ::: ana@third.test,+34 1
,Bob,,,,,,,,,+34 2
,Eve,,,,,,,eve@acme.test,,
`;
const outlook =
  "First Name;Last Name;E-mail Address;E-mail Type;Company;Job Title;Mobile Phone\r\nJosé;Díaz;jose@acme.test;SMTP;Acme;Chef;+34 3\r\n";

test("columns of Google and Outlook are recognized, also in other character sets [PPL-18]", async () => {
  const who = await person("NORMAL_USER");
  const answer = (await bring(who, google)).body;
  expect(answer).toMatchObject({ added: 2, refused: 1 });
  expect(answer.refusals).toEqual([{ line: 4, name: "Bob", reason: "It has no email address." }]);
  expect((await bring(who, Buffer.from(outlook, "latin1"))).body).toMatchObject({ added: 1, refused: 0 });
  expect((await bring(who, Buffer.from(`\ufeff${outlook}`, "utf16le"))).body).toMatchObject({ unchanged: 1 });
  expect(await allOf(who)).toMatchObject([
    { name: "Ana Ruiz", addresses: ["ana@acme.test", "ana@home.test", "ana@third.test"], notes: "Line 1\nLine 2" },
    { name: "Eve" },
    { name: "José Díaz", jobTitle: "Chef", phone: "+34 3", addresses: ["jose@acme.test"] },
  ]);
});

test("a table with other columns asks which is which [PPL-18]", async () => {
  const who = await person("NORMAL_USER");
  const file = "Wer\tWohin\nAna\tana@acme.test\n";
  const { body } = await preview(who, file);
  expect(body).toMatchObject({
    needsColumns: true,
    columns: [
      { title: "Wer", examples: ["Ana"], field: "skip" },
      { title: "Wohin", examples: ["ana@acme.test"], field: "skip" },
    ],
  });
  expect(await bring(who, file)).toMatchObject({ status: 400 });
  expect((await bring(who, file, ["name", "email"])).body).toMatchObject({ added: 1 });
  expect(await allOf(who)).toMatchObject([{ name: "Ana", addresses: ["ana@acme.test"] }]);
  expect((await preview(who, file, ["name", "telepathy"])).status).toBe(400);
});

test("files without people, too many people and too large files are refused [PPL-17]", async () => {
  const who = await person("NORMAL_USER");
  for (const file of ["", "hello", Buffer.from([0, 1, 2, 0]), "{}"])
    expect([file, (await preview(who, file)).status]).toEqual([file, 400]);
  expect((await send(who, "import", undefined)).status).toBe(400);
  const many = `email\n${Array.from({ length: maxImportedPeople + 1 }, (_, at) => `a${at}@b.test`).join("\n")}`;
  expect(await preview(who, many)).toMatchObject({
    status: 400,
    body: { error: "A file can have at most 20,000 people." },
  });
  const large = await preview(who, Buffer.alloc(10 * 1024 * 1024 + 1, "a"));
  expect(large).toMatchObject({ status: 413, body: { error: "Files over 10 MB cannot be imported" } });
  expect((await list(who)).total).toBe(0);
});

test("twenty thousand people are imported in batches, and entries that share an address are one person [PPL-17]", {
  timeout: 60_000,
}, async () => {
  const who = await person("NORMAL_USER");
  const rows = Array.from({ length: maxImportedPeople - 1 }, (_, at) => `Person ${at},p${at}@many.test`);
  const told: unknown[] = [];
  const stop = world.events.subscribe({ tenantId: who.tenantId, userId: who.id }, ({ kind, data }) => {
    if (kind === "people-import") told.push(data);
  });
  const { body } = await bring(who, `Name,Email\n${rows.join("\n")}\nAgain,p7@many.test\n`);
  expect(body).toMatchObject({ added: maxImportedPeople - 1, unchanged: 0, updated: 0, refused: 0 });
  await expect.poll(() => told.at(-1)).toEqual({ done: maxImportedPeople, total: maxImportedPeople });
  expect(told).toContainEqual({ done: 1000, total: maxImportedPeople });
  stop();
  expect((await list(who)).total).toBe(maxImportedPeople - 1);
});

test("an import that stops in the middle keeps its batches, and the same file again stores the rest [PPL-17]", async () => {
  const who = await person("NORMAL_USER");
  const file = `Name,Email\n${Array.from({ length: 1500 }, (_, at) => `Person ${at},p${at}@stop.test`).join("\n")}\n`;
  await peek(`
    create function refuse_late() returns trigger language plpgsql as
      $$ begin if new.name = 'Person 1400' then raise exception 'The disk is full' using errcode = '53100'; end if; return new; end $$;
    create trigger refuse_late before insert on people for each row execute function refuse_late()`);
  try {
    expect((await bring(who, file)).status).toBe(507);
  } finally {
    await peek("drop trigger refuse_late on people; drop function refuse_late()");
  }
  expect((await list(who)).total).toBe(1000);
  expect((await bring(who, file)).body).toMatchObject({ added: 500, unchanged: 1000, refused: 0 });
});

test("hostile files are read in a bounded time [PPL-17]", () => {
  const bytes = (text: string) => Buffer.from(text);
  const start = performance.now();
  readPeopleFile(bytes(`name,email\n${'"'.repeat(300_000)}`), undefined);
  readPeopleFile(bytes(`${",".repeat(1_000_000)}\n`), undefined);
  readPeopleFile(bytes(`BEGIN:VCARD\n${"BEGIN:VCARD\n".repeat(19_000)}`), undefined);
  readPeopleFile(bytes(`BEGIN:VCARD\nVERSION:3.0\nN:${";".repeat(500_000)}\nEND:VCARD`), undefined);
  const old = `BEGIN:VCARD\nVERSION:2.1\nN;QUOTED-PRINTABLE:${"=\n".repeat(100_000)}\nEND:VCARD`;
  readPeopleFile(bytes(old), undefined);
  readPeopleFile(bytes(`email\n${"a".repeat(1_000_000)}@${".".repeat(100_000)}\n`), undefined);
  expect(performance.now() - start).toBeLessThan(10_000);
});
