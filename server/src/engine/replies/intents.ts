import { topicIn } from "../drafts/subject-phrases.ts";
import type { ReplyIntent } from "../types.ts";
import type { Ask } from "./ask.ts";
import { asksOf } from "./asks.ts";
import { carefulIntents, careOf, mayBeExploited, mayPromise, namesSum } from "./care.ts";
import { readForeignMail } from "./foreign-asks.ts";
import { foreignIntents } from "./foreign-intents.ts";
import { isReplied } from "./foreign-reply.ts";
import { readIncoming } from "./incoming.ts";
import { natureOf } from "./nature.ts";
import { taskLabel } from "./task-label.ts";

/** Whether a mail wants money, secrets or an admission, so that somebody should verify it even if a program seems to have sent it. */
export function needsCare(emailBody: string, now: Date): boolean {
  const incoming = readIncoming(emailBody);
  const { text, language } = incoming;
  if (language === "en") return careOf(text, asksOf(text, now, incoming)) !== undefined;
  return isReplied(language) && readForeignMail(text, language).care !== undefined;
}

/** Up to three ways to answer a mail, each with a short label for a button, made from what the mail asks. */
export function intentsOf(emailBody: string, now: Date): ReplyIntent[] {
  const incoming = readIncoming(emailBody);
  const { text, language } = incoming;
  if (!text) return [];
  if (language !== "en")
    return isReplied(language) ? foreignIntents(text, language) : [{ label: "Draft a reply", stance: "" }];
  const asks = asksOf(text, now, incoming);
  if (careOf(text, asks)) return carefulIntents;
  const nature = natureOf(text, asks);
  const time = asks.find((ask) => ask.kind === "time");
  if (time) return timeIntents(time);
  if (nature === "invitation") return [accept("Accept the invitation"), decline("Decline the invitation")];
  if (nature === "offer") {
    // To accept a price spends money, so the reader decides it in the text.
    const first =
      namesSum(text) && !isJob.test(text) ? { label: "Answer the offer", stance: "" } : accept("Accept the offer");
    return [first, moreTime, decline("Decline the offer")];
  }
  if (nature === "sympathy" && asks.length === 0) return [{ label: "Thank them", stance: "acknowledge" }];
  if (nature === "loss") {
    const condolences: ReplyIntent = { label: "Send condolences", stance: "acknowledge" };
    const promised = asks.filter((ask) => ask.kind === "request").filter(mayPromise);
    if (promised.length > 0) return [accept(requestLabel(promised)), condolences];
    const isAsked = asks.some((ask) => ask.kind === "question");
    return isAsked ? [{ label: "Answer with condolences", stance: "" }, condolences] : [condolences];
  }
  const wish = asks.find((ask) => ask.kind === "wish");
  if (wish) return [accept(wishLabel(wish.task)), moreTime, decline("Decline politely")];
  const requests = asks.filter((ask) => ask.kind === "request");
  const questions = asks.filter((ask) => ask.kind === "question");
  const safe = requests.filter(mayPromise);
  // A harmless request does not make the others safe.
  if (requests.length > 0 && safe.length <= requests.length - safe.length) {
    const answer: ReplyIntent = {
      label: requests.length > 1 ? "Answer the requests" : "Answer the request",
      stance: "",
    };
    return requests.some(mayBeExploited)
      ? [answer, ...carefulIntents.filter(({ stance }) => stance !== "more-time")]
      : [answer, moreTime, decline("Decline politely")];
  }
  if (requests.length > 0) return [accept(requestLabel(safe)), moreTime, decline("Decline politely")];
  if (questions.length > 0 && nature === "application")
    return [{ label: answerLabel(questions), stance: "" }, ...decisions];
  if (questions.length > 0)
    return [
      { label: nature === "complaint" ? "Apologize and answer" : answerLabel(questions), stance: "" },
      moreTime,
      // A stranger who offers a deal may be declined.
      ...(questions.some(({ sentence }) => proposesDeal.test(sentence)) ? [decline("Decline politely")] : []),
    ];
  if (nature === "application") return [{ label: "Confirm receipt", stance: "acknowledge" }, ...decisions];
  if (nature === "complaint") return [{ label: "Apologize and help", stance: "" }, moreTime];
  if (nature === "illness") return [{ label: "Wish a good recovery", stance: "acknowledge" }];
  if (nature === "joy") return [{ label: "Congratulate", stance: "acknowledge" }];
  if (nature === "introduction") return [accept("Thank for the introduction")];
  if (nature === "thanks" || nature === "congratulations")
    return [{ label: nature === "thanks" ? "Say you're welcome" : "Say thank you", stance: "acknowledge" }];
  if (nature === "invoice")
    return [
      { label: "Confirm receipt", stance: "" },
      { label: "Ask for details", stance: "ask-details" },
    ];
  return [
    { label: "Thank them", stance: "acknowledge" },
    { label: "Ask a question", stance: "ask-details" },
  ];
}

