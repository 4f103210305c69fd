/** How a text can be rewritten. `own` follows the user's own words. */
export const rewriteKinds = ["shorter", "longer", "friendlier", "formal", "grammar", "translate", "own"] as const;
export type RewriteKind = (typeof rewriteKinds)[number];

const modelKinds: readonly RewriteKind[] = ["longer", "translate", "own"];

/** True if the built-in engine cannot do it. */
export const needsModel = (kind: RewriteKind) => modelKinds.includes(kind);

/** A longer text is rewritten in pieces: a model's answer is bounded. */
export const maxRewrittenCharacters = 12_000;
export const maxInstructionCharacters = 1_000;

/** The languages that a text can be translated to, by their codes. `Intl.DisplayNames` has their names. */
export const targetLanguages = [
  ...["en", "hi", "ar", "bn", "cs", "da", "de", "el", "es", "fa", "fi", "fr", "gu", "he", "hu", "id", "it", "ja"],
  ...["kn", "ko", "ml", "mr", "ms", "nl", "no", "pa", "pl", "pt", "ro", "ru", "sv", "sw", "ta", "te", "th", "tr"],
  ...["uk", "ur", "vi", "zh"],
] as const;
export type TargetLanguage = (typeof targetLanguages)[number];

export const isTargetLanguage = (value: unknown): value is TargetLanguage =>
  (targetLanguages as readonly unknown[]).includes(value);
