import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, text, wholeNumber } from "../fields.ts";
import { maxInstructionCharacters, maxRewrittenCharacters, rewriteKinds, targetLanguages } from "../rules/rewriting.ts";
import { t } from "../text/t.ts";
import { written } from "./assistant.ts";

const language = z.enum(targetLanguages, { error: () => t("Language is not one that can be translated to") });

const generating = { ...personal, method: "POST", streams: true, perMinute: 60 } as const;

export const rewriting = {
  rewrite: endpoint({
    ...generating,
    path: "/rewrite/generate",
    summary:
      "Rewrite the user's own text: shorter, longer, friendlier, more formal, corrected, translated, or as they say",
    body: z
      .strictObject({
        /** Plain text. Paragraphs are separated by an empty line, list items begin with "- " or a number. */
        text: text(t("Text"), maxRewrittenCharacters).refine((value) => value.trim() !== "", {
          error: () => t("There is no text to rewrite"),
        }),
        kind: z.enum(rewriteKinds, { error: () => t("Choose how the text is rewritten") }),
        /** For `own`: what to change, in the user's words. */
        instruction: text(t("Instruction"), maxInstructionCharacters).default(""),
        /** For `translate`. */
        language: language.optional(),
        /** Incremented by Regenerate, to get another wording. */
        variant: wholeNumber(t("Variant"), 0, 1000).default(0),
      })
      .refine(({ kind, instruction }) => kind !== "own" || instruction.trim() !== "", {
        path: ["instruction"],
        error: () => t("Say how to rewrite the text"),
      })
      .refine((form) => form.kind !== "translate" || form.language !== undefined, {
        path: ["language"],
        error: () => t("Choose a language"),
      }),
    /** The text is the given one if there is nothing to change. */
    response: written.extend({ text: z.string() }),
  }),
  translateMessage: endpoint({
    ...generating,
    path: "/mail/messages/{id}/translate",
    summary: "Translate the text of a message",
    params: byId,
    body: z.strictObject({ language }),
    response: written.extend({
      /** Plain text. */
      text: z.string(),
      /** The rest of a long message was not translated. */
      isPartial: z.boolean(),
    }),
  }),
};
