import { maxPersonAddresses } from "@intellibox/contract/rules/people";
import { plainLine } from "@intellibox/contract/rules/plain-line";
import { plainAddress } from "../plain-address.ts";

export type RefusalReason = "noAddress" | "badAddress" | "manyAddresses" | "unreadable";

/** One entry of a file: a person, or why it is none. */
export type ImportedPerson = {
  /** The line at which it begins in the file. */
  line: number;
  name: string;
  firstName: string;
  lastName: string;
  company: string;
  jobTitle: string;
  phone: string;
  notes: string;
  addresses: string[];
  refusal?: RefusalReason;
};

export type FileColumn = { title: string; examples: string[] };

type Given = Omit<ImportedPerson, "refusal">;

/** Bounds and cleans what a file says. */
export function importedPerson(given: Given): ImportedPerson {
  const typed = given.addresses.map((address) => address.trim()).filter(Boolean);
  const addresses = [...new Set(typed.flatMap((address) => plainAddress(address) ?? []))];
  const [firstName, lastName] = [plainLine(given.firstName, 100), plainLine(given.lastName, 100)];
  const [first = ""] = addresses;
  const refusal = refusalOf(typed, addresses);
  return {
    ...{ line: given.line, firstName, lastName, addresses },
    name: plainLine(given.name, 200) || `${firstName} ${lastName}`.trim() || first,
    company: plainLine(given.company, 200),
    jobTitle: plainLine(given.jobTitle, 200),
    phone: plainLine(given.phone, 60),
    notes: given.notes.replaceAll("\0", "").toWellFormed().trim().slice(0, 5000),
    ...(refusal && { refusal }),
  };
}

function refusalOf(typed: string[], addresses: string[]): RefusalReason | undefined {
  if (addresses.length > maxPersonAddresses) return "manyAddresses";
  if (addresses.length > 0) return undefined;
  return typed.length > 0 ? "badAddress" : "noAddress";
}

export const unreadable = (line: number, refusal: RefusalReason): ImportedPerson => ({
  ...{ line, name: "", firstName: "", lastName: "", company: "", jobTitle: "", phone: "", notes: "", addresses: [] },
  refusal,
});
