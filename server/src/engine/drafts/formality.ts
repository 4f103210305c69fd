import type { Tone } from "@intellibox/contract/rules/choices";

/** Whether a tone calls for the formal greeting and closing of a language that has both. */
export const isFormal = (tone: Tone) => tone === "professional" || tone === "concise" || tone === "empathetic";
