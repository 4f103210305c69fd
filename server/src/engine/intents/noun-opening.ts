import { addresseeAt } from "./addressee.ts";
import type { Act, Clause, ContentForm } from "./clause.ts";
import { finiteVerb, lowerOf, textOf, wordsIn } from "./words.ts";

const nouns: [RegExp, Act, ContentForm][] = [
  [/^(?:thank[ -]?you|thanks|gratitude|appreciation)$/i, "thank", "thing"],
  [/^reminders?$/i, "remind", "about"],
  [/^complaints?$/i, "complain", "about"],
  [/^invit(?:ation|e)s?$/i, "invite", "thing"],
  [/^(?:apolog(?:y|ies)|sorry)$/i, "apologize", "thing"],
  [/^(?:follow[ -]?up|nudge|chaser)$/i, "follow-up", "about"],
  [/^(?:request)$/i, "request", "thing"],
  [/^(?:application|cover letter)$/i, "apply", "thing"],
  [/^(?:resignation|notice of resignation)$/i, "resign", "none"],
  [/^(?:condolences?|sympathy)$/i, "condole", "thing"],
  [/^(?:congratulations?|congrats)$/i, "congratulate", "about"],
  [/^(?:wishes|greetings)$/i, "wish", "thing"],
  [/^(?:update|status|status update|status report|progress report|report)$/i, "tell", "about"],
  [/^(?:announcement)$/i, "announce", "thing"],
  [/^(?:welcome)$/i, "welcome", "thing"],
  [/^(?:introduction|intro)$/i, "introduce", "thing"],
  [/^(?:enquiry|inquiry|question)s?$/i, "ask", "about"],
  [/^(?:confirmation)$/i, "confirm", "thing"],
  [/^(?:feedback)$/i, "tell", "about"],
  [/^(?:rejection)$/i, "decline", "thing"],
];

const sort = /^(?:letter|note|e-?mail|mail|message|notice|card|memo)$/i;
const manner =
  /^(?:an?|the|my|our|some|short|quick|formal|informal|friendly|gentle|polite|firm|brief|kind|warm|nice|another|official|sincere|heartfelt|new|urgent|small|please|to|all)$/i;
const rank = /^(?:first|second|third|final|last|weekly|monthly|daily|quarterly|annual|project)$/i;

