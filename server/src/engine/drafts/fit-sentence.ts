// Which sentence says a clause, and what its content has to look like there.
import { isPluralNoun } from "../intents/addressee.ts";
import type { SpokenClause } from "../intents/read-intent.ts";
import { isDateWord } from "../intents/words.ts";
import { actSentences } from "../sentences/act-sentences.ts";
import { asSentence, indefinite, lowerFirst, withArticle, withObject } from "./grammar.ts";

const documents =
  /\b(?:invoices?|reports?|files?|cop(?:y|ies)|quotes?|quotations?|certificates?|lists?|documents?|receipts?|contracts?|statements?|photos?|pictures?|details|drawings?|plans?|minutes|slides|forms?|agenda|specifications?|specs?|datasheets?|data sheets?|schedule|timesheets?|summary|addresses|address|contact|figures|numbers|data|link|logo|svg|catalogue|catalog|price list|brochure|samples?|po|sizes?|dimensions|measurements|weights?|purchase order|bill|cv|resume|transcripts?|records?|permits?|letter)\b/i;

/** The key of the sentences that say a clause: its act and the form of its content. */
export function keyFor({ act, form, source }: SpokenClause, content: string): string {
  const isNegated = /^not\s/.test(content);
  if ((act === "request" || act === "urge") && form === "to") return isNegated ? `${act}.not` : `${act}.to`;
  if (act === "request" && form === "thing")
    return documents.test(headPart(content)) &&
      !/\b(?:meeting|call|extension|approval|discount|time|changes?|corrections?|refund)\b/i.test(headPart(content))
      ? "request.document"
      : "request.thing";
  if (act === "propose" && form === "thing") return isTime(content) ? "propose.time" : "propose.thing";
  if (act === "send" && form === "thing")
    return /^(?:attach|enclose)/i.test(source) || /\battached\b/i.test(source) ? "send.attached" : "send.thing";
  if (act === "tell" && form === "about")
    return /^(?:update|give .* update|.*\b(?:status|update|report)\b)/i.test(source) ? "tell.update" : "tell.about";
  if (act === "introduce" && form === "thing" && /^\p{Lu}\p{L}+(?:\s(?:and|&)\s\p{Lu}\p{L}+)?$/u.test(content))
    return "introduce.mutual";
  for (const other of [form, "thing", "about", "to", "that", "none"]) {
    const key = `${act}.${other}`;
    const fits =
      other === form ||
      (form === "about" && other === "thing") ||
      (form === "thing" && other === "about") ||
      (form === "none" && other === "none");
    if (fits && actSentences[key]) return key;
  }
  return `${act}.${form}`;
}

const headPart = (content: string) =>
  content.split(/\s(?:for|by|before|until|so that|from|on|with|which|that|to)\s/i)[0] ?? content;

export const isTime = (content: string) => {
  const words = content.split(/[\s,]+/);
  return (
    words.length <= 8 &&
    words.some((word) => isDateWord(word) || /\d/.test(word)) &&
    words.every(
      (word) =>
        isDateWord(word) ||
        /^(?:on|at|or|and|the|from|to|between|instead|morning|afternoon|evening|noon|week|am|pm|around|\d.*|of)$/i.test(
          word,
        ),
    )
  );
};

/** The content with the article or possessive that its sentence needs. */
export function fitted(key: string, content: string): string {
  const x = content
    .trim()
    .replace(/[.,;:!]+$/, "")
    .replace(/\band to (?=\p{Ll})/gu, "and ")
    .replace(
      /\b(delivery|shipment|payment|cancellation|delay|problem|issue|return|status|replacement|refund) (order|invoice|booking|ticket|shipment|parcel|PO) (?=#?\d)/gi,
      "$1 of $2 ",
    );
  if (x === "") return x;
  const isGerund =
    /^\p{L}{3,}ing\b/u.test(x) &&
    !/^(?:meeting|training|building|heating|parking|painting|wedding|booking|opening|briefing|ceiling|lighting)\b/i.test(
      x,
    );
  switch (key) {
    case "request.to":
    case "remind.to":
    case "instruct.to":
    case "intend.to":
    case "cancel.to":
    case "offer.to":
    case "apply.to":
    case "follow-up.to":
      return withObject(lowerVerb(x));
    case "request.not":
    case "urge.not":
      return x.replace(/^not\s+/, "");
    case "request.thing":
    case "offer.thing":
      return /^\d+(?:[.,]\d+)?\s?% off\b/.test(x)
        ? x
        : /^\d+(?:[.,]\d+)?\s?%/.test(x)
          ? `a ${x}`.replace(/^a (8|11|18)/, "an $1")
          : indefinite(x);
    case "congratulate.about":
      // An achievement belongs to the person who is congratulated: "the promotion" becomes "your promotion".
      if (
        /^the (?:new )?(?:promotion|wedding|birth|engagement|degree|award|prize|job|role|position|baby|house|graduation|birthday|exam|retirement|anniversary)\b/i.test(
          x,
        )
      )
        return x.replace(/^the /i, "your ");
      return isGerund || /^(?:the|a|an|my|our|your|his|her|their)\b/i.test(x) ? x : `your ${lowerFirst(x)}`;
    case "decline.thing":
    case "accept.thing":
      return withArticle(x.replace(/^(?:(?:the|a|an|their|his|her)\s+)?(.+?)\s+from you\b/i, "your $1"));
    case "propose.thing":
    case "wish.thing":
    case "mention.thing":
      return x;
    case "ask.whether":
      return lowerFirst(x);
    case "introduce.thing":
      return x;
    default:
      if (isDateWord(x.split(/[\s:,]/)[0] ?? "")) return x;
      if (/\.(?:that|to|whether)$/.test(key) || isGerund || key === "propose.time")
        return /\.that$/.test(key) ? lowerFirst(x) : x;
      return withArticle(x);
  }
}

const lowerVerb = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** A sentence with its content and its persons filled in. */
export function fill(template: string, { x, isPlural }: { x: string; isPlural: boolean }): string {
  const said = template
    .replaceAll("{I}", isPlural ? "We" : "I")
    .replaceAll("{i}", isPlural ? "we" : "I")
    .replaceAll("{me}", isPlural ? "us" : "me")
    .replaceAll("{my}", isPlural ? "our" : "my")
    .replaceAll("{My}", isPlural ? "Our" : "My")
    .replaceAll("{am}", isPlural ? "are" : "am")
    .replaceAll("{be}", isPluralNoun(headPart(x).split(/\s+/).at(-1) ?? "") ? "are" : "is")
    .replace("{x}", () => x);
  return asSentence(said);
}
