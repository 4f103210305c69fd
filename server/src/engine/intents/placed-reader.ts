// Readers who stand in a part of their own, wherever it is: "…. to ellie b", "– for ms kovalenko", "gareth @ liftline", "(mail goes to Ana)".
import { isRole } from "./addressee.ts";
import { readDirective } from "./directive.ts";
import { isFirstName } from "./first-names.ts";
import { genderOf } from "./gender.ts";
import { titles, upper } from "./whole-names.ts";

const word = "\\p{L}[\\p{L}'’-]*";

/** Rewrites such an intent into a mail to its reader. */
export function withPlacedReader(text: string): string {
  const named = withOnlyPerson(withNamedRole(withThanksTo(withoutCopies(text))));
  if (named !== text && hasReader(named)) return named;
  return withPart(named);
}

function withPart(text: string): string {
  if (hasReader(text)) return text;
  const parts = partsOf(text);
  const at = parts.findLastIndex(({ said }, i) => readerOfPart(said, i === 0) !== undefined);
  const found = at < 0 ? undefined : readerOfPart(parts[at]?.said ?? "", at === 0);
  if (!found || parts.length < 2) return text;
  const rest = parts
    .filter((_, i) => i !== at)
    .map(({ said, mark }) => said + mark)
    .join("")
    .replace(/[\s,;:–—-]+$/u, "")
    .trim();
  return `write an email to ${found}: ${rest}`;
}

/** "cc anna but dont greet her", "urgent": how the mail is sent. */
const withoutCopies = (text: string) =>
  text
    .replace(
      /(?<=[.;,!?]) (?:please )?(?:b?cc|copy)(?: to)? [\p{L}@. ]{2,40}?(?: but [^.;,]{3,40})?(?=[.;,!]|$)/giu,
      "",
    )
    .replace(/(?<=[.;!?]) (?:very )?urgent[.!]*$/iu, "");

/** "thx olek 4 quick job!!" */
const withThanksTo = (text: string) =>
  text.replace(
    new RegExp(
      `^(?:many )?(?:thx|thanks|thank you|thank u|tnx|ty|cheers)(?: to)? (${word}) (?:for|4) (?=(the|your|his|her|their|all|a|an|\\p{L}+ing)?)`,
      "iu",
    ),
    (whole, who: string, determiner?: string) =>
      isFirstName(who) || (/ 4 $/.test(whole) && !notPersons.test(who))
        ? `thank ${upper(who)} for ${determiner ? "" : "the "}`
        : whole,
  );

const notPersons = /^(?:you|u|all|everyone|everybody|guys|team|staff|folks|them|him|her|again|much|lot|lots|so|very)$/i;

const orders =
  /^(?:please |pls )*(?:tell|ask|write|e-?mail|mail|inform|notify|remind|thank|invite|apologi[sz]e|reply|answer|let|congratulate|offer|warn|complain)\b/i;

/** Whether an order names whom it is given for. */
const hasReader = (text: string) =>
  text.split(/[.;!?]\s+/).some((sentence) => {
    const { addressee } = (orders.test(sentence) && readDirective(sentence.slice(0, 300))) || {};
    return (
      (addressee && addressee.kind !== "pronoun") ||
      /^(?:please |pls )*(?:write|reply|e-?mail|mail)(?: to)? \p{Lu}/u.test(sentence)
    );
  });

type Part = { said: string; mark: string };

