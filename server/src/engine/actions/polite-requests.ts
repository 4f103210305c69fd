// Requests that no imperative states: what the writer waits for, what has to be somewhere by a day, what is wanted done.
import { tokensOf } from "../text/parts-of-speech.ts";
import { isOrder } from "./orders.ts";
import { addressed, type Pattern, pattern } from "./task.ts";

const limit = "\\b(?:by|before|until|till|no later than|not later than|at the latest|on|this|today|tomorrow)\\b";
const determined = "(?:the|your|an?|his|her|their|any|some|all|both|two|three|final)\\s";

export const politeRequests: Pattern[] = [
  // "If you take the split delivery I need to know by Thursday noon"
  pattern(
    "^(?:and |but |so )?if (you [^,]{3,100}?),?\\s+(?:i|we)(?:'d| would|'ll| will)?(?: also| still| only)? (?:need|have|want|like|must)(?: to)? (?:know|hear)\\b(.*)$",
    ([, what, when]) => addressed(`Say if ${what}${when}`),
  ),
  pattern(
    `\\bif (?:i|we) (?:could |can |might )?(?:hear|know|have (?:an answer|word|your answer))(?: back)?(?: from you)? (?:about|on|regarding)\\s+([^,]{3,60}?${limit}[^,]{2,30}?)(?=,|\\s+(?:i|we|it|then|there)\\b|[.]?$)`,
    ([, what]) => addressed(`Give an answer about ${what}`),
  ),
  // "Whichever it is, I'd need to hear before the end of January"
  pattern(
    `\\b(?:i|we|but|and)(?:'d| would|'ll| will)?(?: also| still| really)? (?:need|have|must|want)(?: to)? (?:know|hear)(?: (?:back|from you|that|this|it))*\\s+((?:by|before|until|no later than)\\s.{2,40})$`,
    ([, when]) => addressed(`Answer ${when}`),
  ),
  pattern(
    "\\bnothing (?:has|had) (?:arrived|come|reached (?:me|us))(?: from you| in)?(?: yet| so far)*(?: from you)?(?: yet)? (?:about|for|on|regarding|concerning)\\s+(.+)$",
    ([, what]) => provided(what),
  ),
  pattern(
    "\\b(?:i|we)(?:'d| would|'m| am|'re| are)(?: also| really| very| most| be)* (?:grateful|thankful|obliged|glad|happy) (?:for|to (?:have|get|receive|see))\\s+(?!(?:your|the|any|all the)?\\s?(?:\\p{L}+\\s)?(?:help|support|patience|understanding|time|effort|work|invitation|chance|opportunity|kindness|business|trust|order)\\b)((?:the|your|an?|some|any|two|three|\\d+)\\s.+)$",
    ([, what]) => provided(what),
  ),
  pattern(
    `\\b(?:i|we)(?: still| also)? (?:must(?: still| also)? have|could do with|would need|'d need|(?:am|are|'m|'re) (?:still )?(?:missing|short of)|(?:still )?lack)\\s+(${determined}.+)$`,
    ([, what]) => provided(what),
  ),
  // "We want the two pallets collected this week, a credit note and the 412 pounds refunded."
  pattern(
    "(?<!\\b(?:do|does|did|would|should|if|whether|what|when)\\s)\\b(?:i|we|our \\p{L}+|my \\p{L}+)(?:'d| would| also| still| will|'ll)* (?:wants?|needs?|like|expects?|requires?|(?:must|has to|have to) have)\\s+((?:the|your|our|my|a|an|all|both|these|those|this|that)\\s.+)$",
    ([, things = ""]) => {
      const orders = wantedDone(things);
      return orders ? addressed(orders) : null;
    },
  ),
  pattern(
    "\\b(?:i|we)(?:'ll| will|'d| would)?(?: also| still| then)? (?:need to|must)(?: also)? (?:see|have|receive)\\s+(?!you\\b|this\\b|that\\b|it\\b|them\\b|on\\b|to\\b)(.+)$",
    ([, what]) => provided(what),
  ),
  // "I should also like to see the statements", "I'd like a list of names by the 10th"
  pattern(
    "\\b(?:i|we)(?:'d| would| should)(?: also| really| still| very much)* like to (?:see|have|receive|get)(?: from you)?\\s+((?:the|your|an?|some|all|any|copies|proof)\\b.+)$",
    ([, what]) => provided(what),
  ),
  pattern(
    "\\b(?:i|we)(?:'d| would| should)(?: also| really| still| very much)* like\\s+((?:an?|the|your|some|copies)\\s(?:[^,;]|,(?=\\d)){2,60}?\\s(?:by|before|until|no later than)\\s(?:[^,;]|,(?=\\d)){2,30})",
    ([, what]) => provided(what),
  ),
  // "The title, a short biography and a photo have to reach our printer by the 30th"
  pattern(
    "^((?:the|your|our|all|both|a|an)\\s.{2,90}?)\\s+(?:has to|have to|needs? to|must|should)\\s+(?:reach|get to|arrive at|be at)\\s+(.{2,60})$",
    ([, what, where]) => ({ ...addressed(`Get ${lowered(what)} to ${where}`), isDeadline: true }),
  ),
  // "I enclose the declaration. It has to be signed before a witness."
  pattern(
    "^it\\s+(?:has to|must|needs? to|should)\\s+be\\s+(signed|returned|sent|paid|completed|submitted|approved|confirmed|collected|renewed|updated|countersigned|translated|notari[sz]ed)\\b(?!\\s+by\\s+(?:us|me|the)\\b)([^,;]*)",
    ([, verb = "", rest = ""]) => addressed(`${tokensOf(`It was ${verb} today`)[2]?.lemma ?? verb} it${rest}`),
  ),
  // "Without a signed order by 18 May we'd have to put it off"
  pattern(
    "^without\\s+((?:a|an|the|your)\\s[^,;]{2,60}?\\s(?:by|before|until)\\s[^,;]{2,30}?),?\\s+(?:we|i|it|the|nobody|nothing)\\b",
    ([, what]) => provided(what),
  ),
  // "Is that all right? I need to tell the driver by Monday."
  pattern(
    "^(?:and |but |so )?(?:i|we)(?:'ll| will)? (?:need|have) to (?:tell|inform|let|give|answer)\\s+(?:the|my|our|him|her|them)\\b[^,;]{0,40}?\\s((?:by|before|until|no later than)\\s.{2,30})$",
    ([, when]) => addressed(`Answer ${when}`),
  ),
  pattern(
    "\\b(?:i|we)(?:'d| would)(?: also| still| then)? need\\s+((?:the|your|an?|some|all|both|two|three)\\s(?![^,]{0,30}\\b(?:people|persons?|hands|volunteers|helpers|time|weeks?|days?|hours?|minutes?|months?)\\b).+)$",
    ([, what]) => provided(what),
  ),
  // "To keep these prices the order would have to be with me by the 14th"
  pattern(
    "(?:^|,\\s+|\\s)((?:the|your)\\s\\p{L}+(?:\\s\\p{L}+){0,2}?)\\s(?:would have to|has to|have to|needs? to|must|should) (?:be with|reach) (?:me|us)\\b(.{3,40})$",
    ([, what, when]) => ({ ...addressed(`Send ${lowered(what)}${when}`), isDeadline: true }),
  ),
  // "Under Article 15 I ask for a copy of all data"
  pattern(
    "\\b(?:i|we)(?: hereby| therefore| also| formally)* (?:ask|request|apply)(?: you)? for\\s+((?:an?|the|your|all|copies|proof|details)\\s(?!(?:lot|moment|favour|favor|chance)\\b).+)$",
    ([, what]) => provided(what),
  ),
  // "They'd also want a photograph of you", "She'll need a key of her own"
  pattern(
    "^(?:and |also )?(?:they|he|she)(?:'d| would|'ll| will)(?: also| still| then)? (?:like|want|need)\\s+((?:an?|the|your|some)\\s(?!(?:lot|moment|rest|break|while|day|week|hour|holiday)\\b).+)$",
    ([, what]) => provided(what),
  ),
  // "Your deposit has not arrived yet"
  pattern(
    "^(?:but |and )?((?:the|your)\\s(?:\\p{L}+\\s){0,3}?(?:deposit|payment|instal?ment|fee|rent|form|contract|list|documents?|papers|confirmation|reply|answer|signature|certificate|copy|copies)(?:\\sof\\s[^,;]{2,20}|\\sfor\\s[^,;]{2,30})?)\\s(?:has|have)(?:n't| not)(?: yet)? (?:arrived|been (?:paid|received|settled|sent)|come(?: in)?|reached (?:me|us))\\b",
    ([, what = ""]) =>
      addressed(`${/\b(?:deposit|payment|instal?ment|fee|rent)\b/i.test(what) ? "Pay" : "Provide"} ${lowered(what)}`),
  ),
  // "If you could drop the van off on the 24th, we'd have it back to you the same day"
  pattern(
    "^(?:so |and |but )?if you (?:could|can|would)(?: just| please| possibly)? (.+?),\\s+(?:then )?(?:we|i|that|it|this)(?:'d|'ll| would| will| can| could)\\b",
    ([, what = ""]) =>
      isOrder(what) && !/^(?:offer|match|accept|agree|do|make it|come down)\b/i.test(what) ? addressed(what) : null,
  ),
  // "14 invoices are waiting for your approval and they have to be released by Thursday"
  pattern(
    "^(?:so |and )?(.{2,60}?)\\s(?:is|are)(?: still| now| both| all)? (?:waiting for|awaiting|pending|in need of) your (approval|signature|ok|okay|go-ahead|confirmation|decision|comments|feedback|reply|answer|release|choice)\\b(?:\\s+and (?:it|they) (?:has|have|needs?|must)(?: to)? (?:be )?(?:\\p{L}+ ))?(.*)$",
    ([, what = "", act = "", rest = ""]) =>
      /^(?:it|this|that|they|we|i|which)$|^your\b/i.test(what)
        ? null
        : addressed(`${approvals[act.toLowerCase()] ?? "approve"} ${lowered(what)}${rest ? ` ${rest.trim()}` : ""}`),
  ),
  // "My colleague is asking for last year's glossary"
  pattern(
    "^(?:and |also |so )?(?:(?:my|our|the|their)\\s(?:\\p{L}+\\s){1,3}|\\p{Lu}\\p{L}+\\s)(?:is|are)(?: also| still| now)* asking(?: me| us| again)? for\\s+((?:the|your|an?|some|last|this|two|copies|proof)\\b.+)$",
    ([, what = ""]) => provided(what),
  ),
  pattern(
    "\\b(?:i|we)(?:'d| would)(?: also| really| very much)? (?:appreciate|welcome|value) ((?:an?|the|some|any)\\s(?!(?:lot|little|bit|chance|opportunity)\\b).+)$",
    ([, what]) => provided(what),
  ),
  // "We can start as soon as the final file is here, which should be no later than 2 February"
  pattern(
    "\\b(?:as soon as|once|when|after) ((?:the|your)\\s(?:[^,;]|,(?=\\d)){2,40}?) (?:is|are|has|have) (?:here|in|with us|arrived|complete|ready),? (?:which )?(?:should|must|has to|needs to) be ((?:by|before|no later than)\\s[^,]{2,40}?)(?:\\s+if\\b.*)?[.]?$",
    ([, what, when]) => addressed(`Provide ${what} ${when}`),
  ),
  // "I must insist that somebody comes tomorrow"
  pattern(
    "\\b(?:i|we)(?: must| have to| therefore| do)* (?:insist|demand|expect|ask|request)(?: on it)? that (?:somebody|someone|an? \\p{L}+|your \\p{L}+) (?:comes?|visits?|be sent|calls?)\\b(.*)$",
    ([, rest]) => addressed(`Send somebody${rest}`),
  ),
  pattern(
    "\\b(?:i|we)(?: must| have to| therefore| do)* (?:insist|demand|expect|ask|request) that you\\s+(?!will\\b|are\\b|have\\b)(.+)$",
    ([, rest = ""]) => (isOrder(rest) ? addressed(rest) : null),
  ),
  // "Before the keys can be handed over, the deposit must have been received"
  pattern(
    "(?:^|,\\s+)((?:the|your|our|a|an|all|both)\\s(?:[^,;]|,(?=\\d)){2,60}?)\\s+(?:must|should|needs? to|has to|have to)\\s+(?:have been|be)\\s+(?:received|paid|settled|transferred|credited|in our account)\\b(.*)$",
    ([, what = "", rest = ""]) => ({
      ...addressed(
        `${/\b(?:form|copy|contract|report|list|documents?|papers)\b/i.test(what) ? "Provide" : "Pay"} ${lowered(what)}${rest}`,
      ),
      isDeadline: true,
    }),
  ),
  // "The Loft can only be held until 13 March"
  pattern(
    "^(?:but |and )?((?:the|our|this|your)\\s(?:[^,;]|,(?=\\d)){2,50}?)\\s(?:can|could|will)(?: only| just)? be (?:held|kept|reserved)(?: for (?:you|us))?\\s((?:until|till)\\s.+)$",
    ([, what, when]) => ({ ...addressed(`Decide about ${lowered(what)} ${when}`), isDeadline: true }),
  ),
  // "The demo units have to be with the forwarder by 26 October"
  pattern(
    "^(?:\\p{Lu}\\p{Ll}+,\\s+)?((?:the|your|our|all|both|these)\\s(?:[^,;]|,(?=\\d)){2,50}?)\\s+(?:has to|have to|needs? to|must|should)\\s+be\\s+with\\s+((?!you\\b)(?:[^,;]|,(?=\\d)){2,60})$",
    ([, what, where = ""]) => ({
      ...addressed(`Get ${lowered(what)} to ${where.replace(/^me\b/, "the sender")}`),
      isDeadline: true,
    }),
  ),
  pattern(
    "^(?:\\p{Lu}\\p{Ll}+,\\s+)?((?:the|your|our|all|both|these)\\s(?:[^,;]|,(?=\\d)){2,50}?\\s(?:has to|have to|needs? to|must|should)\\s+be\\s+(?:ready|back|there|here|finished|complete)\\b(?:[^,;]|,(?=\\d)){0,60})$",
    ([, whole]) => ({ ...addressed(whole ?? ""), isDeadline: true }),
  ),
  // "The tuner would have to come on the 26th instead"
  pattern(
    "^(?:so\\s+)?((?:the|your)\\s(?:[^,;]|,(?=\\d)){2,40}?\\s(?:would|will|'ll)?\\s?(?:have|has|need|needs) to (?:come|arrive|move|start|begin|be moved|be rebooked|be there)\\b.{0,40}\\b(?:instead|already|earlier|later)\\b.{0,20})$",
    ([, whole]) => ({ ...addressed(whole ?? ""), isDeadline: true }),
  ),
];

