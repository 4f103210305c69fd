export type KnownPerson = { name: string; address: string };

/** Who completes what is typed: those who are loaded, and a search of all others. */
export type KnownPeople = {
  loaded: readonly KnownPerson[];
  find?: (typed: string, signal: AbortSignal) => Promise<readonly KnownPerson[]>;
};

const maxShown = 8;

/** The people whose name or address has a word that begins with the typed text, without those that are chosen already. */
export function matchingPeople(
  people: readonly KnownPerson[],
  typed: string,
  chosen: readonly string[],
): KnownPerson[] {
  const text = withoutAccents(typed.trim());
  if (!text) return [];
  return withoutChosen(
    people.filter((person) => hasWord(person, text)),
    chosen,
  );
}

/** The first people that are not chosen yet, each address once. */
export function withoutChosen(people: readonly KnownPerson[], chosen: readonly string[]): KnownPerson[] {
  const taken = new Set(chosen.map((address) => address.toLowerCase()));
  const found: KnownPerson[] = [];
  for (const person of people) {
    const address = person.address.toLowerCase();
    if (found.length === maxShown) break;
    if (!taken.has(address)) found.push(person);
    taken.add(address);
  }
  return found;
}

const hasWord = ({ name, address }: KnownPerson, text: string) => {
  const words = withoutAccents(`${name} ${address}`);
  for (let at = words.indexOf(text); at >= 0; at = words.indexOf(text, at + 1))
    if (at === 0 || /[^\p{L}\p{N}\p{M}]/u.test(words[at - 1] ?? "")) return true;
  return false;
};

/** "José" as "jose". Vowel signs of other scripts stay. */
const withoutAccents = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
