import { z } from "zod";
import { byTone, loadSentences, sentence, wordings } from "./load-sentences.ts";

/** The nature of a mail, apart from its requests. It decides how the answer opens and closes. */
export const mailNatures = [
  "offer",
  "application",
  "thanks",
  "apology",
  "complaint",
  "illness",
  "loss",
  "sad-news",
  "sympathy",
  "joy",
  "introduction",
  "claim",
  "congratulations",
  "invoice",
  "invitation",
  "news",
  "asks",
] as const;
export type MailNature = (typeof mailNatures)[number];

export const stances = [
  "accept",
  "decline",
  "more-time",
  "propose-time",
  "ask-details",
  "acknowledge",
  "open",
] as const;
export type Stance = (typeof stances)[number];

const lines = byTone(wordings);

/** `[[ about {topic}]]` is kept only if a topic is known; otherwise `((this))` takes its place. */
export const openings = loadSentences("replies/openings.json", z.record(z.enum(mailNatures), lines));

/** An empty closing is left out. */
export const closings = loadSentences(
  "replies/closings.json",
  z.record(z.enum(stances), byTone(z.array(z.string()).min(1))),
);

/** `{task}` is a verb phrase from the answerer's side ("send you the figures"); a bracket is a blank for the user. */
export const requestLines = loadSentences(
  "replies/requests.json",
  z.strictObject({
    answer: z.record(z.enum(["accept", "decline", "more-time", "ask-details", "open"]), lines),
    /** The second and later of several requests with the same answer. */
    also: z.record(z.enum(["accept", "open"]), lines),
    /** For a request that one click may not promise. */
    withheld: lines,
    /** Above three or more requests. */
    list: z.record(z.enum(["accept", "open"]), lines),
    /** For what the writer would like to do. */
    wish: z.record(z.enum(["accept", "decline", "open"]), lines),
  }),
);

export const timeLines = loadSentences(
  "replies/times.json",
  z.record(z.enum(["accept", "decline", "propose-time", "open"]), lines),
);

/** `{question}` is a thing ("the deadline") or an indirect question ("whether I can come"), `{quote}` the question as asked. */
export const questionLines = loadSentences(
  "replies/questions.json",
  z.strictObject({
    blank: z.record(z.enum(["thing", "clause", "quoted"]), lines),
    yes: lines,
    no: lines,
    /** Above two or more questions. */
    list: lines,
    /** The same, if some are demands. */
    points: lines,
  }),
);

const decision = z.record(z.enum(["accept", "decline", "open"]), lines);

export const decisionLines = loadSentences(
  "replies/decisions.json",
  z.strictObject({
    attendance: decision,
    offer: decision,
    details: lines,
    remedy: lines,
    invoice: lines,
    moreTime: byTone(sentence),
    /** Replaces an agreement to money, secrets or access. */
    verify: byTone(sentence),
    verifyLater: byTone(sentence),
    /** Replaces an agreement to a claim or another legal obligation. */
    claim: byTone(sentence),
    claimLater: byTone(sentence),
  }),
);
