import { type Tone, tones } from "@intellibox/contract/rules/choices";
import { textEntry } from "../storage.ts";

const entry = textEntry("intellibox.tone");

/** The tone that the user's profile has, as it was read last on this device. New drafts begin with it. */
export const usualTone = (): Tone => tones.find((tone) => tone === entry.read()) ?? "professional";

export const rememberTone = (tone: Tone) => entry.write(tone);
