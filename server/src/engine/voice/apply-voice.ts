import type { Tone } from "@intellibox/contract/rules/choices";
import {
  frameFor,
  isShortWriter,
  nameMark,
  type RecipientKind,
  type VoiceFacts,
} from "@intellibox/contract/rules/voice";
import { genderOf } from "../intents/gender.ts";

/** How the user writes to the reader of a mail. */
export type WritersVoice = { traits: VoiceFacts; kind: RecipientKind };

type Voiced = { voice?: WritersVoice | undefined; tone: Tone; sender?: string | undefined };

export type AppliedVoice = {
  /** The tone that was chosen; for the default tone, the one that fits the user's formality. */
  tone: Tone;
  /** The user writes short mails: sentences that only fill are left out. */
  isShort: boolean;
  /** The user's greeting of this reader, or the engine's own if there is none that fits. */
  greeting(name: string, own: string): string;
  /** The user's closing phrase, or the engine's own. */
  signOff(own: string): string;
  /** The name below the closing. */
  sender(own: string): string;
  isUsed: boolean;
};

/** Every form starts with it, so nobody may have chosen it. */
const defaultTone: Tone = "professional";

/**
 * The user's voice in a mail. `isPlain` is false for a matter or a wish that asks for a style of its own: a grave matter, a formal or
 * firm text. The user's greeting and closing are then not used, and neither if they contradict the tone that was chosen.
 */
export function applyVoice({ voice, tone, sender }: Voiced, language: string, isPlain = true): AppliedVoice {
  const { traits, kind } = voice ?? { traits: undefined, kind: "any" as const };
  if (!traits || !isPlain || !fits(tone, traits)) return ownStyle(tone);
  const frame = frameFor(traits, kind, language);
  const voiced = tone === defaultTone && traits.formality === "casual" ? "friendly" : tone;
  const isShort = isShortWriter(traits);
  const name = sender ? traits.signsAs : undefined;
  return {
    ...{ tone: voiced, isShort },
    greeting: (reader, own) => greetingOf(frame.greeting, reader) ?? own,
    signOff: (own) => frame.signOff ?? own,
    sender: (own) => name ?? own,
    isUsed:
      frame.greeting !== undefined || frame.signOff !== undefined || name !== undefined || isShort || voiced !== tone,
  };
}

const ownStyle = (tone: Tone): AppliedVoice => ({
  ...{ tone, isShort: false, isUsed: false },
  greeting: (_, own) => own,
  signOff: (own) => own,
  sender: (own) => own,
});

const fits = (tone: Tone, { formality }: VoiceFacts) =>
  tone === defaultTone ||
  tone === "concise" ||
  ((tone === "friendly" || tone === "enthusiastic") && formality !== "formal");

/** Greetings whose form follows the gender of the reader, as `greetingShape` writes them. */
const gendered: Record<string, { he: string; she: string }> = {
  "Liebe(r)": { he: "Lieber", she: "Liebe" },
  "Cher(e)": { he: "Cher", she: "Chère" },
  "Estimado(a)": { he: "Estimado", she: "Estimada" },
  "Querido(a)": { he: "Querido", she: "Querida" },
  "Prezado(a)": { he: "Prezado", she: "Prezada" },
  "Caro(a)": { he: "Caro", she: "Cara" },
};
/** Words that need a name behind them. */
const needsName = /^(?:dear|beste|geachte|gentile|प्रिय|уважаем\S*)$/iu;

/** Undefined if the greeting cannot be said to this reader. */
function greetingOf(pattern: string | undefined, reader: string): string | undefined {
  if (!pattern?.includes(nameMark)) return pattern;
  const [form] = /^\p{L}+\(\p{L}\)/u.exec(pattern) ?? [];
  const forms = form ? gendered[form] : undefined;
  const gender = genderOf(reader);
  if (forms && (!reader || !gender)) return undefined;
  const said = forms && gender ? pattern.replace(form ?? "", forms[gender]) : pattern;
  if (reader) return said.replace(nameMark, () => reader);
  const bare = said.replace(nameMark, "").replace(/\s+(?=\p{P}?$)/u, "");
  const opener = bare.replace(/\P{L}+$/u, "");
  return opener && !needsName.test(opener) ? bare : undefined;
}
