import { asSentence, indefinite, repair, withArticle, withObject } from "./grammar.ts";
import type { Note } from "./note.ts";
import { pronounsToYou } from "./recipient.ts";

type Instruction = { test: RegExp; make: (what: string) => Note | string };

const whom = "(?:him|her|them|me|us|you|everyone|all|(?:the|my|our) (?:\\p{L}+ )?\\p{L}+|\\p{L}[\\p{L}'’-]*)";
const wh = "(?:if|whether|when|what|how|who|where|which|why)";
const lead = "^(?:please |pls |and |also |then |to |can you |i want to |i need to |need to |want to )*";
const rule = (source: string, make: Instruction["make"]): Instruction => ({
  test: new RegExp(`${lead}${source}$`, "iu"),
  make,
});

const sentence = (text: string): Note => ({ as: "sentence", text });
const ask = (text: string): Note => ({ as: "ask", text });
const aside = (text: string): Note => ({ as: "aside", text });

/**
 * Turns an instruction into a sentence of the mail: "ask him to call" → "Could you please call?".
 * The last group of a pattern is the content. A rule that returns a string gives a text that is read as a note itself.
 */
const instructions: Instruction[] = [
  rule("ask for (\\p{L}+)", (who) =>
    /^\p{Lu}/u.test(who) ? ask(`Please ask for ${who}.`) : ask(`Could you please send me ${withArticle(who)}?`),
  ),
  rule(`ask (?:${whom} )?(?:for|to get|to have) (.+)`, (what) => ask(`Could you please send me ${withArticle(what)}?`)),
  rule(`ask (?:${whom} )?about (.+)`, (what) => ask(`Could you tell me more about ${withArticle(what)}?`)),
  rule(`(?:ask|check|find out|see|enquire|inquire)(?: with)?(?: ${whom})? (${wh} .+)`, (what) =>
    ask(`Could you let me know ${what}?`),
  ),
  rule(`(?:ask|tell|request|remind|urge|get) ${whom} to (.+)`, (what) => ask(`Could you please ${withObject(what)}?`)),
  rule("ask to (.+)", (what) => ask(`May I ${what}?`)),
  rule(`remind ${whom} that (.+)`, (what) => sentence(asSentence(what))),
  rule(`remind ${whom} (?:about|of) (.+)`, (what) => sentence(`This is also a reminder about ${withArticle(what)}.`)),
  rule(`(?:tell|inform|notify) (?:${whom}) (?:that |about )?(.+)`, (what) => what),
  rule(`let ${whom} know (?:that |about )?(.+)`, (what) => what),
  rule(
    "(?:mention|say|explain|add|note|point out|state|write|stress|emphasi[sz]e|include|clarify)(?: that)? (.+)",
    (what) => what,
  ),
  rule(`(?:thank|thanks to) (?:${whom} )?for (.+)`, (what) => aside(`Thank you for ${withArticle(what)}.`)),
  rule(`(?:say thanks|thanks|thank you|thankful|grateful)(?: to ${whom})? for (.+)`, (what) =>
    aside(`Thank you for ${withArticle(what)}.`),
  ),
  rule(`(?:apologi[sz]e|say sorry|sorry)(?: to ${whom})? (?:for|about) (.+)`, (what) =>
    aside(`I am sorry about ${withArticle(what)}.`),
  ),
  rule("offer to (.+)", (what) => sentence(`I would be glad to ${what}.`)),
  rule("offer (?:him |her |them |you )?(?!was|is|of|to|valid|ends|expires|from|and)(.+)", (what) =>
    sentence(`I would like to offer you ${/^\d+\s?%/.test(what) ? `a ${what}` : indefinite(what)}.`),
  ),
  rule(
    "(?:propose|suggest) (?:to (?:meet|talk|speak|call) (?:on |at )?)?(.*(?:\\d|\\p{L}day|week|morning|afternoon|evening|tomorrow|noon).*)",
    (what) => ask(`Would ${what} work for you?`),
  ),
  rule("(?:propose|suggest) (.+)", (what) => sentence(`I would suggest ${withArticle(what)}.`)),
  rule(`invite ${whom} (?:to|for) (.+)`, (what) => sentence(`I would like to invite you to ${withArticle(what)}.`)),
  rule("(?:attach|attached|attaching)(?: is| are)? (.+)", (what) =>
    sentence(`Please find ${withArticle(what)} attached.`),
  ),
  rule("keep (?:his|her|their|your) (cv|résumé|resume|application|details|profile)(?: on file)?", (what) =>
    sentence(`We will keep your ${what} on file.`),
  ),
  rule("(?:request|demand) (.+)", (what) => sentence(`I would like to request ${indefinite(what)}.`)),
  rule("(?:want|wants|would like|wish)(?: to have| to get)? ((?!to\\b).+)", (what) =>
    sentence(`I would like ${indefinite(what)}.`),
  ),
  rule("(?:want|would like|wish|hoping|hope|looking|planning|plan) (to .+)", (what) =>
    sentence(`I would like ${what}.`),
  ),
  rule(
    "need (?:a |an |the )?(?:reply|answer|response|decision|confirmation) ((?:by|before|until|within|on|today|tomorrow|asap|this|next).*)",
    (when) => ask(`Please let me have your answer ${when}.`),
  ),
  rule(
    "(?:reply|respond|answer|rsvp|confirm) ((?:by|before|until|within|on|today|tomorrow|asap|this|next|latest).*)",
    (when) => ask(`Please reply ${when}.`),
  ),
  rule("needed ((?:until|till|by|before|on|for|within|from|asap|today|tomorrow|this|next)\\b.*)", (when) =>
    sentence(`It is needed ${when}.`),
  ),
  rule("need(?:s|ed)? ((?:until|by|from|till|more|at least)\\b.+)", (what) => sentence(`I need ${what}.`)),
  rule("need(?:s|ed)? (?!to\\b)(.+)", (what) => sentence(`I need ${indefinite(what)}.`)),
];

/** The note that an instruction becomes, a text to read as a note, or undefined if the text is not an instruction. */
export function instructed(text: string): Note | string | undefined {
  if (text.startsWith("{")) return undefined;
  const clean = text.replace(/[.!]+$/, "");
  for (const { test, make } of instructions) {
    const match = test.exec(clean);
    if (match) return make(pronounsToYou(repair(match.at(-1) ?? "").replace(/[.!?]+$/, "")));
  }
  return undefined;
}
