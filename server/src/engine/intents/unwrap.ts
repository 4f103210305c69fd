import { addresseeAt } from "./addressee.ts";
import type { Addressee } from "./clause.ts";
import { isOrderAt } from "./directive.ts";
import { withTell } from "./opening.ts";
import { withoutManner } from "./style.ts";
import { baseOfGerund, verbRule } from "./verbs.ts";
import { isVerbal, lowerOf, textOf, wordsIn } from "./words.ts";

/** An intent without the words that only say that a mail is to be written. `about` marks a topic instead of a clause. */
export type Unwrapped = {
  text: string;
  addressee?: Addressee | undefined;
  isAbout: boolean;
  isReply: boolean;
  isDirect?: boolean;
};

const wish =
  /^(?:(?:can|could|would|will) you (?:please )?|(?:I|we) (?:want|need|wish|have|would like|am going|are going)(?: you)? to |I'd like (?:you )?to |I must |we must |help me (?:to )?|(?:need|want|have|trying|looking) to |I need |let me |to |time to |it is time to )/i;
/** "I need an email to our supplier" */
const needed =
  /^(?:(?:I|we) (?:need|want|would like)|(?:I|we)['’]d like) (?=(?:an?|the) (?:\p{L}+ ){0,2}(?:(?:e-?)?mail|letter|note|message|reply|memo)\b)/iu;
const document =
  /^(?:(?:write|draft|compose|prepare|create|generate|make|send|drop|shoot|need|type|do)(?: (?:me|up|out|over|back|off))*(?: (?:an?|the|this|that|my|our|another|one|some))?|(?=(?:\p{L}+ ){0,2}(?:letter|circular|memo|e-?mail|mail|note|message|notice|reply|answer|warning|newsletter|round robin) to )|(?=(?:board|team|staff|group|all-staff) (?:e-?mail|mail|memo|note)[:,]))((?: ?(?:short|quick|formal|informal|friendly|gentle|polite|firm|brief|kind|warm|nice|follow-up|official|sincere|professional|new|urgent|group|round|cover|internal|company-wide|circular|simple|proper|good|welcoming|serious|angry|little|cold|final|first|second|last|board|team|staff|all-staff)(?: (?:and|but|yet))?)*) ?(?:circular|warning|newsletter|round robin|e-?mail|mail|letter|note|message|reply|response|answer|text|memo|line|draft|notice|something(?: (?!to\b|for\b)\p{L}+)?|words|few lines)\b/iu;
const direct =
  /^(?:(?:(?:get|come|go|circle) back to(?= (?:Mr|Mrs|Ms|Dr|\p{L}+ (?:about|on|regarding|re)\b))|e-?mail|message|ping|text|write(?: to)?|reply(?: back)?(?: to)?|respond to|answer|mail|drop)\b)/iu;

export function unwrap(given: string): Unwrapped {
  let text = withTell(withoutManner(given));
  for (let i = 0; i < 3; i++) {
    const rest = text.replace(needed, "write ").replace(wish, "");
    if (rest === text) break;
    const bare = withoutManner(rest);
    if (!document.test(bare) && !direct.test(bare) && !isOrder(bare)) break;
    if (isOwnDeed(text, bare)) break;
    text = bare;
  }
  const document_ = document.exec(text);
  const direct_ = document_ ? null : direct.exec(text);
  const head = document_?.[0] ?? direct_?.[0];
  if (!head) return { text, isAbout: false, isReply: false };
  const isReply = /\b(?:reply|respond|response|answer)\b/i.test(head);
  const tokens = wordsIn(text);
  let at = tokens.findIndex(({ end }) => end >= head.length) + 1;
  // "write that…", "mail is late": not the order to write a mail.
  if (
    at <= 0 ||
    (direct_ && (tokens[at]?.pos === "AUX" || tokens[at]?.pos === "PUNCT" || (isVerbal(tokens[at]) && !isReply)))
  )
    return { text, isAbout: false, isReply };
  if (direct_ && /^(?:that|down)$/.test(lowerOf(tokens[at])))
    return { text: `say ${textOf(text, tokens, at)}`, isAbout: false, isReply };
  let addressee: Addressee | undefined;
  if (/^(?:to|for)$/.test(lowerOf(tokens[at])) && !isVerbal(tokens[at + 1])) {
    const found = addresseeAt(text, tokens, at + 1);
    if (found) ({ addressee, next: at } = found);
  } else if (direct_) {
    const found = addressAt(tokens, at) ?? addresseeAt(text, tokens, at);
    if (found) ({ addressee, next: at } = found);
    else if (!isReply) return { text, isAbout: false, isReply };
  }
  if (isReply && /^['’]s$/.test(tokens[at]?.text ?? "")) at += 1;
  // "Mrs Albrecht, our landlord: …"
  if (addressee && lowerOf(tokens[at]) === "," && /^(?:our|my|the|a|an|head|manager)$/.test(lowerOf(tokens[at + 1]))) {
    const end = tokens.findIndex(({ text: mark }, i) => i > at + 1 && i < at + 6 && /^[:,]$/.test(mark));
    if (end > 0) at = end;
  }
  if (addressee && tokens[at]?.text === "(") {
    const end = tokens.findIndex(({ text: mark }, i) => i > at && i < at + 8 && mark === ")");
    if (end > 0) at = end + 1;
  }
  const link = lowerOf(tokens[at]);
  const rest = (from: number) => textOf(text, tokens, from).replace(/^[\s,.:–-]+/, "");
  const next = lowerOf(tokens[at + 1]);
  // A warning stays named as one.
  const warning = /((?:first|second|final|last|formal) )?warning$/i.exec(head);
  if (warning && /^(?:about|regarding|concerning|re|for|:)$/.test(link))
    return {
      text: `say this is a ${warning[0].toLowerCase()} about ${rest(at + 1)}`,
      addressee,
      isAbout: false,
      isReply,
    };
  if (
    link === "about" ||
    link === "regarding" ||
    link === "concerning" ||
    link === "re" ||
    (link === "on" && !verbRule(next))
  )
    return { text: rest(at + 1).replace(secondOrder, ". "), addressee, isAbout: true, isReply };
  if (link === "to" && (isOrderAt(tokens, at + 1) || isVerbal(tokens[at + 1])))
    return { ...inner(rest(at + 1)), addressee: addressee ?? inner(rest(at + 1)).addressee, isReply };
  if (
    /^(?:saying|stating|telling|explaining|mentioning|that)$/.test(link) &&
    (link === "that" || next === "that" || /^(?:saying|stating)$/.test(link))
  )
    return { text: `say ${rest(at + (link === "that" ? 0 : 1))}`, addressee, isAbout: false, isReply };
  if (baseOfGerund(link)) return { text: rest(at), addressee, isAbout: false, isReply };
  if (/^(?:and|then|:|,|\.|-|–|—|because|where)$/.test(link))
    return { text: rest(link === "because" ? at : at + 1), addressee, isAbout: false, isReply, isDirect: link === ":" };
  return { text: rest(at), addressee, isAbout: false, isReply };
}

/** "about claim 4 and object to their offer": what else is to be said. */
const secondOrder =
  /(?<=^[^.;:]{2,60}),? and (?=(?:object to|ask|tell|say|request|offer|demand|complain|thank|propose|remind|apologi[sz]e|explain|confirm|invite)\b)/i;

const inner = (text: string): Unwrapped => ({ text: withoutManner(text), isAbout: false, isReply: false });

/** "we need to move the kickoff" tells what the writer does; "we need to tell Jo" is an order. */
const isOwnDeed = (text: string, deed: string) =>
  /^(?:(?:I|we) (?:need|have|am going|are going|would like|want) to|(?:I|we)['’]d like to) /i.test(text) &&
  verbRule(lowerOf(wordsIn(deed.slice(0, 60))[0]))?.act === "instruct" &&
  !direct.test(deed) &&
  !document.test(deed);

function isOrder(text: string): boolean {
  const tokens = wordsIn(text);
  return isOrderAt(tokens, 0);
}

/** A mail address as the reader. */
function addressAt(tokens: ReturnType<typeof wordsIn>, at: number) {
  const token = tokens[at];
  return token && /^[^\s@]+@[^\s@]+$/.test(token.text)
    ? { addressee: { text: token.text, kind: "name" as const }, next: at + 1 }
    : undefined;
}
