// Tells whether a request asks for an action, for a fact, or only for the reply itself.
import type { Ask } from "./ask.ts";
import { isDangerous } from "./care.ts";
import { reflect } from "./reflect.ts";

export const adverbs =
  "(?:please|pls|plz|kindly|remember to|be sure to|make sure to|don['’]t forget to|also|just|maybe|perhaps|possibly|quickly|then|both|all|still|at least|be able to|be so kind as to|be kind enough to|take a moment to)";
/** Words that make a request of what follows them. */
export const marker = new RegExp(
  [
    `\\b(?:can|could|would|will|might)\\s+(?:you|u|someone|somebody|anyone|one of you)\\s+(?:${adverbs}\\s+)*`,
    `\\b(?:if|whether) you (?:could|would|can|might)\\s+(?:${adverbs}\\s+)*`,
    "\\b(?:don't|do not) forget to\\s+|\\b(?:remember|be sure|make sure)\\s+(?:to|that you|you)\\s+",
    `\\b(?:please|pls|plz|kindly)[,:]?\\s+(?:${adverbs}\\s+)*`,
    "\\b(?:i|we|they|he|she)(?:'d| would| must| have to)?(?: also| really| now| hereby| formally| therefore| kindly| respectfully)*\\s+(?:need|want|like|expect|ask|require|advise|encourage|request|invite|urge|beg)\\s+(?:for\\s+)?(?:you|that you)\\s+(?:all\\s+)?(?:to\\s+)?",
    "\\bhoping (?:that )?you (?:could|can|would|might)\\s+",
    "^(?:i |we )?(?:will |'ll |would )?need (?:someone|somebody) to\\s+",
    "\\b(?:someone|somebody) (?:has to|must|needs to|should)\\s+",
    "\\b(?:i|we)(?: also| still| only)? need (?:someone|somebody) to\\s+",
    "\\byou(?:'ll| will)? (?:only |just |also |still )?(?:need to|have to|must|are to|'ve got to|are (?:asked|requested|required) to)\\s+(?:also\\s+|then\\s+)?",
  ].join("|"),
  "i",
);

// A reply already fulfils these requests.
const isAnsweredByReply =
  /^(?:rsvp|reply|respond|get back to (?:me|us)|answer|write back|let (?:me|us) know(?: (?:by|before|within|as soon|soon|asap|today|tomorrow|right away|at once|immediately|your answer).*)?$|confirm(?: (?:receipt|by|your attendance|attendance|asap|once|that you (?:have )?received).*)?$|tell (?:me|us)(?: (?:by|before|within|asap|today|tomorrow)\b.*)?$|advise$|(?:ring|call|phone|e-?mail|write to|contact) (?:me|us)\b.*\bor (?:just )?(?:reply|answer|respond|write back)\b.*$)/i;
const asksForFacts =
  /^(?:confirm|advise|clarify|specify|indicate|(?:tell|inform|remind) (?:me|us)(?: of| about)?|let (?:me|us) (?:know|have)(?: of| about)?)\s+((?:the|your|a|an|about|any|how|what|which|who|when|where)\b.*)$/i;
/** "Please confirm that somebody will be at home" asks whether it is so. */
const asksWhether =
  /^confirm (?:to (?:me|us) )?(?:that (?!(?:is|was|works|suits|will)\b)(.+)|((?:that|this|it|he|she|they|we|you|someone|somebody|everyone|the|your|our|my|\p{Lu}\p{L}+)\b[^,;]*?\s(?:is|are|was|were|will|can|has|have|had|would|does|works?|suits?)\b.*))$/iu;
const asksForData =
  /^(?:provide|share|(?:send|give|email)(?: (?:me|us))?|submit)\s+(your (?:\p{L}+ ){0,4}(?:address|number|name|id|birthday|date of birth|preference|size|availability|vat|opinion|thoughts|feedback|view|views|answer|decision|choice|preferences)\b.*)$/iu;

/** "Please forget what I wrote", "please don't give it a thought": a request that needs no answer. */
const isReassurance =
  /^(?:forget|ignore|disregard|scrap|mind)\b|^(?:don['’]t|do not|never) (?:give (?:it|this|that) a thought|worry|bother|trouble|apologi[sz]e|hurry|rush|mention it)\b/i;

/** Whether a request only asks for the reply itself: "Could you let us know by Friday?" */
export function asksOnlyForReply(text: string): boolean {
  const asked = marker.exec(text);
  return asked !== null && isAnsweredByReply.test(text.slice(asked.index + asked[0].length).replace(/[\s.!?]+$/, ""));
}

const objectless =
  /^((?:let (?:me|us) have|send|resend|provide|share|forward|give|bring|supply|submit|upload|attach|show)(?: (?:me|us|him|her|it to (?=$)))?|(?:provide|supply) (?:me|us) with)(?=\s*(?:[:,]|$)|\s+(?:by|before|until|on|asap|today|tomorrow|as soon)\b)/i;
/** Whether a request names nothing that is to be sent: "send us by Friday". */
export const lacksObject = (task: string) => objectless.test(task) || /\[what\]/.test(task);
/** A promise without its object is a blank, never "I will send you." */
const withObject = (task: string) => task.replace(objectless, "$1 [what]");

export function asAsks(task: string, sentence: string): Ask[] {
  // "Would you take 180?" asks for a decision, not for an action.
  if (
    /^(?:take (?:about )?[\d€$£₹]|accept\b|consider\b|prefer\b|live with|agree\b|be willing|be interested)/i.test(
      task,
    ) &&
    /\?/.test(sentence)
  )
    return [{ kind: "question", sentence }];
  const given = /^(?:reply|respond|answer|write back) with (.+)$/i.exec(task)?.[1];
  if (given && !isDangerous(given)) {
    const about = reflect(given);
    return [{ kind: "question", sentence, ...(about && { about }) }];
  }
  if (isAnsweredByReply.test(task) || isReassurance.test(task)) return [];
  if (isDangerous(task)) return [{ kind: "question", sentence }];
  const [, said, plain] = asksWhether.exec(task) ?? [];
  const told = said ?? plain;
  const fact = (told ? `whether ${told}` : (asksForFacts.exec(task) ?? asksForData.exec(task))?.[1])
    ?.replace(/^about\s+/i, "")
    .replace(
      /,?\s+or (?:suggest|propose|offer|give|name|reply) (?:me |us )?(?:with )?(?:another|an alternative|some other)\b.*$/i,
      "",
    )
    .replace(/\s+(?:by|before)\s+(?:the end of )?\S+(?:\s+\S+)?$/i, "");
  // "have ready: the logs, the list" is prepared.
  const prepared = task.replace(/^have ready:?\s+/i, "prepare ");
  if (!fact) return [{ kind: "request", sentence, task: withObject(prepared) }];
  const about = reflect(fact.replace(/^if\b/i, "whether"));
  return [{ kind: "question", sentence, ...(about && { about }) }];
}
