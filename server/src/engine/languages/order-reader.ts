// Finds the reader of an order: "a la Sra. Ibáñez", "unserem Anwalt", "राकेश जी को".
import type { Grammar } from "./grammar.ts";

/** `words` are the reader as the intent names them. */
export type ForeignReader = {
  kind: "name" | "group" | "unknown";
  name: string;
  words: string;
  /** As the writer typed it: "Salut Karim". */
  greeting?: string;
};
export type FoundReader = { reader: ForeignReader; by: string; after: string };

const word = String.raw`[\p{L}\p{M}\p{N}ºª'’-]+`;
const noun = String.raw`\p{L}[\p{L}\p{M}'’-]*`;
const capital = String.raw`\p{Lu}[\p{L}\p{M}'’-]*\.?`;
const particle = "(?:de la|de los|de|del|da|dos?|du|van der|van den|van|von der|von)";
const names = String.raw`${capital}(?:\s+(?:${particle}\s+)?${capital}){0,3}`;
const and = String.raw`(?:\s+(?:y|e|et|und|aur|&)\s+(?:(?:[oa]|la|el|à|ao|al)\s+)?)`;
const complement = String.raw`\s+(?:de la|de los|de las|de l['’]|del|de|des|du|d['’]|da|do|dos|das|der|vom|von|für|im|in der|em|no|na)\s*${word}`;

/** Compiling these patterns takes longer than using them. */
const compiledPatterns = new Map<string, RegExp>();
export function compiled(source: string, flags: string): RegExp {
  const known = compiledPatterns.get(source);
  if (known) return known;
  const pattern = new RegExp(source, flags);
  compiledPatterns.set(source, pattern);
  return pattern;
}

/** Whether an order goes on here: a joint, a punctuation mark or the end. */
export const isJoint = (text: string, { joints }: Grammar) =>
  /^\s*(?:[,:;.!?](?!\d)|[-–—]\s|$)/.test(text) ||
  [joints.that, joints.whether, joints.which, joints.deed].some((joint) => joint.test(text));

/** The reader at the start of a text, after its preposition. */
export function readerAt(
  text: string,
  preposition: RegExp,
  isIndirect: boolean,
  grammar: Grammar,
): FoundReader | undefined {
  const by = preposition.exec(text)?.[0];
  if (by === undefined) return undefined;
  const rest = text.slice(by.length).replace(/^\s+/, "");
  if (grammar.notReader.test(rest)) return undefined;
  const found = namedAt(rest, by, grammar) ?? roleAt(rest, by, isIndirect, grammar) ?? smallNameAt(rest, by, grammar);
  return found && { ...found, by };
}

type Found = { reader: ForeignReader; after: string } | undefined;