/** The answers of an employer to an application. */
const decisions: ReplyIntent[] = [
  {
    label: "Invite to an interview",
    stance:
      "Thank you for your application. I would like to invite you to an interview on [date and time]. Please let me know if that suits you.",
  },
  {
    label: "Decline politely",
    stance:
      "Thank you for your application and your interest. Unfortunately, I cannot offer you the position. I wish you all the best for your search.",
  },
];

const proposesDeal =
  /\b(?:would you (?:be (?:open|interested|willing|up for|available)|like to (?:see|hear|try|book|know more)|consider)|are you (?:interested|open to|willing)|(?:can|could|may) (?:we|i) (?:book|schedule|set up|arrange|show you|borrow|rent|have|use)|shall (?:we|i) (?:go ahead|proceed|order|book|send|schedule))\b/i;

/** "Answer about the delivery date" for one question, the number of questions for several. */
function answerLabel(questions: { sentence: string; about?: string }[]): string {
  const [only] = questions;
  if (questions.length > 1 || !only)
    return questions.length === 2 ? "Answer both questions" : `Answer all ${questions.length} questions`;
  const topic = topicIn(
    (only.about ?? only.sentence).replace(
      /^(?:whether|when|what|how|who|where|which|why) (?:I |you |we |it |they )?/i,
      "",
    ),
  );
  const label = `Answer about ${/^(?:my|your|our|the|an?) |^\p{Lu}|s$/iu.test(topic) ? topic : `the ${topic}`}`;
  return topic &&
    /^[\p{L}\d' -]+$/u.test(topic) &&
    label.split(" ").length <= 5 &&
    label.length <= longestLabel &&
    !/\b(?:I|me|you)\b/.test(topic)
    ? label
    : "Answer the question";
}

const isJob = /\b(?:position|role|job|post|salary|employment)\b/i;

function timeIntents({ when, options }: Extract<Ask, { kind: "time" }>): ReplyIntent[] {
  const another: ReplyIntent = { label: "Suggest another time", stance: "propose-time" };
  if (options.length === 2 && options.every((option) => `Confirm ${option}`.length <= longestLabel))
    return [...options.map((option) => ({ label: `Confirm ${option}`, stance: `Confirm ${option}` })), another];
  if (options.length > 2) return [accept("Choose a time"), another];
  const label = `Confirm ${when}`;
  return [accept(label.length <= longestLabel ? label : "Confirm the time"), another, decline("Decline politely")];
}

const longestLabel = 34;

function requestLabel(requests: { task: string }[]): string {
  if (requests.length > 1)
    return requests.every(({ task }) => /^(?:please )?(?:send|provide|share|forward|supply|email)\b/i.test(task))
      ? `Send ${requests.length === 2 ? "both" : `all ${requests.length}`} items`
      : `Agree to ${requests.length === 2 ? "both" : `all ${requests.length}`} requests`;
  return taskLabel(requests[0]?.task ?? "") ?? "Agree to the request";
}

const wishLabel = (task: string) =>
  /^(?:book|reserve)\b/i.test(task)
    ? "Confirm the booking"
    : /^(?:order|buy)\b/i.test(task)
      ? "Confirm the order"
      : /^cancel\b/i.test(task)
        ? "Confirm the cancellation"
        : "Confirm the request";

const accept = (label: string): ReplyIntent => ({ label, stance: "accept" });
const decline = (label: string): ReplyIntent => ({ label, stance: "decline" });
const moreTime: ReplyIntent = { label: "Ask for more time", stance: "more-time" };
