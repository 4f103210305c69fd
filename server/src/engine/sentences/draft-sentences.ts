import { z } from "zod";
import { draftKinds } from "../drafts/kinds.ts";
import { byTone, loadFolder, loadSentences, sentence, wordings } from "./load-sentences.ts";

/**
 * The sentences of one kind of mail. `{topic}` is a noun phrase in the user's words ("our proposal"); nothing else is put
 * inside a sentence, so that each reads as it was written.
 */
const kindSentences = z.strictObject({
  subject: z.strictObject({ withTopic: sentence, withoutTopic: sentence }),
  opening: byTone(wordings),
  /** The opening if no topic could be read from the user's words. */
  openingWithoutTopic: byTone(wordings),
  closing: byTone(wordings),
});

export const draftSentences = loadFolder("drafts", draftKinds, kindSentences);

/** Sentences that several kinds share, or that one occasion has for itself. */
export const draftLines = loadSentences(
  "draft-lines.json",
  z.strictObject({
    detailsLead: byTone(sentence),
    noteLead: byTone(sentence),
    mutualIntroduction: byTone(sentence),
    birthday: byTone(sentence),
    recovery: byTone(sentence),
    /** Declines a topic that calls for no thanks: overtime, a price, a change of plan. */
    decline: byTone(sentence),
    /** `{purpose}` begins with "to": "to review the budget". */
    meeting: byTone(sentence),
    /** `{intention}` is a verb phrase: "negotiate the salary". */
    intention: byTone(sentence),
    request: byTone(sentence),
  }),
);
