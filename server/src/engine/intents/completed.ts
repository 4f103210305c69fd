import { capitalize } from "../text/words.ts";
import { isPluralNoun } from "./addressee.ts";

const services =
  "(?:hot |cold |running |drinking |extra |additional |on-?site |lift |further )*(?:water|power|electricity|heating|internet|wi-?fi|network|gas|parking|charges?|costs?|fees?|access|service|delivery|deliveries|post|entry|lunch|signal|lift|visitors|surcharge|discount|classes|lessons|training|practice|rehearsal|collection|change)";
const lacking = new RegExp(`^no (${services})(?=$|[ ,.])(?! (?:is|are|will|was|can|has)\\b)`, "i");
const later =
  /\b(?:meanwhile|tomorrow|tonight|until|till|during|that (?:day|morning|afternoon|evening)|in the meantime|next|on (?:\p{Lu}|the \d|\d)|from (?:\p{Lu}|\d))/u;
const stateAfterAdverb =
  /^((?:the |our |my |your |about |only |\d+ )?[\p{L}\d' -]{2,45}?) (still|already|now|also|only|not yet) (needed|open|missing|free|available|outstanding|unpaid|wanted|required|unsigned|unanswered|to come|to be confirmed)\b(.*)$/isu;
const attachment = /^((?:the |my |our |your |a |an )?(?:[\p{L}\d'-]+ ){1,5})(attached|enclosed|to follow)[.!]*$/iu;

const notDone =
  /^no ((?:\p{Ll}+ ){0,2}\p{Ll}+) (offered|provided|given|sent|found|made|shown|mentioned|included|supplied)\b(.*)$/iu;
const toBeSettled =
  /^((?:the |our |my |your )?(?:(?:new|exact|final|next|start) )?(?:date|time|place|venue|location|day|details|agenda|room|programme|program|price)) (?:still )?to be (announced|confirmed|decided|agreed)$/i;
/** "order PO-8831" is a thing, not an order to buy. */
export const reference =
  /^(?:order|booking|claim|ticket|case|invoice|contract|policy|reservation|account|customer|member|file|quote) (?:no\.? |number |nr\.? |#)?(?=[\p{L}\d/-]*\d)[\p{L}\d][\p{L}\d/-]{2,20}$/iu;

/** A note that leaves its verb out, as a statement: "no hot water meanwhile" → "there will be no hot water meanwhile". */
export function completed(text: string): string | undefined {
  const bare = text.replace(/[.,;]+$/, "");
  if (/^(?:sorry,? |unfortunately,? )?not (?:possible|feasible|available)\b/i.test(bare))
    return bare.replace(/^(?:sorry,? |unfortunately,? )?not /i, "unfortunately, this is not ");
  const none = lacking.exec(bare)?.[1];
  if (none) {
    const be = later.test(bare) ? "will be" : isPluralNoun(none) ? "are" : "is";
    return `there ${be} ${bare.charAt(0).toLowerCase()}${bare.slice(1)}`;
  }
  if (/^no need (?:to|for)\b/i.test(bare)) return `there is ${bare.charAt(0).toLowerCase()}${bare.slice(1)}`;
  // "no hotel offered"
  const [, missing, done, more = ""] = notDone.exec(bare) ?? [];
  if (missing && done)
    return `no ${missing} ${isPluralNoun(missing.split(" ").at(-1) ?? "") ? "were" : "was"} ${done}${more}`;
  const [, open, settled] = toBeSettled.exec(bare) ?? [];
  if (open && settled) return `${/^(?:the|my|our|your) /i.test(open) ? open : `the ${open}`} will be ${settled}`;
  const [, thing, adverb, state, rest = ""] = stateAfterAdverb.exec(bare) ?? [];
  if (thing && adverb && state && !/\b(?:is|are|was|were|has|have|we|I|you|he|she|they|it)\b/i.test(thing)) {
    const isMany = isPluralNoun(
      thing
        .split(/\s(?:of|for|from|in)\s/)[0]
        ?.split(" ")
        .at(-1) ?? "",
    );
    return `${thing} ${isMany ? "are" : "is"} ${adverb} ${state}${rest}`;
  }
  const [, paper, how] = attachment.exec(bare) ?? [];
  if (paper && how && !/\b(?:is|are|was|were|I|we|have|has|find|see)\b/i.test(paper)) {
    const noun = paper.trim();
    const isMany =
      isPluralNoun(
        noun
          .split(/\s(?:of|for|from)\s/)[0]
          ?.split(" ")
          .at(-1) ?? "",
      ) || / and /.test(noun);
    const named =
      /^(?:(?:the|my|our|your|an?)\s|\p{Lu})|\d/u.test(noun) && !/^\p{Ll}+$/u.test(noun) ? noun : `the ${noun}`;
    return `${capitalize(named)} ${isMany ? "are" : "is"} ${how === "to follow" ? how : how.toLowerCase()}`;
  }
  return undefined;
}