/** A clause that names the kind of mail by a noun: "payment reminder to Kaiser for invoice 221", "apology for the delay". */
export function readNounOpening(text: string): Clause | undefined {
  const tokens = wordsIn(text);
  const meeting =
    /^(?:(?:an?|the) )?(?:quick |short |team |video |phone |zoom )*(meeting|call|appointment|demo|lunch|coffee|interview|catch-up)(?= (?:with|about|on|next|tomorrow|this|regarding)\b)/i.exec(
      text,
    );
  if (meeting) {
    const at = tokens.findIndex((token) => lowerOf(token) === "with");
    const found = at > 0 && at < 6 ? addresseeAt(text, tokens, at + 1) : undefined;
    const content = `arrange ${text
      .replace(/^(?:an?|the) /i, "")
      .replace(/[.,;:!]+$/, "")
      .replace(/^./, (letter) => letter.toLowerCase())}`;
    return { act: "intend", form: "to", content, addressee: found?.addressee, source: text };
  }
  let at = 0;
  const modifiers: string[] = [];
  let found: (typeof nouns)[number] | undefined;
  for (; at < Math.min(tokens.length, 6); at++) {
    const word = tokens[at]?.text ?? "";
    const pair = textOf(text, tokens, at, at + 2);
    found = nouns.find(([noun]) => noun.test(pair) && / |-/.test(pair)) ?? undefined;
    if (found && tokens[at + 1]) at += 1;
    found ??= nouns.find(([noun]) => noun.test(word));
    if (found) break;
    if (manner.test(word)) continue;
    if (
      !/^[\p{L}'-]+$/u.test(word) ||
      (tokens[at]?.pos === "VERB" && !/ing$/.test(word)) ||
      tokens[at]?.pos === "AUX" ||
      /^(?:I|we|he|she|they|it|you)$/i.test(word) ||
      tokens[at]?.pos === "ADP"
    )
      return undefined;
    modifiers.push(word);
    if (modifiers.length > 3) return undefined;
  }
  if (!found) return undefined;
  // "Mr Adeyemi's application is approved": somebody else applied.
  if (/^(?:apply|request|confirm|complain|tell)$/.test(found[1]) && modifiers.some((word) => /['’]s?$/.test(word)))
    return undefined;
  at += 1;
  const isLetter = sort.test(lowerOf(tokens[at]));
  if (isLetter) at += 1;
  const [, act, form] = found;
  const next = lowerOf(tokens[at]);
  // "thanks that…", "status is green": a clause, not the name of a mail.
  if (tokens[at]?.pos === "AUX" || (tokens[at]?.pos === "VERB" && act !== "remind")) return undefined;
  let addressee: Clause["addressee"];
  const takeReader = () => {
    if (tokens[at]?.pos === "PROPN" && /^(?:Mr|Mrs|Ms|Dr|Prof)\.?$/.test(tokens[at]?.text ?? "")) {
      const titled = addresseeAt(text, tokens, at);
      if (titled) ({ addressee, next: at } = titled);
      return;
    }
    if (!/^(?:to|for|with|from)$/.test(lowerOf(tokens[at]))) return;
    const reader = addresseeAt(text, tokens, at + 1);
    // "invitation to the opening" names no reader; "invitation to Sam" does.
    if (!reader || (reader.addressee.kind === "role" && lowerOf(tokens[at]) !== "to")) return;
    if (reader.addressee.kind === "role" && (act === "invite" || act === "welcome" || act === "thank")) return;
    if (lowerOf(tokens[at]) === "for" && reader.addressee.kind !== "name" && reader.addressee.kind !== "group") return;
    if (
      lowerOf(tokens[at]) === "for" &&
      (act === "request" || act === "apply" || act === "confirm" || (act === "thank" && !isLetter))
    )
      return;
    ({ addressee, next: at } = reader);
  };
  takeReader();
  let isClause = false;
  let isVerbPhrase = false;
  const link = lowerOf(tokens[at]);
  if (/^(?:about|regarding|concerning|re|on|for|of|over|:|-|–|after|that|to|,)$/.test(link)) {
    isVerbPhrase = link === "to" && tokens[at + 1]?.pos === "VERB";
    at += 1;
    isClause = finiteVerb(tokens, at) >= 0 && link !== "about" && link !== "for" && link !== "on";
  } else if (tokens[at] && next === link && finiteVerb(tokens, at) >= 0) isClause = true;
  const rest = textOf(text, tokens, at).replace(/[.,;:!]+$/, "");
  const ranks = modifiers.filter((word) => rank.test(word));
  const kept = modifiers.filter((word) => !rank.test(word)).join(" ");
  const content =
    act === "request" ||
    act === "apply" ||
    act === "remind" ||
    act === "complain" ||
    act === "tell" ||
    act === "confirm"
      ? [kept, rest && kept ? "for" : "", rest].filter(Boolean).join(" ")
      : rest || kept;
  const made = { act, addressee, source: text };
  if (isVerbPhrase && (act === "remind" || act === "invite" || act === "request"))
    return { ...made, form: "to", content: rest };
  if (isClause) return { ...made, form: "that", content: rest };
  if (act === "resign") return { ...made, form: "none", content: rest };
  if (act === "apply")
    return { ...made, form: "to", content: `apply for ${content.replace(/^job\s*(?:for\s*)?/i, "") || "[position]"}` };
  if (act === "wish") return { ...made, form: "thing", content: kept ? `happy ${kept}` : "" };
  return {
    ...made,
    form: content ? (act === "tell" ? "about" : form) : "none",
    content: act === "tell" && ranks.length > 0 && !content ? ranks.join(" ") : content,
  };
}
