import { expect, test } from "vitest";
import { parseFile, parseTyped } from "./parse-recipients.ts";

const addresses = (parsed: ReturnType<typeof parseFile>) => parsed.recipients.map(({ address }) => address);

test("the column of addresses is found, and the others become values [MRG-01]", () => {
  const parsed = parseFile({
    text: "First Name,Mail,City\nAda,ADA@Example.test,London\nBo,Bo Li <bo@example.test>,\n",
  });
  expect(parsed).toMatchObject({ columns: ["First Name", "Mail", "City"], addressColumn: "Mail", problems: [] });
  expect(parsed.recipients).toEqual([
    { line: 2, address: "ada@example.test", values: { "First Name": "Ada", City: "London" } },
    { line: 3, address: "bo@example.test", values: { "First Name": "Bo", City: "" } },
  ]);
});

test("doubled and malformed addresses are named with their line [MRG-02]", () => {
  const parsed = parseFile({ text: "Email\nada@example.test\nnot an address\nADA@example.test\nbo@example.test\n" });
  expect(addresses(parsed)).toEqual(["ada@example.test", "bo@example.test"]);
  expect(parsed.problems).toEqual([
    { line: 3, address: "not an address", reason: "malformed" },
    { line: 4, address: "ada@example.test", reason: "doubled" },
  ]);
});

test("another column can be chosen, and a file without addresses says which columns it has [MRG-01]", () => {
  const text = "Work,Home\nada@work.test,ada@home.test\n";
  expect(addresses(parseFile({ text }))).toEqual(["ada@work.test"]);
  expect(addresses(parseFile({ text, addressColumn: "Home" }))).toEqual(["ada@home.test"]);
  expect(parseFile({ text: "Name,City\nAda,London\n" })).toMatchObject({
    columns: ["Name", "City"],
    addressColumn: null,
    recipients: [],
  });
});

test("files of spreadsheets are read: semicolons, tabs, a byte order mark, quotes, lines inside cells, no header [MRG-03]", () => {
  expect(addresses(parseFile({ text: "\uFEFFEmail;Name\r\nada@example.test;Ada\r\n" }))).toEqual(["ada@example.test"]);
  expect(addresses(parseFile({ text: "Name\tEmail\nAda\tada@example.test\n" }))).toEqual(["ada@example.test"]);
  const quoted = parseFile({ text: 'Email,Note\nada@example.test,"one, ""two""\nthree"\nbo@example.test,four\n' });
  expect(quoted.recipients[0]?.values.Note).toBe('one, "two"\nthree');
  expect(quoted.recipients[1]?.address).toBe("bo@example.test");
  const bare = parseFile({ text: "ada@example.test,Ada\nbo@example.test,Bo\n" });
  expect(bare.recipients).toEqual([
    { line: 1, address: "ada@example.test", values: { "Column 2": "Ada" } },
    { line: 2, address: "bo@example.test", values: { "Column 2": "Bo" } },
  ]);
});

test("columns that tokens could not tell apart get numbers, and names lose signs of tokens [MRG-03]", () => {
  const { columns } = parseFile({
    text: "Email,First Name,first_name,{City|x},,__proto__\nada@example.test,1,2,3,4,5\n",
  });
  expect(columns).toEqual(["Email", "First Name", "first_name 2", "Cityx", "Column 5", "proto"]);
});

test("a line with more cells than the first is left out and named; empty cells at its end do not count [MRG-05]", () => {
  const text = "Email,Name\nada@example.test,Lovelace, Ada\nbo@example.test,Bo,,\nada@example.test,Ada\n";
  const parsed = parseFile({ text });
  expect(parsed.problems).toEqual([{ line: 2, address: "ada@example.test", reason: "wide" }]);
  expect(parsed.recipients.map(({ line, values }) => [line, values.Name])).toEqual([
    [3, "Bo"],
    [4, "Ada"],
  ]);
});

test("columns and values lose characters that hide or reverse text [MRG-05]", () => {
  const parsed = parseFile({ text: "Email,Na\u202eme\nada@example.test,\u202eAda\u2066 \u200dB\n" });
  expect(parsed.recipients[0]?.values).toEqual({ Name: "Ada \u200dB" });
});

test("hostile files are refused or cleaned, not run [MRG-03]", () => {
  const odd = parseFile({ text: "Email,Name\nada@example.test,A\u0001\ud800B\nx\r\ny@example.test\u0007,Bo\n" });
  expect(odd.recipients).toEqual([{ line: 2, address: "ada@example.test", values: { Name: "A \ufffdB" } }]);
  expect(parseFile({ text: `"${"x".repeat(200_000)}` })).toMatchObject({ unreadable: true });
  expect(parseFile({ text: "" })).toMatchObject({ recipients: [], unreadable: false });
});

test("a value that is too long and too many columns are refused, not cut [MRG-03]", () => {
  const row = (value: string) => parseFile({ text: `Email,Name\nbo@example.test,Bo\nada@example.test,${value}\n` });
  expect(row("x".repeat(1_001))).toMatchObject({ longLine: 3, recipients: [] });
  expect(row("x".repeat(1_000)).recipients).toHaveLength(2);
  const columns = (count: number) => Array.from({ length: count }, (_, at) => `C${at}`).join(",");
  const wide = (count: number) => parseFile({ text: `Email,${columns(count - 1)}\nada@example.test\n` });
  expect(wide(51)).toMatchObject({ tooManyColumns: 51, recipients: [] });
  expect(wide(50).recipients).toHaveLength(1);
});

test("a typed name in quotes may have a comma [MRG-01]", () => {
  const parsed = parseTyped('"Lovelace, Ada" <ada@example.test>, bo@example.test; "Ng; Cy" <cy@example.test>');
  expect(parsed.problems).toEqual([]);
  expect(parsed.recipients.map(({ address, values }) => [address, values.Name])).toEqual([
    ["ada@example.test", "Lovelace, Ada"],
    ["bo@example.test", undefined],
    ["cy@example.test", "Ng; Cy"],
  ]);
});

test("more than 5,000 recipients are counted and refused [MRG-01]", () => {
  const lines = Array.from({ length: 5_001 }, (_, at) => `person${at}@example.test`);
  expect(parseFile({ text: `Email\n${lines.join("\n")}` })).toMatchObject({ tooMany: 5_001, recipients: [] });
  expect(parseFile({ text: `Email\n${lines.slice(1).join("\n")}` }).recipients).toHaveLength(5_000);
});

test("typed recipients may have names [MRG-01]", () => {
  const parsed = parseTyped('ada@example.test; Bo Li <BO@example.test>,\n"Cy Ng" <cy@example.test>\nnobody');
  expect(parsed.columns).toEqual(["Name"]);
  expect(parsed.recipients).toEqual([
    { line: null, address: "ada@example.test", values: {} },
    { line: null, address: "bo@example.test", values: { Name: "Bo Li" } },
    { line: null, address: "cy@example.test", values: { Name: "Cy Ng" } },
  ]);
  expect(parsed.problems).toEqual([{ line: 4, address: "nobody", reason: "malformed" }]);
});
