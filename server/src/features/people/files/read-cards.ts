import ICAL from "ical.js";
import { type ImportedPerson, importedPerson, unreadable } from "./imported-person.ts";
import { type CardProperty, readOldCard } from "./read-old-card.ts";

/** Reads vCards of versions 2.1, 3.0 and 4.0, each on its own: one that cannot be read does not spoil the others. */
export function readCards(text: string): ImportedPerson[] {
  const people: ImportedPerson[] = [];
  let card: string[] | undefined;
  let begins = 0;
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (/^BEGIN:VCARD\s*$/i.test(line)) {
      if (card) people.push(unreadable(begins, "unreadable"));
      [card, begins] = [[], at + 1];
    }
    card?.push(line);
    if (card && /^END:VCARD\s*$/i.test(line)) {
      people.push(readCard(card.join("\r\n"), begins));
      card = undefined;
    }
  }
  if (card) people.push(unreadable(begins, "unreadable"));
  return people;
}

function readCard(text: string, line: number): ImportedPerson {
  let properties: CardProperty[];
  try {
    properties = /^VERSION:\s*2/im.test(text) ? readOldCard(text) : (ICAL.parse(text) as [string, CardProperty[]])[1];
  } catch {
    return unreadable(line, "unreadable");
  }
  const all = (name: string) => properties.filter(([key]) => key === name);
  const text1 = (name: string) => textOf(all(name)[0]?.[3]);
  const [last, first, middle] = listOf(all("n")[0]?.[3]);
  return importedPerson({
    line,
    name: text1("fn"),
    firstName: [first, middle].filter(Boolean).join(" "),
    lastName: last ?? "",
    company: listOf(all("org")[0]?.[3])[0] ?? "",
    jobTitle: text1("title"),
    phone: text1("tel").replace(/^tel:/i, ""),
    notes: all("note")
      .map((note) => textOf(note[3]))
      .join("\n"),
    addresses: all("email")
      .toSorted((one, other) => preference(one) - preference(other))
      .map((email) => textOf(email[3]).replace(/^mailto:/i, "")),
  });
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : Array.isArray(value) ? value.map(textOf).filter(Boolean).join(" ") : "";
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : [textOf(value)]);

/** PREF=1 of 4.0 and TYPE=PREF of 3.0 come first. */
const preference = ([, { pref, type }]: CardProperty): number => {
  const isPreferred = [type].flat().some((one) => String(one).toLowerCase() === "pref");
  return isPreferred ? 1 : Number(pref) || 101;
};
