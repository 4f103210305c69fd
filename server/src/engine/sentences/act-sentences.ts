import { tones } from "@intellibox/contract/rules/choices";
import { z } from "zod";
import { byTone, loadSentences, sentence, wordings } from "./load-sentences.ts";

/**
 * The sentence of each act and form ("request.to"). `{x}` is the user's content; `{I}`, `{i}`, `{me}`, `{my}` and `{am}` follow
 * the writer, who speaks as "I" or "we". A tone without wordings of its own uses the plain ones.
 */
export const actSentences = loadSentences(
  "acts.json",
  z.record(
    z.string().regex(/^[a-z-]+\.[a-z]+$/),
    z.strictObject({
      plain: wordings,
      ...Object.fromEntries(tones.slice(1).map((tone) => [tone, wordings.optional()])),
    }),
  ),
) as Record<string, { plain: string[] } & { [Tone in (typeof tones)[number]]?: string[] }>;

/** The last sentence of a mail, by its mood. */
export const moods = ["asks", "informs", "invites", "serious", "regrets", "mourns", "hopes"] as const;
export type Mood = (typeof moods)[number];
export const closingSentences = loadSentences("closings.json", z.record(z.enum(moods), byTone(wordings)));

/** Leads of details in the user's words. */
export const draftLines = loadSentences("draft-lines.json", z.strictObject({ detailsLead: byTone(sentence) }));
