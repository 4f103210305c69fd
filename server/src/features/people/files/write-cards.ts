// Runs in a worker thread.
import { csvLine, csvStart } from "@intellibox/contract/rules/csv";
import ICAL from "ical.js";

export type ExportedPerson = {
  name: string;
  first_name: string;
  last_name: string;
  company: string;
  job_title: string;
  phone: string;
  notes: string;
  addresses: string[];
};

export function writeCards(people: ExportedPerson[], version: "3.0" | "4.0"): string {
  return people.map((person) => ICAL.stringify(cardOf(person, version))).join("");
}

/** A vCard as jCard (RFC 7095), which ical.js escapes and folds. */
function cardOf(
  { name, first_name, last_name, company, job_title, phone, notes, addresses }: ExportedPerson,
  version: string,
) {
  const text = (key: string, value: string) => (value ? [[key, {}, "text", value]] : []);
  return [
    "vcard",
    [
      ["version", {}, "text", version],
      ["fn", {}, "text", name || addresses[0] || "?"],
      ["n", {}, "text", [last_name, first_name, "", "", ""]],
      ...(company ? [["org", {}, "text", [company]]] : []),
      ...text("title", job_title),
      ...addresses.map((address, at) => [
        "email",
        at > 0 ? {} : version === "3.0" ? { type: ["INTERNET", "PREF"] } : { pref: "1" },
        "text",
        address,
      ]),
      ...(phone ? [["tel", {}, version === "3.0" ? "phone-number" : "text", phone]] : []),
      ...text("note", notes.replaceAll(/\r\n?/g, "\n")),
    ],
    [],
  ];
}

/** The names that an import recognizes. They are not translated, so that a file works in every language. */
const titles = ["Name", "First name", "Last name", "Company", "Job title", "Phone", "Notes"];

export const writeTableHead = (emails: number) =>
  csvStart + csvLine([...titles, ...Array.from({ length: emails }, (_, at) => `E-mail ${at + 1}`)]);

export const writeTable = (people: ExportedPerson[]): string =>
  people
    .map(({ name, first_name, last_name, company, job_title, phone, notes, addresses }) =>
      csvLine([name, first_name, last_name, company, job_title, phone, notes, ...addresses]),
    )
    .join("");