function namedAt(rest: string, by: string, grammar: Grammar): Found {
  const { title, name = (text: string) => text, isNoName } = grammar;
  const titled = compiled(
    `^(?:${title})(?:${names}|(?!(?:de|del|da|do|du|des|von|der|und|y|e|et)\\s)[\\p{L}\\p{M}'’-]+)(?:${and}(?:${title})?${names})?`,
    "u",
  ).exec(rest)?.[0];
  if (titled && isWordEnd(rest, titled)) return found("name", name(titled), rest, titled);
  // A role before the name: "unserem Kunden Herrn Vogt", "ao cliente Móveis Sul".
  const role = compiled(`^(?:(?:${grammar.article})(?:\\s+|(?<=['’])))?${noun}\\s+(?=${title})`, "u").exec(rest)?.[0];
  const afterRole = role && compiled(`^(?:${title})${names}`, "u").exec(rest.slice(role.length))?.[0];
  if (role && afterRole) return found("name", name(afterRole), rest, `${role}${afterRole}`);
  const kind = compiled(`^(?:(?:${grammar.article})(?:\\s+|(?<=['’])))?(?:\\p{Ll}[\\p{L}-]+\\s+)(?=\\p{Lu})`, "u").exec(
    rest,
  )?.[0];
  const afterKind = kind && !grammar.dative && compiled(`^${names}`, "u").exec(rest.slice(kind.length))?.[0];
  const hasArticle =
    grammar.contracted?.test(by) || compiled(`^(?:${grammar.article})(?:\\s|(?<=['’]))`, "u").test(rest);
  if (kind && afterKind && hasArticle && !grammar.group.test(kind))
    return found("name", afterKind, rest, `${kind}${afterKind}`);
  const worker = grammar.worker?.exec(rest)?.[0];
  const afterWorker = worker && compiled(`^${names}`, "u").exec(rest.slice(worker.length))?.[0];
  if (worker && afterWorker) return found("name", afterWorker, rest, `${worker}${afterWorker}`);
  const bare = compiled(`^${names}(?:${and}${names})?`, "u").exec(rest)?.[0];
  if (grammar.dative && grammar.contracted?.test(by)) return undefined;
  if (bare && compiled(`^(?:${grammar.article})\\s`, "iu").test(bare)) return undefined;
  if (!bare || !isWordEnd(rest, bare) || isNoName?.(bare, rest.slice(bare.length), by)) return undefined;
  if (grammar.group.test(bare)) return found("group", bare, rest, bare);
  if (/^\p{Lu}{2,4}$/u.test(bare)) return found("unknown", bare, rest, bare);
  return found("name", bare, rest, bare);
}

function roleAt(rest: string, by: string, isIndirect: boolean, grammar: Grammar): Found {
  if (grammar.isObject?.(rest, by)) return undefined;
  const isContracted = grammar.contracted?.test(by) ?? false;
  const articles = isIndirect && grammar.dative && !by.trim() ? grammar.dative : grammar.article;
  const article = `(?:${articles})(?:\\s+|(?<=['’]))`;
  const start = isContracted ? `(?:${article})?` : article;
  const cases = [
    `${start}${noun}(?:\\s+${word})?${complement}\\s+${word}\\s+${word}`,
    `${start}${noun}(?:\\s+${word})?${complement}\\s+${word}`,
    `${start}${noun}(?:\\s+${word})?${complement}`,
    `${start}${noun}\\s+${word}\\s+${word}`,
    `${start}${noun}\\s+${word}`,
    `${start}${noun}`,
  ];
  const titled = compiled(
    `^${start}${noun}\\s+(?:de\\s+la|del|de|d[ao]|du|von|der|des)\\s+(?<name>(?:${grammar.title})${names})`,
    "u",
  ).exec(rest);
  if (titled?.groups?.name) return found("name", (grammar.name ?? String)(titled.groups.name), rest, titled[0]);
  for (const pattern of cases) {
    const role = compiled(`^${pattern}(?![\\p{L}\\p{M}])`, "iu").exec(rest)?.[0];
    if (role && grammar.dative && /\s\p{Ll}+(?:en|ern|eln)$/u.test(role)) continue;
    if (!role || hasJoint(role, grammar) || /(?:^|\s)(?:Sra?|Dra?|M|Dr|Prof|Mme)$/u.test(role)) continue;
    const after = rest.slice(role.length);
    // "alle Eltern zum Sommerfest": what they are invited to is no place.
    const isPlace =
      /\s\p{Lu}|\d/u.test(role) &&
      !/\s(?:zum?|zur|um|für|wegen|über|nach|pour|para|por)\s/iu.test(role) &&
      grammar.group.test(role) &&
      grammar.joints.about.test(after);
    const hasObject =
      grammar.group.test(role) &&
      /^\s(?:sus?|son|sa|ses|leurs?|[oa]s?\s+su?[ae]?us?|seus?|suas?|ihre?\p{L}*|pour|por|pel[oa]s?|für)\s/iu.test(
        after,
      );
    const isLast = pattern === cases.at(-1);
    if (!isLast && !isJoint(after, grammar) && !isPlace && !hasObject) continue;
    if (isLast && isIndirect && grammar.isNoDative?.(role)) return undefined;
    // "los monitores", "les bénévoles": a plural.
    const isMany =
      !grammar.dative &&
      /^(?:los|las|les|os|as|aux|aos|às|nos|nuestros|nuestras|nossos|nossas)\s\p{L}+s(?!\p{L})/iu.test(role);
    return found(isMany || grammar.group.test(role) ? "group" : "unknown", role, rest, role);
  }
  // "todos", "allen" stand without a noun.
  const all = compiled(`^(?:${grammar.group.source})`, grammar.group.flags).exec(rest)?.[0];
  return all && isWordEnd(rest, all) && isContractedOrJoint(rest.slice(all.length), grammar)
    ? found("group", all, rest, all)
    : undefined;
}

