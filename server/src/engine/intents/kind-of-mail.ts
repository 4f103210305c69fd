// Intents that begin with the kind of mail to write: "Compose a polite refusal to Mr Galbraith: …", "send Priya an invitation to …".
import { addresseeAt } from "./addressee.ts";
import type { Addressee } from "./clause.ts";
import { pronounOf } from "./reader-notes.ts";
import { lowerOf, textOf, wordsIn } from "./words.ts";

const verbs =
  "(?:write|compose|draft|prepare|create|make|do|type|word|formulate|send|give|drop|shoot|put together|need|want|owe|(?:we|I) (?:need|want|owe))";
const lead = `(?:please |pls |kindly )?(?:(?:can|could|would) you (?:please )?)?(?:(?:help me (?:to )?)?${verbs} )?(?:me |us )?`;
const article = "(?:an? |the |our |my |this |another |some )?";
const manner =
  "(?:(?:very|really|quite|short|quick|formal|informal|friendly|gentle|polite|firm|brief|kind|warm|nice|official|sincere|professional|written|clear|little|simple|proper|heartfelt|personal|courteous|final|first|second|last|third|urgent|and|but|not too|,) )*";
const medium = "(?: (?:letter|e-?mail|mail|note|message|card|reply|lines?|text|notice))?";
const kinds: [RegExp, Kind][] = [
  [/refusal|rejection|turn-?down|denial/, "refuse"],
  [/thank[- ]you|thanks|word of thanks|words of thanks/, "thank"],
  [/invitation|invite/, "invite"],
  [/reminder|chaser|nudge/, "remind"],
  [/apology|apologies/, "apologize"],
  [/condolences?|sympathy/, "condole"],
  [/congratulations?|congrats/, "congratulate"],
  [/complaint/, "complain"],
  [/confirmation|update|notice|announcement|information|info|heads[- ]?up|answer|reply|response/, "tell"],
];
type Kind = "refuse" | "thank" | "invite" | "remind" | "apologize" | "condole" | "congratulate" | "complain" | "tell";
const kindWords = kinds.map(([words]) => words.source).join("|");

const kindFirst = new RegExp(`^${lead}${article}${manner}(${kindWords})${medium} (?:back )?(?:to|for) (?=\\S)`, "iu");
const readerFirst = new RegExp(`^${lead}(?=\\S)`, "iu");
const kindAfter = new RegExp(
  `^ ?(?:an? |the |our |my |another )${manner}(${kindWords})${medium}(?= |[:.,;–-]|$)`,
  "iu",
);
const ordersMail = new RegExp(
  `^(?:please |pls |kindly )?(?:(?:can|could|would) you (?:please )?)?(?:help me (?:to )?)?${verbs} `,
  "iu",
);

/** Rewrites such an intent into the order that it stands for. */
export function withKindOfMailFirst(text: string): string {
  const [head, kind] = kindFirst.exec(text) ?? [];
  if (head && kind) {
    const found = readerIn(text.slice(head.length));
    // "a thank-you to Odette", but not "notice to quit" or "reply to the offer".
    return found ? orderOf(kindOf(kind), found, text) : text;
  }
  if (!ordersMail.test(text)) return text;
  const [start = ""] = readerFirst.exec(text) ?? [];
  const found = readerIn(text.slice(start.length));
  const [after, given] = found ? (kindAfter.exec(found.rest) ?? []) : [];
  return found && after && given
    ? orderOf(kindOf(given), { ...found, rest: found.rest.slice(after.length) }, text)
    : text;
}

const kindOf = (word: string): Kind =>
  kinds.find(([words]) => new RegExp(`^(?:${words.source})$`, "i").test(word))?.[1] ?? "tell";

type Found = { reader: Addressee; rest: string };

function readerIn(text: string): Found | undefined {
  const tokens = wordsIn(text.slice(0, 200));
  const found = addresseeAt(text, tokens, 0);
  if (!found || found.addressee.kind === "pronoun") return undefined;
  const { addressee } = found;
  // "an update to the team on the move": the matter, which a later rewrite reads.
  if (addressee.kind === "group" && / on /.test(addressee.text)) return undefined;
  const isReader = addressee.kind !== "role" || /^(?:the|my|our|all)\s/i.test(addressee.text);
  const next = lowerOf(tokens[found.next]);
  if (
    !isReader ||
    (tokens[found.next] &&
      !/^(?:[,:;.–—-]|who|that|for|about|because|as|since|on|of|to|regarding|re|from|an?|the|our|my|another)$/.test(
        next,
      ))
  )
    return undefined;
  return { reader: addressee, rest: tokens[found.next] ? ` ${textOf(text, wordsIn(text), found.next)}` : "" };
}

