import { namesOf, type TokenPerson } from "@intellibox/contract/rules/fill-tokens";

/** Words of a mail that could be a token in a template. */
export type NameToken = {
  /** "Meera". */
  words: string;
  /** "{FirstName}". */
  token: string;
  /** How often the words occur. */
  count: number;
};

/** The recipient's names and address as far as they occur in the text or the subject. The longest come first. */
export function nameTokens(person: TokenPerson, { subject, html }: { subject: string; html: string }): NameToken[] {
  const { firstName: first, lastName: last } = namesOf(person);
  const both = [first, last].filter(Boolean).join(" ");
  const candidates: [string, string][] = [
    [person.email ?? "", "{Email}"],
    ...(last ? ([[both, "{Name}"]] as [string, string][]) : []),
    [first, "{FirstName}"],
    [last, "{LastName}"],
  ];
  const body = parse(html);
  let rest = `${subject}\n${textsOf(body)
    .map((node) => node.data)
    .join("\n")}`;
  return candidates.flatMap(([words, token]) => {
    // Initials and particles would be found everywhere.
    if (words.length < 2) return [];
    const count = rest.match(wholeWords(words))?.length ?? 0;
    rest = rest.replaceAll(wholeWords(words), "\n");
    return count > 0 ? [{ words, token, count }] : [];
  });
}

/** Puts the chosen tokens in place of the words, in the order of `nameTokens`. */
export function withNameTokens(mail: { subject: string; html: string }, chosen: readonly NameToken[]) {
  if (chosen.length === 0) return mail;
  const replace = (text: string) =>
    chosen.reduce((now, { words, token }) => now.replaceAll(wholeWords(words), () => token), text);
  const body = parse(mail.html);
  for (const node of textsOf(body)) node.data = replace(node.data);
  return { subject: replace(mail.subject), html: body.innerHTML };
}

const wholeWords = (words: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}])${words.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{M}\\p{N}])`,
    "giu",
  );

/** DOMParser loads and runs nothing. */
const parse = (html: string) => new DOMParser().parseFromString(html, "text/html").body;

function textsOf(node: Node): Text[] {
  if (node.nodeType === Node.TEXT_NODE) return [node as Text];
  return [...node.childNodes].flatMap(textsOf);
}
