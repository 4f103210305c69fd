import type { TemplateItem } from "@intellibox/contract/endpoints/templates";

const maxShown = 8;

/** The templates that the typed text finds, best first: short name, begin of the name, a word of the name, the rest. */
export function matchingTemplates<Item extends Searched>(
  items: readonly Item[],
  typed: string,
  most = maxShown,
): Item[] {
  const text = typed.trim().toLowerCase();
  const ranked = items
    .map((item) => ({ item, rank: rankOf(item, text) }))
    .filter(({ rank }) => rank < notFound)
    .sort((a, b) => a.rank - b.rank || lastUse(b.item) - lastUse(a.item));
  return ranked.slice(0, most).map(({ item }) => item);
}

type Searched = Pick<TemplateItem, "name" | "shortName" | "subject" | "lastUsedAt">;

const notFound = 9;

function rankOf({ name, shortName, subject }: Searched, text: string): number {
  const [title, short] = [name.toLowerCase(), shortName.toLowerCase()];
  if (text === "") return 0;
  if (short === text) return 1;
  if (short.startsWith(text)) return 2;
  if (title.startsWith(text)) return 3;
  if (title.split(/[^\p{L}\p{M}\p{N}]+/u).some((word) => word.startsWith(text))) return 4;
  if (title.includes(text)) return 5;
  return subject.toLowerCase().includes(text) ? 6 : notFound;
}

const lastUse = ({ lastUsedAt }: Searched) => lastUsedAt?.getTime() ?? 0;