const asked =
  /^\s*,? who (?:has |had )?(?:(applied)(?: to us)? for|(?:wanted|asked for|requested|would like|wants|asks for|requests)) (?!to\b|us\b|whether\b)([^,.;:]{3,80})(?=[,.;:]|$)/i;

/** The order in words that the other readers of this folder know. */
function orderOf(kind: Kind, { reader, rest }: Found, text: string): string {
  const who = reader.text;
  const we = pronounOf(text) === "my" ? "I" : "we";
  const mail = (said: string) => `write an email to ${who}: ${said.trim()}`;
  const [separator] = /^\s*(?:[:;.]|[-–—] )\s*/.exec(rest) ?? [];
  const after = separator === undefined ? rest.trim() : rest.slice(separator.length);
  const connected = (pattern: RegExp) => separator === undefined && pattern.test(after);
  const isConfirmed = /^.{0,40}?\bconfirmation\b/i.test(text);
  const rank = /^.{0,40}?\b(final|last|second|third)\b.{0,30}?\b(?:reminder|chaser|nudge)\b/i
    .exec(text)?.[1]
    ?.toLowerCase();
  if (/^that /.test(after) && kind === "remind" && !rank) return `remind ${who} ${after}`;
  if (/^that /.test(after) && isConfirmed) return `confirm to ${who} ${after}`;
  if (/^that /.test(after) && kind !== "complain") return `tell ${who} ${after}`;
  if (kind === "refuse") {
    const [relative, applied, thing] = asked.exec(rest) ?? [];
    const what = thing?.replace(/^(?:the|an?) /i, (found) => found.toLowerCase());
    if (relative && what)
      return mail(
        `unfortunately ${we} have to decline your ${applied ? "application" : "request"} for ${what}${rest.slice(relative.length)}`,
      );
    const [of, matter = ""] =
      /^(?:of|for|regarding|about|re|on) (?:the |his |her |their )?([^,.;:]{3,80})/i.exec(after) ?? [];
    if (of && separator === undefined)
      return mail(
        `unfortunately ${we} have to decline your ${/(?:job|position|post|role|vacancy|place)$/i.test(matter.trim()) ? `application for the ${matter}` : matter}${after.slice(of.length)}`,
      );
    return separator === undefined && after !== "" ? text : mail(after);
  }
  if (kind === "thank" && connected(/^for /i)) return `thank ${who} ${after}`;
  if (kind === "invite" && connected(/^(?:to|for) /i)) return `invite ${who} ${after}`;
  if (kind === "remind" && connected(/^(?:about|of|on|for|regarding|re) /i)) {
    const matter = after.replace(/^\S+ /, "");
    return rank ? `${rank} reminder to ${who} about ${matter}` : `remind ${who} about ${matter}`;
  }
  if (kind === "apologize" && connected(/^(?:for|because|about) /i))
    return `apologize to ${who} ${after.replace(/^about /i, "for ")}`;
  if (kind === "congratulate" && connected(/^(?:on|for|to) /i))
    return `congratulate ${who} on ${after.replace(/^\S+ /, "")}`;
  if (kind === "condole" && connected(/^(?:on|for|about) /i))
    return `condolences to ${who} on ${after.replace(/^\S+ /, "")}`;
  if (kind === "complain" && connected(/^(?:about|that|because|over|regarding) /i))
    return `complain to ${who} ${after}`;
  const [matter, thing] = /^(?:about|on|regarding|re|concerning) ([^.:;]{3,80})[.:;] /i.exec(after) ?? [];
  if (separator === undefined && matter) return mail(`this is about ${thing}. ${after.slice(matter.length)}`);
  if (separator === undefined && after !== "") return text;
  const opening: Partial<Record<Kind, string>> = {
    remind: rank ? `this is our ${rank} reminder. ` : "",
    thank: "thank you. ",
    apologize: `${we} apologize. `,
    congratulate: "congratulations. ",
  };
  return mail(`${opening[kind] ?? ""}${after}`);
}
