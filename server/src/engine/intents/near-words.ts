// Words of office mail that are often mistyped.
const targets = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february september october november december tomorrow
  yesterday weekend morning afternoon evening appointment insurance invoice delivery meeting payment should please because
  customer contract deposit address received receive reminder attached available confirmation cancelled schedule equipment quotation
  message number document documents signature question questions urgent possible necessary definitely business separate
  recommend colleague colleagues discount guarantee warehouse supplier refund replacement complaint estimate maintenance
  certificate tenant landlord damaged broken interview position application permission holiday electrician plumber
  reservation breakfast upgrade manuscript engineer explanation immediately unfortunately restaurant
  apologise apologize congratulate condolences recommend postpone confirm decline remind inform request`.split(/\s+/),
);
// Words of their own that differ in one letter.
const others = new Set(
  `sundry sundae monkey deliver delivers order melting greeting raiment payments pleased pleases costumer contrast contact contacts
  deposits addressed receives receiver lumber member mourning moaning massage remainder argent miscount estimated estimates
  upgraded upgrades engineers breakfasts manuscripts preservation reservations
  requests reminds remained informs uniform conform confirms declines refunds invoices tenants damages interviews broker
  positions tenancy shoulder postponed posting receive received urgently attaches attacks inform request remind document documents
  question questions apologise apologize colleague colleagues weekends mornings evenings recommends recommended proposition`.split(
    /\s+/,
  ),
);
const orders = [
  "tell",
  "ask",
  "write",
  "remind",
  "inform",
  "thank",
  "invite",
  "email",
  "message",
  "notify",
  "apologize",
];
const realWords =
  /^(?:tall|till|sell|bell|well|fell|hell|ark|ass|ash|as|mask|task|sk|ink|tank|thanks|think|white|writer|writes|rite|emails|invited|invites|mail|reply|teller|tells|tel\.?|telly|all|at|is|mind|reminder|a|an)$/i;

/** Corrects words in small letters that are one letter from a frequent word and no word themselves; a first word may be a mistyped order. */
export function withNearWords(text: string): string {
  if (text.length > 2_000) return text;
  return text
    .replace(/^(\p{L}{3,10})(?= (?:\p{Lu}?\p{Ll}{2,}|him|her|them|the|my|our|mr|mrs|ms|dr)\b)/iu, (word) => {
      const lower = word.toLowerCase();
      if (lower === "tel") return "tell";
      if (orders.includes(lower) || realWords.test(lower)) return word;
      const meant =
        orders.find((order) => order.length >= 4 && isTransposed(lower, order)) ??
        (lower === "aks" ? "ask" : undefined);
      return meant ?? word;
    })
    .replace(/(?<![\w{@./'’-])\p{Ll}{5,14}(?![\w}@/'’-]|\.\w)/gu, (word) => {
      if (targets.has(word) || others.has(word)) return word;
      for (const target of targets)
        if (!word.startsWith(target) && !target.startsWith(word) && word[0] === target[0] && isNear(word, target))
          return target;
      return word;
    });
}

/** Whether one letter is missing, too many, another, or changed places with its neighbour. */
function isNear(word: string, target: string): boolean {
  if (Math.abs(word.length - target.length) > 1) return false;
  let from = 0;
  while (from < word.length && word[from] === target[from]) from++;
  const rest = word.slice(from);
  const wanted = target.slice(from);
  return (
    rest.slice(1) === wanted.slice(1) ||
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
  );
}

/** Letters in another order or one left out; a replaced letter would be too bold for an order. */
const isTransposed = (word: string, order: string) =>
  word[0] === order[0] &&
  isNear(word, order) &&
  (word.length < order.length || [...word].toSorted().join("") === [...order].toSorted().join(""));
