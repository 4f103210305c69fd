import { z } from "zod";
import { loadFolder, sentence } from "./load-sentences.ts";

/** The languages besides English in which the engine understands a mail well enough to answer it by stance. */
export const repliedLanguages = ["de", "fr", "es", "pt", "hi", "hinglish"] as const;
export type RepliedLanguage = (typeof repliedLanguages)[number];

const record = <const Keys extends readonly [string, ...string[]]>(keys: Keys) => z.record(z.enum(keys), sentence);

/** `{quote}` is a sentence of the mail, `{when}` the time that it proposes. */
export const foreignReplies = loadFolder(
  "replies/languages",
  repliedLanguages,
  z.strictObject({
    named: sentence,
    nameless: sentence,
    casualNamed: sentence,
    casualNameless: sentence,
    /** "received" thanks for nothing: a claim, or a mail that may be forged. */
    opening: record(["asks", "news", "thanks", "complaint", "invitation", "illness", "loss", "sympathy", "received"]),
    /** Formal words and their counterparts for a writer who is on first-name terms, tried in order. */
    informal: z.record(sentence, sentence),
    question: sentence,
    request: record(["accept", "decline", "open"]),
    time: record(["accept", "decline", "propose-time", "open"]),
    /** Refuses all of several offered times. */
    noneOfThese: sentence,
    attendance: record(["accept", "decline", "open"]),
    moreTime: sentence,
    declined: sentence,
    verify: sentence,
    verifyLater: sentence,
    claim: sentence,
    claimLater: sentence,
    remedy: sentence,
    signOff: record(["formal", "casual"]),
    yourName: sentence,
    yourAnswer: sentence,
    /** Of the one-click answers. */
    labels: record([
      "confirm",
      "accept",
      "decline",
      "attend",
      "stayAway",
      "otherTime",
      "moreTime",
      "answer",
      "answers",
      "thank",
      "welcome",
      "verify",
      "apologise",
      "reply",
    ]),
  }),
);
