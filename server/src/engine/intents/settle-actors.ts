import { indefinite } from "../drafts/grammar.ts";
import type { Clause } from "./clause.ts";
import { finiteVerb, isDateWord, lowerOf, wordsIn } from "./words.ts";

const services =
  /^(?:fix|repair|replace|clean|deliver|ship|stop|return|call|reply|respond|answer|come|provide|resend|correct|help|process|bring|submit|sign|wear|park|remember|complete|fill|review|contact|register|use|collect|pick|hold|keep|approve|acknowledge|pay|check|excuse|forgive|pardon)\b/i;
const makesGood = /^(?:refund|credit|replace|resend|compensate|reimburse|waive|pay|send|give|repair|fix|deliver)\b/i;

/** "please confirm the date, tell us how to return the fobs": who tells us something also confirms. */
const toUs = /\b(?:tell|send|give|inform|let) (?:us|me)\b/i;

/**
 * Decides who does what an order without a reader names. After an apology the writer makes good ("refund the shipping"); after
 * a cancellation the reader confirms. A refund without either could be owed by both sides, so it is not understood.
 */
export function settleActors(clauses: (Clause & { isNote: boolean })[], isToGroup = false): void {
  settleAnnouncement(clauses);
  if (isToGroup) settleNews(clauses);
  const sorryAt = clauses.findIndex(({ act }) => act === "apologize");
  const isDemand = clauses.some(({ act }) => /^(?:complain|request|ask|remind|cancel|follow-up|decline)$/.test(act));
  clauses.forEach((clause, i) => {
    const isAsked = (i > 0 && isDemand) || clauses.some(({ source }) => toUs.test(source));
    if (clause.act === "confirm" && clause.form === "thing" && !clause.addressee && isAsked)
      Object.assign(clause, { act: "instruct", form: "to", content: clause.source.replace(/[.,;:!]+$/, "") });
    // "fire drill at 11, meet at the fountain": what a group is told to do.
    if (
      clause.act === "intend" &&
      i > 0 &&
      (isToGroup || clauses[0]?.addressee?.kind === "group") &&
      /^(?:meet|come|join|bring|register|visit)\b/i.test(clause.source)
    )
      Object.assign(clause, { act: "instruct", isDirect: true });
    if (clause.act !== "instruct" || clause.isNote || /\b(?:me|us)\b/.test(clause.content)) return;
    // "fill a bucket. sorry for the trouble": an apology at the end only turns what makes good into a promise.
    if (sorryAt >= 0 && (sorryAt < i || makesGood.test(clause.content))) Object.assign(clause, { act: "promise" });
    else if (/^(?:refund|pay|credit|compensate|reimburse)\b/i.test(clause.content) && !isDemand && !clause.isDirect)
      Object.assign(clause, { act: "fragment", content: clause.source });
    else if (i === 0 && !clause.isDirect && !services.test(clause.content))
      Object.assign(clause, { act: "fragment", content: clause.source });
  });
}

const uncounted =
  /(?:lice|mice|people|staff|damage|maintenance|traffic|construction|work|news|water|smoke|noise|snow|ice|access|training|space|rain|equipment|furniture|information|feedback|parking|flooding)$/i;
const newsLike =
  /^(?:(?:no|a|an|the|new|\d+|two|three|four|more|heavy|serious) )?(?:\p{L}+ ){1,4}(?:in|at|on|for|from|with|near|outside|between|due|because) \S/iu;

/** "headlice in the bear group": a notice that begins with a thing and its place says that there is one. */
function settleNews([first, second]: (Clause & { isNote: boolean })[]): void {
  if (!first || !second || !/^(?:fragment|dictated)$/.test(first.act) || first.isNote) return;
  const text = first.content.replace(/[.,;:!]+$/, "");
  const tokens = wordsIn(text);
  const [head] = tokens;
  const isThing = /^(?:NOUN|ADJ|DET|NUM)$/.test(head?.pos ?? "") && !/^(?:the|our|my|your)$/.test(lowerOf(head));
  if (!isThing || finiteVerb(tokens) >= 0 || !newsLike.test(text) || /\b(?:please|to be)\b/i.test(text)) return;
  if (tokens.some(({ pos }) => pos === "AUX") || (head && isDateWord(head.text))) return;
  const [place = text] = /^.*?(?= (?:in|at|on|for|from|with|near|outside|between|due|because) )/iu.exec(text) ?? [];
  const isMany = uncounted.test(place);
  Object.assign(first, { act: "state", form: "that", content: `we have ${isMany ? text : indefinite(text)}` });
}

const groupWords =
  /\b(?:staff|everyone|everybody|all|team|parents|members|colleagues|managers|residents|tenants|students|guests|volunteers|players|choir|crew|drivers|customers|participants|meeting|training|rehearsal|please)\b/i;
const collected =
  /^((?:any |all |your )?(?:questions|answers|replies|rsvps?|ideas|items|suggestions|bookings|orders|complaints|feedback|registrations?|sign-?ups?|donations|forms|cancellations)\b.{0,40}? to \S.*)$/is;

/**
 * A text that begins with statements speaks to its readers, so that its later orders are theirs: "send items to Judith till Monday".
 * The person in such an order is a third party. An order that could be the writer's as well is not understood.
 */
function settleAnnouncement(clauses: (Clause & { isNote: boolean })[]): void {
  const [first] = clauses;
  const isStated = first && /^(?:state|fragment|write)$/.test(first.act) && !first.addressee;
  if (!isStated || clauses.some(({ act, addressee }) => addressee && speaksTo.test(act))) return;
  const isToGroup = groupWords.test(clauses.map(({ source }) => source).join(" "));
  for (const clause of clauses.slice(1)) {
    const { source } = clause;
    const words = source.replace(/[.,;:!]+$/, "");
    const given = collected.exec(words)?.[1];
    const isUnaddressed = clause.addressee !== undefined && clause.addressee.kind !== "pronoun";
    const isOthers = /\b(?:him|her|them|you)\b/i.test(source);
    if (given && clause.act === "fragment")
      Object.assign(clause, {
        act: "instruct",
        form: "to",
        content: `send ${given.charAt(0).toLowerCase()}${given.slice(1)}`,
        isDirect: true,
      });
    else if (
      /^(?:send|intend|ask|offer|confirm)$/.test(clause.act) &&
      isUnaddressed &&
      !isOthers &&
      /^\p{L}+ /u.test(words) &&
      (!/\b(?:if|whether)\b/i.test(words) || ifUnsure.test(words))
    ) {
      const isDue =
        ifUnsure.test(words) ||
        /\b(?:by|till|until|before|then|instead|from \d|for (?:questions|details|help))\b/i.test(words);
      if (isToGroup || isDue)
        Object.assign(clause, { act: "instruct", form: "to", content: words, isDirect: true, addressee: undefined });
      else if (clause.act === "send")
        Object.assign(clause, { act: "fragment", form: "none", content: source, addressee: undefined });
    }
  }
}

const ifUnsure = /\bif (?:unsure|in doubt|needed|necessary|unclear|not sure)\b/i;
const speaksTo =
  /^(?:tell|remind|thank|apologize|invite|congratulate|condole|complain|announce|welcome|assure|urge|request|follow-up|wish|decline|accept)$/;
