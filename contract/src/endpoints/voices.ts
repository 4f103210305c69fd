import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { instant, line, requiredLine, wholeNumber } from "../fields.ts";
import {
  emojiUses,
  formalities,
  maxFrameLength,
  maxPhraseLength,
  maxVoicePhrases,
  nameMark,
  recipientKinds,
  voiceLanguages,
} from "../rules/voice.ts";
import { t } from "../text/t.ts";

const kind = z.enum(recipientKinds);

/** "Hi <name>", as the page shows it, "[Name]" and "{{first name}}" stand for the name, too. They are never sent as they are. */
const marksOfName = /\{\{?\s*(?:first\s?)?name\s*\}?\}|<<?\s*(?:first\s?)?name\s*>?>|\[\s*(?:first\s?)?name\s*\]/gi;
const greetingLine = (what: string) =>
  line(what, maxFrameLength).overwrite((given) => given.replaceAll(marksOfName, nameMark));
const maxFrames = recipientKinds.length * voiceLanguages.length;

const facts = z.object({
  frames: z.array(
    z.object({ kind, language: z.string(), greeting: z.string().optional(), signOff: z.string().optional() }),
  ),
  signsAs: z.string().optional(),
  words: z.number().int().optional(),
  formality: z.enum(formalities).optional(),
  phrases: z.array(z.string()),
  languages: z.array(z.object({ language: z.string(), share: z.number() })),
  emoji: z.object({ use: z.enum(emojiUses), favourites: z.array(z.string()) }).optional(),
});

/** The user's changes. Null leaves a trait out; an absent trait keeps its learned value. */
export const voiceEdits = z.strictObject({
  frames: z
    .array(
      z.strictObject({
        kind,
        language: z.enum(voiceLanguages),
        greeting: greetingLine(t("Greeting")).nullish(),
        signOff: line(t("Closing"), maxFrameLength).nullish(),
      }),
    )
    .max(maxFrames, t("Too many greetings"))
    .optional(),
  signsAs: requiredLine(t("Name"), maxFrameLength).nullish(),
  words: wholeNumber(t("Words"), 5, 1000).nullish(),
  formality: z.enum(formalities).nullish(),
  phrases: z
    .array(requiredLine(t("Phrase"), maxPhraseLength))
    .max(maxVoicePhrases, t("At most {max} phrases", { max: String(maxVoicePhrases) }))
    .nullish(),
  emoji: z.enum(emojiUses).nullish(),
});

const voice = z.object({
  isOn: z.boolean(),
  isLearning: z.boolean(),
  /** Null if nothing was learned yet. */
  learnedAt: instant.nullable(),
  /** The mails with own words that were read. */
  mails: z.number().int(),
  facts: facts.nullable(),
  edits: voiceEdits,
});
export type Voice = z.output<typeof voice>;

export const voices = {
  get: endpoint({
    ...personal,
    method: "GET",
    path: "/voice",
    summary: "Get how the caller writes, as it was learned from their sent mail",
    response: voice,
  }),
  save: endpoint({
    ...personal,
    method: "PUT",
    path: "/voice",
    summary: "Switch the caller's voice on or off, or change what was learned",
    body: z.strictObject({ isOn: z.boolean().optional(), edits: voiceEdits.optional() }),
    response: voice,
  }),
  learn: endpoint({
    ...personal,
    method: "POST",
    path: "/voice/learn",
    summary: "Learn the caller's voice again",
    perMinute: 10,
    response: voice,
  }),
  erase: endpoint({
    ...personal,
    method: "DELETE",
    path: "/voice",
    summary: "Erase the caller's voice, and learn no more until it is switched on",
    response: voice,
  }),
};
