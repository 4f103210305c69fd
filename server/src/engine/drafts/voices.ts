import type { Tone } from "@intellibox/contract/rules/choices";

export const detailsLead: Record<Tone, string> = {
  professional: "The details are as follows:",
  friendly: "Here are the details:",
  concise: "Details:",
  enthusiastic: "Here's everything you need to know:",
  empathetic: "To make it easy for you, here are the details:",
};

export const noteLead: Record<Tone, string> = {
  professional: "Please note:",
  friendly: "Just so you know:",
  concise: "Note:",
  enthusiastic: "Good to know:",
  empathetic: "For your information:",
};

/** What introduces a single fragment: a reference, a place, or a plain note. */
export function leadFor(item: string, tone: Tone): string {
  if (
    /^(?:order|invoice|account|ticket|case|member|customer|contract|po|reference|ref|booking|policy|claim|file|serial|flight)\b.*\d/i.test(
      item,
    )
  )
    return "For reference:";
  if (
    /\b(?:room|hall|hotel|zoom|teams|google meet|skype|café|cafe|restaurant|street|floor|building|cent(?:er|re)|venue|online|headquarters)\b/i.test(
      item,
    ) &&
    item.split(/\s+/).length <= 6
  )
    return "Place:";
  return noteLead[tone];
}

type Sentences = Record<Tone, string>;

/** Occasions that have words of their own. */
export function specialOpening(kind: string, intent: string, tone: Tone): string | undefined {
  if (kind === "introduction" && /\b(?:intro|connect\w*|introduc\w*)\b.*\p{Lu}\p{L}+ (?:and|&) \p{Lu}/u.test(intent))
    return eachOther[tone];
  if (kind === "congratulations" && /birthday/i.test(intent)) return birthday[tone];
  return kind === "sympathy" && /\bget well|recover|sick|ill\b/i.test(intent) ? recovery[tone] : undefined;
}

const eachOther: Sentences = {
  professional: "I would like to introduce you to each other.",
  friendly: "I think you two should meet, so here's a quick introduction.",
  concise: "A quick introduction.",
  enthusiastic: "I'm so happy to introduce you to each other!",
  empathetic: "I know you are both busy, so here is a short introduction.",
};

const birthday: Sentences = {
  professional: "I wish you a very happy birthday.",
  friendly: "Happy birthday! I hope you have a wonderful day.",
  concise: "Happy birthday.",
  enthusiastic: "Happy birthday! I hope your day is absolutely fantastic!",
  empathetic: "I wish you a happy birthday with all my heart.",
};

const recovery: Sentences = {
  professional: "I wish you a full and speedy recovery.",
  friendly: "Get well soon! I'm thinking of you.",
  concise: "Get well soon.",
  enthusiastic: "Get well soon! I'm sending you all the energy I have!",
  empathetic: "I am so sorry that you are going through this, and I wish you a gentle and full recovery.",
};

/** Saying no to something that nobody thanks for: overtime, a price, a change of plan. */
export function declining(topic: string, tone: Tone): string {
  const sentences: Sentences = {
    professional: `I regret that I have to decline ${topic}.`,
    friendly: `I'm afraid I have to say no to ${topic}.`,
    concise: `I have to decline ${topic}.`,
    enthusiastic: `Sadly, I have to say no to ${topic} this time!`,
    empathetic: `I am sorry that I have to say no to ${topic}.`,
  };
  return sentences[tone];
}

/** A question or request in the user's words, asked the way the tone asks. */
export function voiced(ask: string, tone: Tone): string {
  const polite = /^Could you please (.+)\?$/s.exec(ask)?.[1];
  if (!polite) return ask;
  if (tone === "concise") return `Please ${polite}.`;
  if (tone === "friendly") return `Could you ${polite}?`;
  if (tone === "enthusiastic") return `It would be wonderful if you could ${polite}!`;
  if (tone === "empathetic") return `When you have a moment, could you please ${polite}?`;
  return ask;
}

/** `purpose` begins with "to": "to review the budget". */
export function meetingFor(purpose: string, tone: Tone): string {
  const sentences: Record<Tone, string> = {
    professional: `I would like to arrange a meeting ${purpose}.`,
    friendly: `Could we find some time ${purpose}?`,
    concise: `Can we meet ${purpose}?`,
    enthusiastic: `I'd love to get together ${purpose}!`,
    empathetic: `I know how full calendars can be, and I would be grateful for some of your time ${purpose}.`,
  };
  return sentences[tone];
}

/** The user's own wish: `wish` is a verb phrase ("negotiate the salary"). */
export function wishing(wish: string, tone: Tone): string {
  const sentences: Sentences = {
    professional: `I would like to ${wish}.`,
    friendly: `I'd like to ${wish}.`,
    concise: `I'd like to ${wish}.`,
    enthusiastic: `I'd love to ${wish}!`,
    empathetic: `I hope you are doing well. I would like to ${wish}.`,
  };
  return sentences[tone];
}