/** The parts between marks. A dot after a title or between digits ends none. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const found of text.matchAll(
    /(?<!\b(?:mr|mrs|ms|dr|prof|st|no))[.!?]+(?=\s|$)|[,;](?=\s)|:(?=\s)|\s[-–—]+>?(?=\s)|\s(?=→)|(?<=^@\p{L}{2,20})\s|\n+/giu,
  )) {
    const end = found.index + found[0].length;
    parts.push({ said: text.slice(from, found.index), mark: text.slice(found.index, end) });
    from = end;
  }
  if (from < text.length) parts.push({ said: text.slice(from), mark: "" });
  return parts;
}

const lead =
  "(?:(?:this|it|the)? ?(?:mail|e-?mail|msg|message|one|letter)? ?(?:goes|is|is going|send|addressed|write|reply|pls|please)? ?)";
const toWhom = new RegExp(
  `^[(]?${lead}(?:to|for|4|attn:?|fao:?|recipient:?|reader:?|@) ?(?:our |my |the )?(?:(${titles}) )?(${word})(?: (${word}))?(?: (?:@|at|from|of|in) [\\p{L}\\d&'’ .-]{2,40})?[)]?$`,
  "iu",
);
const atFirm = new RegExp(`^(${word})(?: (${word}))? @ ?[\\p{L}\\d&'’ .-]{2,40}$`, "iu");
const equals = new RegExp(`^[^=]{2,40} ?= ?(?:(${titles}) )?(${word})(?: (${word}))?$`, "iu");

/** The name that a part only gives to say who reads the mail. */
function readerOfPart(part: string, isFirst: boolean): string | undefined {
  const said = part.trim();
  const [, title, first = "", last] = toWhom.exec(said) ?? equals.exec(said) ?? [];
  if (title) return nameOf(title, first, last);
  if (first)
    return (isFirst && !said.startsWith("@")) || !isFirstName(first) ? undefined : nameOf(undefined, first, last);
  // "all branches": a part that only names many.
  if (!isFirst && /^(?:to )?all (?:the |our )?\p{Ll}+s$/iu.test(said)) return said.replace(/^to /i, "");
  // "dean (his shop not the school one)", "→ mirela", "@luis"
  const [, alone, about] =
    /^(?:[@→]|->|=>)? ?(\p{L}[\p{L}'’-]+)( \((?:his|her|their|not|the|our|my|from|at) [^()]{3,60}\))?$/u.exec(said) ??
    [];
  // A name alone may be the signature.
  if (alone && (about || (isFirstName(alone) && /^[@→=-]/.test(said))) && (!isFirst || /^@/.test(said)))
    return nameOf(undefined, alone, undefined);
  const [, who = "", surname] = atFirm.exec(said) ?? [];
  return who && isFirstName(who) ? nameOf(undefined, who, surname) : undefined;
}

/** "ellie b" is greeted by her first name. */
const nameOf = (title: string | undefined, first: string, last: string | undefined) =>
  [title ? upper(title.toLowerCase()) : undefined, upper(first), last && last.length > 1 ? upper(last) : undefined]
    .filter(Boolean)
    .join(" ");

const namedRole = new RegExp(
  `^((?:please |pls |hi |hello )*(?:tell|ask|inform|remind|write(?: to)?|e-?mail|mail|thank|reply to|let|notify) )(?:the |our |my )?(?:\\p{Ll}+ ){0,2}(\\p{Ll}+) \\(((?:${titles} )?${word}(?: ${word})?)\\)`,
  "iu",
);
/** "tell author (sunniva dahl) …" */
const withNamedRole = (text: string): string =>
  text.replace(namedRole, (whole, order: string, role: string, who: string) =>
    isRole(role) || isFirstName(who.split(" ")[0] ?? "") || new RegExp(`^${titles} `, "iu").test(who)
      ? `${order.replace(/^(?:hi |hello )*(?:pls |please )*/i, "")}${who.split(" ").map(upper).join(" ")}`
      : whole,
  );

const pronounOrder =
  /((?:^|[.;,!] |\b(?:and|so|please) )(?:tell|ask|inform|remind|write(?: to)?|apologi[sz]e to|thank|reply to|let|notify|e-?mail) )(him|her|them)(?=[\s,.;:]|$)(?! \p{L}+ (?:is|are|was|has)\b)/iu;
const titledPerson = /(?<!\p{L})(?:Mr|Mrs|Ms|Mx|Miss|Dr|Prof)\.? \p{Lu}[\p{L}'’-]+/gu;
const fullName = /(?<![\p{L}.])\p{Lu}\p{Ll}+(?: \p{Lu}[\p{L}'’-]+)?/gu;

/** "we sent the wrong crown to Dr Farouk. apologise to him": the only person who was named is meant. */
function withOnlyPerson(text: string): string {
  const found = pronounOrder.exec(text);
  if (!found || hasReader(text)) return text;
  const before = text.slice(0, found.index);
  const titledNames = before.match(titledPerson) ?? [];
  const firstNames = (before.match(fullName) ?? []).filter((name) => isFirstName(name.split(" ")[0] ?? ""));
  const all = new Set([...titledNames, ...firstNames]);
  const [who] = all;
  const gender = who && genderOf(who);
  const pronoun = found[2]?.toLowerCase();
  if (all.size !== 1 || !who || pronoun === "them" || (gender && gender !== (pronoun === "him" ? "he" : "she")))
    return text;
  // "her dog Biscuit" and "our driver Luis" are third persons; "Chloe's probation" and "could Ruth swap" are read elsewhere.
  if (
    new RegExp(`\\b(?:his|her|our|my|their) \\p{Ll}+ ${who}|${who}['’]|\\b(?:could|can|would|will) ${who}`, "iu").test(
      before,
    )
  )
    return text;
  return `${before}${found[1]}${who}${text.slice(found.index + found[0].length)}`;
}
