export type KnownPerson = { name: string; address: string };

const maxShown = 8;

/** The people whose name or address has a word that begins with the typed text, without those that are chosen already. */
export function matchingPeople(
  people: readonly KnownPerson[],
  typed: string,
  chosen: readonly string[],
): KnownPerson[] {
  const text = typed.trim().toLowerCase();
  if (!text) return [];
  const taken = new Set(chosen.map((address) => address.toLowerCase()));
  const found: KnownPerson[] = [];
  for (const person of people) {
    if (found.length === maxShown) break;
    if (!taken.has(person.address.toLowerCase()) && hasWord(person, text)) found.push(person);
  }
  return found;
}

const hasWord = ({ name, address }: KnownPerson, text: string) => {
  const words = `${name} ${address}`.toLowerCase();
  for (let at = words.indexOf(text); at >= 0; at = words.indexOf(text, at + 1))
    if (at === 0 || /[^\p{L}\p{N}]/u.test(words[at - 1] ?? "")) return true;
  return false;
};
