import { type GuidePage, type Node, textOf } from "#lib/guide-nodes.ts";

/** A part of a page: the text between two headings. */
export type Section = { path: string; page: string; heading: string; text: string };

/** The parts of all pages. The part before the first heading has the title of its page. */
export function sectionsOf(pages: readonly GuidePage[]): Section[] {
  return pages.flatMap(({ slug, title, body }) => {
    const sections: (Omit<Section, "text"> & { nodes: Node[] })[] = [
      { path: `/help/${slug}`, page: title, heading: title, nodes: [] },
    ];
    for (const node of body) {
      if (typeof node !== "string" && /^h[234]$/.test(node.tag) && "id" in node)
        sections.push({ path: `/help/${slug}#${node.id}`, page: title, heading: textOf(node.children), nodes: [] });
      else sections.at(-1)?.nodes.push(node);
    }
    return sections.map(({ nodes, ...section }) => ({
      ...section,
      text: textOf(nodes).replaceAll(/\s+/g, " ").trim(),
    }));
  });
}

export const wordsOf = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 12);

/** The parts that have every word of the query, those with the words in their heading first. */
export function searchGuide(sections: readonly Section[], query: string): Section[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const rank = ({ page, heading, text }: Section) => {
    const [inHeading, inPage, inText] = [heading, page, text].map((part) => part.toLowerCase());
    const all = `${inHeading} ${inPage} ${inText}`;
    if (!words.every((word) => all.includes(word))) return 0;
    if (words.every((word) => inHeading?.includes(word))) return 3;
    return words.some((word) => inHeading?.includes(word) || inPage?.includes(word)) ? 2 : 1;
  };
  return sections
    .map((section) => ({ section, rank: rank(section) }))
    .filter((found) => found.rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, 30)
    .map(({ section }) => section);
}

const around = 90;

/** The text around the first word of the query, cut at words. */
export function excerptOf(text: string, query: string): string {
  const lower = text.toLowerCase();
  const places = wordsOf(query)
    .map((word) => lower.indexOf(word))
    .filter((place) => place >= 0);
  const at = places.length > 0 ? Math.min(...places) : 0;
  const start = at <= around ? 0 : text.indexOf(" ", at - around) + 1;
  const limit = start + around * 2;
  const end = limit >= text.length ? text.length : text.lastIndexOf(" ", limit);
  return `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
}

/** The text in pieces; the odd ones are words of the query. */
export function markedPieces(text: string, query: string): string[] {
  const words = wordsOf(query).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return words.length === 0 ? [text] : text.split(new RegExp(`(${words.join("|")})`, "gi"));
}
