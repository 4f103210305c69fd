import type { ImportField } from "@intellibox/contract/rules/people";
import { readCsv } from "#lib/read-csv.ts";
import { type FileColumn, type ImportedPerson, importedPerson } from "./imported-person.ts";

const maxColumns = 200;

/** The names that Google, Outlook and this product give their columns, without signs and in lower case. */
const knownTitles: [ImportField, RegExp][] = [
  [
    "email",
    /^(e ?mail|mail|e ?mail address|email addresses|e ?mail \d+ value|e ?mail \d+ address|e ?mail \d+|primary email)$/,
  ],
  ["firstName", /^(first name|given name|forename|vorname|prénom)$/],
  ["lastName", /^(last name|family name|surname|nachname|nom)$/],
  ["name", /^(name|full name|display name|file as|contact name|contact)$/],
  [
    "company",
    /^(company|company name|organi[sz]ation|organi[sz]ation name|organi[sz]ation 1 name|account name|firma)$/,
  ],
  ["jobTitle", /^(job title|title|position|role|organi[sz]ation title|organi[sz]ation 1 title)$/],
  [
    "phone",
    /^(phone|phone number|telephone|mobile|mobile phone|business phone|primary phone|home phone|phone 1 value)$/,
  ],
  ["notes", /^(notes?|comments?|description)$/],
];

/** The field of a column by its title. Outlook has columns such as "E-mail Type", which are not addresses. */
export const fieldOfTitle = (title: string): ImportField => {
  const plain = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return knownTitles.find(([, pattern]) => pattern.test(plain))?.[0] ?? "skip";
};

export type ReadTable = { columns: FileColumn[]; fields: ImportField[]; people: ImportedPerson[] };

/** Throws if the file is no table. `chosen` has the field of each column. */
export function readTable(text: string, chosen: ImportField[] | undefined): ReadTable {
  const rows = readCsv(text);
  if (!rows) throw new Error("The file is not CSV.");
  const [head, ...body] = rows;
  const titles = (head?.cells ?? []).slice(0, maxColumns);
  const fields = titles.map((title, at) => (chosen ? (chosen[at] ?? "skip") : fieldOfTitle(title)));
  const columns = titles.map((title, at) => ({
    title: title.slice(0, 100),
    examples: body.slice(0, 3).flatMap(({ cells }) => cells[at]?.slice(0, 60) || []),
  }));
  if (!fields.includes("email")) return { columns, fields, people: [] };
  const people = body.map(({ cells, line }) => personOf(cells, fields, line));
  return { columns, fields, people };
}

function personOf(record: string[], fields: ImportField[], line: number): ImportedPerson {
  const values = (field: ImportField) => fields.flatMap((one, at) => (one === field && record[at] ? record[at] : []));
  const first = (field: ImportField) => unquoted(values(field)[0] ?? "");
  return importedPerson({
    ...{ line, name: first("name"), firstName: first("firstName"), lastName: first("lastName") },
    ...{ company: first("company"), jobTitle: first("jobTitle"), phone: first("phone") },
    notes: values("notes").join("\n"),
    // Google writes several values into one cell.
    addresses: values("email").flatMap((value) => unquoted(value).split(/\s*:::\s*|[;,\s]+/)),
  });
}

/** Our own exports, and others, protect text that a spreadsheet would run with an apostrophe. */
const unquoted = (value: string) => value.replace(/^'(?=[=+\-@])/, "");