const approvals: Record<string, string> = {
  signature: "sign",
  confirmation: "confirm",
  decision: "decide on",
  choice: "choose",
  comments: "comment on",
  feedback: "comment on",
  reply: "answer",
  answer: "answer",
  release: "release",
};

/** An article has its capital only from the beginning of the sentence. */
const lowered = (text = "") =>
  text.replace(/^(?:The|Your|Our|All|Both|These|This|An?)(?=\s)/, (word) => word.toLowerCase());

const provided = (what = "") => addressed(`Provide ${what.replace(willing, "")}`);
/** "… if you're willing to share them" */
const willing = /\s+if you(?:['’]re| are)? (?:willing|able|happy|like|want|wish|can)\b.*$/i;

const refund = /^(?:refund|reimburse|compensate|repay|pay back)\b/i;

/** "the two pallets collected, a credit note" → "collect the two pallets and provide a credit note". */
function wantedDone(things: string): string | undefined {
  const parts = things
    .replace(/[.!]+$/, "")
    .split(/,\s+(?:and\s+)?(?=(?:the|a|an|your|our|my|all|both|\d+)\s)|\s+and\s+(?=(?:the|a|an|your|our|my|all)\s)/);
  if (/\bto be\b/i.test(things)) return undefined;
  const orders = parts.map((part) => doneThing(part));
  if (!orders.some((order) => order !== undefined)) return undefined;
  const all = parts.map((part, i) => orders[i] ?? `provide ${part}`).filter((order) => !refund.test(order));
  return all.length > 0 ? all.join(" and ") : undefined;
}

/** "the invoice made out to the club" → "make the invoice out to the club". */
function doneThing(part: string): string | undefined {
  const [, thing = "", participle = "", rest = ""] =
    /^((?:the|your|our|my|a|an|all|both|these|those|this|that)\s(?:(?!that\b|which\b|who\b|you\b|we\b|i\b)[\p{L}\d'’-]+\s){1,5}?)(\p{L}{2,}(?:ed|en|de|nt|lt|ft|id|ut|ght|ne))\b(.*)$/iu.exec(
      part,
    ) ?? [];
  if (!participle || /^\s*(?:of|\p{L}+s\b.*\bthat\b)/iu.test(rest)) return undefined;
  const token = tokensOf(`It was ${participle} today`)[2];
  const base = token?.lemma ?? "";
  if (token?.pos !== "VERB" || !base || (base === participle.toLowerCase() && !/^(?:cut|put|set|shut)$/.test(base)))
    return undefined;
  return `${base} ${thing.trim()}${rest.replace(/,\s+not\b.*$/, "")}`;
}
