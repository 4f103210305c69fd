import { indefinite, lowerFirst, repair, withArticle, withObject } from "./grammar.ts";
import type { DraftKind } from "./kinds.ts";
import { pronounsToYou, type Recipient } from "./recipient.ts";

/** The topic of the mail in the user's words, in a form that fits the kind's sentences. */
export type Topic = {
  /** A noun phrase: "our proposal", "the late delivery". */
  phrase?: string;
  /** A purpose: "to review the Q3 campaign". */
  purpose?: string;
  /** A time in place of a topic: "next Tuesday at 3pm". */
  when?: string;
};

const lead =
  /^(?:(?:please|pls|kindly|can you|could you|i (?:want|need|would like|'d like|have) to|we (?:want|need|have) to|help me(?: to)?|need to|want to)\s+)*(?:(?:write|draft|compose|send|create|generate|prepare|make|do)\s+(?:me\s+)?(?:an?\s+|the\s+|another\s+)?(?:(?:short|quick|brief|polite|formal|nice|friendly|professional|new|follow-?up|reminder|thank you|thank-you|apology|welcome|sales|cold|reply)\s+)*(?:e-?mail|mail|message|letter|note|reply|response|text|something(?:\s+(?:nice|short|polite|kind|friendly))?)s?\b\s*)?/i;

/** The intent without its lead ("write an email to Priya"). */
export function coreOf(intent: string, recipient: Recipient): string {
  let core = repair(intent);
  // "write a follow-up email" would lose its kind, so only the neutral words before it are removed.
  const plain = lead.exec(core)?.[0] ?? "";
  if (!/(?:follow|remind|thank|apolog|welcome)/i.test(plain)) core = core.slice(plain.length);
  const [verb = "", next = ""] = core.split(/\s+/);
  const isVerb =
    /^(?:to|for|about|regarding|my|the|our)$/i.test(next) || recipient.mentions.includes(next.toLowerCase());
  if (isVerb && /^(?:write|e-?mail|mail|message|letter|note|text|contact)$/i.test(verb))
    core = core.slice(verb.length).trim();
  core = core.replace(/^(?:reply|respond|answer)\b.*?\b(?:about|regarding)\s+/i, "about ");
  for (const mention of recipient.mentions) {
    // The name in any case, then an optional surname, which only its capital distinguishes from the next word.
    const word = `(?:(?:[Tt]he|[Mm]y|[Oo]ur|[Aa]ll)\\s+)*(?i:${mention.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")})(?:\\s+\\p{Lu}\\p{Ll}[\\p{L}'’-]+)?`;
    core = core
      .replace(
        new RegExp(
          `\\b((?i:invite|thank|remind|ask|tell|congratulate|welcome|inform|update|notify))\\s+${word}\\s+(?=(?:to|for|on|about|that|of)\\b)`,
          "u",
        ),
        "$1 ",
      )
      .replace(new RegExp(`^(?:[Tt]o|[Ff]or)?\\s*${word}\\s*[,:-]?\\s+(?=\\S)`, "u"), "")
      .replace(new RegExp(`\\s+(?:to|with|from)\\s+${word}(?=\\s|$|[,.])`, "u"), " ")
      .replace(
        new RegExp(`^(.*\\b(?:for|of)(?: new)?(?: employee| colleague| customer| client)?)\\s+${word}$`, "u"),
        "$1",
      );
  }
  return core
    .replace(/^(?:to|that|asking|saying)\s+(?=\p{L})/iu, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The text after the given words. Whole words only, so that "needed" does not match "need". */
const after = (pattern: string) => new RegExp(`(?:${pattern})(?!\\p{L})\\s*:?\\s*(.+)$`, "iu");
const whom = "(?:\\s+(?:him|her|them|me|us|everyone|(?:the|my|our)\\s+\\p{L}+|\\p{Lu}[\\p{L}'’-]+))?";

const finders: Record<DraftKind, RegExp[]> = {
  meeting: [
    after(
      "\\b(?:meeting|call|appointment|demo|session|catch-?up|sync|interview|1:1|one-on-one|chat|lunch|coffee|zoom|meet(?:ing)?)\\b(?:\\s+(?:request|invite|invitation))?(?:\\s+(?:up|with\\s+(?:him|her|them|you|us|me)))?(?:\\s+(?:about|regarding|re|on the topic of|to discuss|to talk about|for|on)\\b)?",
    ),
  ],
  reschedule: [after("\\b(?:re-?schedul\\w*|postpon\\w*|move|push|shift|delay)")],
  cancel: [after("\\b(?:cancel\\w*|terminat\\w*|call(?:ing)? off)(?:\\s+(?:of|for))?")],
  "follow-up": [
    after("\\b(?:no (?:reply|response|answer)|haven'?t heard)(?: yet| so far| back)?\\s+(?:to|on|about|from)"),
    after(
      "\\b(?:follow(?:ing|ed)?[ -]?up|check(?:ing)? in|checking|circle back|touch base|nudge)(?:\\s+(?:e-?mail|mail|message|note|letter))?(?:\\s+with\\s+\\S+)?(?:\\s+(?:on|about|regarding|re|after|for|to|with|in regard to))?",
    ),
  ],
  payment: [
    after(
      "\\b(?:pay(?:ing)?\\b|payment (?:of|for)|payment reminder(?: (?:for|about|on))?|reminder (?:for|about) (?:the )?payment(?: of| for)?|remind\\w*(?: \\S+){0,3} (?:about|of|for)|chas(?:e|ing)|overdue|outstanding|unpaid|pending)(?:\\s+(?:the|his|her|their|our))?",
    ),
  ],
  apology: [after(`\\b(?:apolog\\w*|sorry|regret\\w*)${whom}\\s+(?:for|about)`)],
  thanks: [
    after(
      "\\b(?:thank\\w*|thx|gratitude|appreciation)(?:\\s+you)?(?:\\s+(?:note|letter|e-?mail|mail|message))?(?:\\s+to\\s+\\S+)?" +
        whom +
        "\\s+(?:for|after)",
    ),
  ],
  introduction: [
    after(
      "\\b(?:introduc(?:e|ing)|pitch(?:ing)?|connect(?:ing)?|introduction (?:of|to|for)|presenting)" +
        "(?:\\s+(?:him|her|them) to)?",
    ),
  ],
  status: [
    after(
      "\\b(?:status|progress|update|report|where we (?:stand|are))(?:\\s+(?:update|report|e-?mail|mail))?(?:\\s+(?:on|of|about|for|regarding|with|(?:to |the |my )*\\S+ (?:on|about)))",
    ),
  ],
  decline: [after("\\b(?:declin(?:e|ing)|turn(?:ing)? down|reject(?:ing)?|refus(?:e|ing)|say(?:ing)? no to|pass on)")],
  offer: [
    after(
      "\\b(?:offer(?:ing)?|quote (?:for|on)|quotation (?:for|on)|pitch|proposal (?:for|to))" +
        "(?:\\s+(?:him|her|them|you|customers?|clients?))?",
    ),
  ],
  request: [after(`\\b(?:request(?:ing)?(?:\\s+for)?|ask(?:ing)?${whom}\\s+for|need|want|help with)`)],
  complaint: [
    after(
      "\\b(?:complain\\w*|complaint|unhappy|dissatisf\\w*|disappointed)(?:\\s+to\\s+\\S+)?(?:\\s+(?:about|with|regarding|on|over|by|that))",
    ),
  ],
  invitation: [after(`\\b(?:invit(?:e|ing)|invitation)(?:\\s+(?:e-?mail|mail|letter))?${whom}\\s+(?:to|for)`)],
  congratulations: [
    after(`\\b(?:congrat\\w*|well done)${whom}\\s+(?:on|for)`),
    /\b(birthday|anniversary|wedding|graduation)\b/i,
  ],
  sympathy: [
    after("\\b(?:loss of)"),
    after("\\b(?:condolences?|sympathy|sorry)" + "(?:\\s+to\\s+\\S+)?\\s+(?:for|on|about)"),
  ],
  leave: [
    /\b((?:(?:annual|sick|parental|maternity|paternity|unpaid|medical|casual|privilege|a|one|two|three|four|five|\d+|days?|weeks?|of)\s+)*(?:leave|days? off|time off|vacation|holiday|pto)\b.*)$/i,
  ],
  application: [
    after("\\b(?:apply(?:ing)?|application)(?:\\s+(?:letter|e-?mail))?\\s+(?:for|to)"),
    after("\\bcover letter\\s+for"),
  ],
  resignation: [after("\\b(?:resign\\w*|resignation|quit)(?:\\s+letter)?\\s+(?:from|as)")],
  announcement: [
    after(
      "\\b(?:announc(?:e|ing)|announcement (?:of|about)|news (?:about|of)|notice (?:about|of)|notify\\w*" +
        whom +
        " (?:about|of)|inform\\w*" +
        whom +
        " (?:about|of))",
    ),
    /^(?!.*\b(?:that|inform|tell|let|notif)\b)(.*\b(?:increase|launch|policy|hours|address|closure|update|change|move)\b.*)$/i,
  ],
  welcome: [after("\\bwelcom(?:e|ing)\\b.*?\\s+to")],
  reminder: [after(`\\bremind\\w*(?:\\s+(?:e-?mail|mail|note))?${whom}\\s+(?:about|of|for)`)],
  question: [
    after(
      "\\b(?:ask(?:ing)?" +
        whom +
        "\\s+about|questions?\\s+(?:about|on|regarding)|enquir\\w*\\s+(?:about|regarding|on)|inquir\\w*\\s+(?:about|regarding|on)|find out about)",
    ),
  ],
  absence: [],
  general: [after("^(?:about|regarding|concerning|re)")],
};

const dateStart =
  /^(?:(?:on|at|by|for|this|next|coming|the)\s+)*(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|^(?:today|tomorrow|tonight|(?:this|next) (?:week|month|morning|afternoon|evening))\b|^(?:on|at|for)\s+\d|^\d{1,2}(?::\d\d)?\s*(?:am|pm)\b|^\d{1,2}(?:st|nd|rd|th)?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\s+\d/i;

export function topicOf(intent: string, kind: DraftKind, recipient: Recipient): Topic {
  const whole = coreOf(intent, recipient);
  const core =
    kind === "request" || kind === "general" ? whole : whole.replace(/\s+(?:letter|e-?mail|mail|message|note)$/i, "");
  for (const finder of finders[kind]) {
    const found = finder
      .exec(core)?.[1]
      ?.trim()
      .replace(/[.!?]+$/, "");
    if (!found || emptyTopic.test(found)) continue;
    return topicFor(found, kind);
  }
  if (kind === "general") return generalTopic(core);
  const residue = residueOf(core, kind);
  return residue && tellsByResidue.has(kind) ? topicFor(residue, kind) : {};
}

const emptyTopic =
  /^(?:(?:e-?mail|mail|letter|note|message|him|her|them|it|this|that|myself|reminder|request|notice)(?:\s+(?:for|to|about)\s+\{[^}]*\})?)$/i;

// Kinds whose intents are often two nouns in a row: "complaint lost luggage", "payment reminder March rent".
const tellsByResidue = new Set<DraftKind>([
  "complaint",
  "payment",
  "reminder",
  "status",
  "apology",
  "cancel",
  "invitation",
  "announcement",
  "follow-up",
  "thanks",
]);

const kindWords =
  /\b(?:complain(?:t|ing)?|payment|remind(?:er|ing)?|status|update|updat(?:e|ing)|report|progress|apolog(?:y|ize|ise|ies)|sorry|cancel(?:lation|ling)?|invit(?:e|ation|ing)|announc(?:e|ement|ing)|follow(?:ing)?[ -]?up|thank(?:s|ing)?|thank you|you|note|second|first|third|final|another|friendly|gentle|quick|weekly|monthly|daily|unpaid|overdue|outstanding|to|for|about|on|of|the|a|an|my|our|with|from|say|send|write|give|boss|manager|everyone|all|team|inform|tell|let|know|that)\b/gi;

/** The intent without the words that name its kind; undefined if the rest is a clause. */
function residueOf(core: string, kind: DraftKind): string {
  if (/\bthat\b|\bto\s+\p{Ll}+\s/u.test(core) && kind !== "complaint") return "";
  const rest = core.replace(kindWords, " ").replace(/\s+/g, " ").trim();
  return rest.split(" ").length <= 6 && /\p{L}{3}/u.test(rest) && core.includes(rest) ? rest : "";
}

function topicFor(found: string, kind: DraftKind): Topic {
  const text = pronounsToYou(found).replace(
    kind === "offer" || kind === "introduction" ? /\s+to\s+\p{Ll}+$/u : /^\b$/,
    "",
  );
  if (kind === "meeting" || kind === "reschedule") {
    if (kind === "meeting" && dateStart.test(text)) return splitWhen(text);
    if (/^to\s+\p{Ll}/u.test(text)) return { purpose: text };
  }
  if (/^(?:that|if|whether)\s/i.test(text) || (/^to\s/i.test(text) && kind !== "application")) return {};
  return { phrase: fitted(text, kind) };
}

function splitWhen(text: string): Topic {
  const [, when = text, purpose] = /^(.*?)(?:\s+((?:to|about|regarding)\s+\p{Ll}.+))?$/u.exec(text) ?? [];
  if (!purpose) return { when };
  if (/^to\s/.test(purpose)) return { when, purpose };
  return { when, phrase: withArticle(purpose.replace(/^(?:about|regarding)\s+/, "")) };
}

const ownThings = /^(?:gym )?(?:subscription|membership|account|appointment|reservation|booking|order|contract)\b/i;
const posts =
  /\b(?:position|role|job|post|internship|program|programme|opening|vacancy|visa|loan|grant|scholarship|card|membership|course)\b/i;

/** The topic with the article or possessive that its kind needs. */
function fitted(text: string, kind: DraftKind): string {
  const isBare = !/^(?:the|a|an|my|our|your|his|her|their|this|that)\b/i.test(text);
  if (kind === "congratulations" && isBare && !/^\p{L}+ing\b/u.test(text)) return `your ${lowerFirst(text)}`;
  if (kind === "sympathy") return withArticle(text);
  if (kind === "cancel" && ownThings.test(text)) return `my ${text}`;
  if (kind === "decline" && /^(?:the |a )?(?:candidate|applicant|job application|application)\b/i.test(text))
    return "your application";
  if (kind === "decline" && /^an?\s/i.test(text)) return text.replace(/^an?/i, "your");
  if (kind === "application" && !posts.test(text))
    return `the ${text.replace(/^the\s+/i, "").replace(/^(.*?)(\s+(?:at|with|in)\s.+)?$/i, "$1 position$2")}`;
  if (kind === "offer" && /^\d+(?:[.,]\d+)?\s?%(?!\s+off)/.test(text)) return `a ${text}`;
  if (kind === "offer" || kind === "request") return indefinite(text);
  return withArticle(text);
}

const commands =
  /^(?:sell|buy|share|send|give|get|make|let|tell|say|ask|write|inform|wish|explain|describe|confirm|accept|agree|approve|propose|suggest|recommend|check|discuss|clarify|respond|reply|answer|convince|persuade|negotiate|promote|report|submit|forward|provide|order|book|pay|hire|fire|extend|renew|start|stop|join|leave|return|change|update|fix|encourage|motivate|help|support|connect|praise|borrow|arrange|rent|lend|sign|apply|nominate|welcome|win|find|talk|speak|learn|donate|volunteer)\b/i;

/** Any other intent: a noun phrase is a topic, a clause or command is not. */
function generalTopic(core: string): Topic {
  const isClause =
    /^(?:i|we|you|he|she|they|it|to|that|who)\b|\b(?:is|are|was|were|has|have|will|cannot|can't)\b|^(?:a|an|the|my|our) \p{L}+ who\b/iu.test(
      core,
    );
  if (!core || isClause || commands.test(core) || core.split(/\s+/).length > 12) return {};
  return { phrase: withArticle(core) };
}

/** "negotiate salary" → "negotiate the salary": the command in an intent, as the user's own intention. */
export function commandOf(core: string): string | undefined {
  const text = lowerFirst(core).replace(/[.!?]+$/, "");
  const verb = text.charAt(0).toLowerCase() + text.slice(1);
  return commands.test(verb) ? withObject(verb) : undefined;
}