const hasJoint = (role: string, { joints }: Grammar) =>
  [...role.matchAll(/\s/g)].some(({ index }) =>
    [joints.that, joints.whether, joints.which].some((joint) => joint.test(`${role.slice(index)} x`)),
  );

const isContractedOrJoint = (after: string, grammar: Grammar) =>
  isJoint(after, grammar) || grammar.joints.about.test(after) || /^\s/.test(after);

/** Notes are often typed in small letters: one word before a joint is a name, if no article belongs to it. */
function smallNameAt(rest: string, by: string, grammar: Grammar): Found {
  const small = /^\p{Ll}[\p{L}-]{2,13}(?:\s+(?:ji|bhai|sir))?(?![\p{L}\p{M}])/u.exec(rest)?.[0];
  if (grammar.isObject?.(rest, by)) return undefined;
  if (small && pronoun.test(small)) return undefined;
  if (!small || grammar.group.test(small)) return small ? found("group", small, rest, small) : undefined;
  const after = rest.slice(small.length).replace(grammar.adverbs, " ");
  if (!isJoint(after, grammar)) return undefined;
  return found(grammar.contracted?.test(by) ? "unknown" : "name", small, rest, small);
}

const pronoun =
  /^(?:ih[nmr]|ihnen|lui|leur|leurs|elle|elles|eux|lhe|lhes|ele|ela|eles|elas|ella|ellos|ellas|les|usted|ustedes)$/u;

/** The reader before a postposition, the whole of a short phrase. */
export function readerBefore(phrase: string, grammar: Grammar): ForeignReader | undefined {
  const text = phrase.trim();
  if (grammar.notReader.test(text) || text.split(/\s+/).length > 6) return undefined;
  const [kind = "", ...named] = text.split(/\s+/);
  const honored = /(?:^|\s)(?<name>\S+\s+(?:ji|sir|madam|जी|सर|मैडम))$/iu.exec(text)?.groups?.name;
  const isArticle = compiled(`^(?:${grammar.article})$`, "iu").test(kind);
  if (honored && isArticle) return { kind: "name", name: honored, words: text };
  if (named.length > 0 && !isArticle && grammar.role?.test(kind) && /^\p{Lu}/u.test(named[0] ?? ""))
    return { kind: "name", name: named.join(" "), words: text };
  if (grammar.group.test(text)) return { kind: "group", name: "", words: text };
  if (grammar.role?.test(text) || compiled(`^(?:${grammar.article})\\s`, "iu").test(text))
    return { kind: "unknown", name: text, words: text };
  if (/^\p{Lu}{2,4}$/u.test(text)) return { kind: "unknown", name: text, words: text };
  const isNamed =
    /^\p{Lu}|^\p{Lo}/u.test(text) ||
    /^\p{Ll}+\s+(?:ji|bhai|sir|madam|mam|sahab|didi|bhaiya|aunty|uncle)$/iu.test(text) ||
    /^\p{Ll}{3,12}$/u.test(text);
  return isNamed ? { kind: "name", name: text, words: text } : { kind: "unknown", name: text, words: text };
}

const found = (kind: ForeignReader["kind"], name: string, rest: string, text: string) => ({
  reader: { kind, name: kind === "group" ? "" : name.trim(), words: text },
  after: rest.slice(text.length),
});

const isWordEnd = (text: string, part: string) => !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(part.length));
