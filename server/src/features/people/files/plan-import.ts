import { maxPersonAddresses } from "@intellibox/contract/rules/people";
import { newId } from "#lib/ids.ts";
import type { StoredAddressOf, StoredPerson } from "../people-rows.ts";
import type { ImportedPerson } from "./imported-person.ts";

export type PlannedPerson = Omit<StoredPerson, "tenantId" | "userId"> & {
  addresses: string[];
  state: "added" | "updated" | "unchanged";
};

const fields = ["firstName", "lastName", "company", "jobTitle", "phone", "notes"] as const;

/**
 * Decides what each entry becomes. An entry with a known address belongs to that person, and fills what the person lacks; a
 * name that was learned from mail is replaced. Entries of one file that share an address are one person.
 */
export function planImport(
  entries: ImportedPerson[],
  stored: StoredPerson[],
  addresses: StoredAddressOf[],
  now: Date,
): PlannedPerson[] {
  const planned = new Map<string, PlannedPerson>();
  const owner = new Map<string, string>();
  for (const row of stored) planned.set(row.id, { ...row, addresses: [], state: "unchanged" });
  for (const { address, personId } of addresses) {
    owner.set(address, personId);
    planned.get(personId)?.addresses.push(address);
  }
  for (const entry of entries) {
    const known = entry.addresses.map((address) => owner.get(address)).find((id) => id !== undefined);
    const person = known === undefined ? undefined : planned.get(known);
    const target = person ?? { ...blank, id: newId(), createdAt: now, addresses: [], state: "added" as const };
    planned.set(target.id, target);
    fill(target, entry);
    for (const address of entry.addresses) {
      if (owner.has(address) || target.addresses.length === maxPersonAddresses) continue;
      owner.set(address, target.id);
      target.addresses.push(address);
      change(target);
    }
  }
  return [...planned.values()];
}

const blank = {
  ...{ name: "", firstName: "", lastName: "", company: "", jobTitle: "", phone: "", notes: "" },
  isSaved: true,
};

const change = (person: PlannedPerson) => {
  if (person.state === "unchanged") person.state = "updated";
};

function fill(person: PlannedPerson, entry: ImportedPerson) {
  if (entry.name && (!person.isSaved || !person.name) && person.name !== entry.name) {
    person.name = entry.name;
    change(person);
  }
  for (const field of fields) {
    if (person[field] || !entry[field]) continue;
    person[field] = entry[field];
    change(person);
  }
  if (person.isSaved) return;
  person.isSaved = true;
  change(person);
}
