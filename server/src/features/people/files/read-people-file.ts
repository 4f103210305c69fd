// Runs in a worker thread.
import { type ImportField, maxImportedPeople } from "@intellibox/contract/rules/people";
import type { FileColumn, ImportedPerson } from "./imported-person.ts";
import { readCards } from "./read-cards.ts";
import { readTable } from "./read-table.ts";

export type ReadPeople =
  | { problem: "notReadable" | "tooMany" }
  | { columns: FileColumn[]; fields: ImportField[]; people: ImportedPerson[]; problem?: undefined };

/** Reads a vCard or CSV file, whatever its name says. */
export function readPeopleFile(bytes: Uint8Array, chosen: ImportField[] | undefined): ReadPeople {
  const text = decoded(bytes);
  if (text.includes("\0")) return { problem: "notReadable" };
  try {
    const read = /^\s*BEGIN:VCARD/i.test(text)
      ? { columns: [], fields: [], people: readCards(text) }
      : readTable(text, chosen);
    return read.people.length > maxImportedPeople ? { problem: "tooMany" } : read;
  } catch {
    return { problem: "notReadable" };
  }
}

/** UTF-8 or UTF-16; anything else is the Windows character set that Outlook writes. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
