import type { Voice } from "@intellibox/contract/endpoints/voices";
import {
  type EmojiUse,
  editedVoice,
  emptyFacts,
  type Formality,
  isShortWriter,
  nameMark,
  type RecipientKind,
  type VoiceEdits,
  type VoiceFacts,
  type VoiceFrame,
  voiceLanguages,
} from "@intellibox/contract/rules/voice";
import { t } from "@intellibox/contract/text/t";
import { formatLocale } from "@intellibox/contract/text/translator";
import { listed, percent } from "#lib/format.ts";

/** How a trait is edited, with its value. */
export type TraitValue =
  | { as: "greeting" | "signOff" | "signsAs"; text: string }
  | { as: "words"; count: number }
  | { as: "formality"; choice: Formality }
  | { as: "emoji"; choice: EmojiUse }
  | { as: "phrases"; list: string[] };

export type VoiceTrait = {
  id: string;
  sentence: string;
  state: "learned" | "edited" | "left out";
  /** The value of the trait; the learned one if the trait is left out. */
  value: TraitValue;
  /** The edits with another value, null to leave it out, or undefined to use what was learned. */
  change: (value: TraitValue | null | undefined) => VoiceEdits;
};

/** A name in angle brackets, as people read a placeholder. */
const shownName = (text: string) => text.replace(nameMark, `<${t("name")}>`);

const greets: Record<RecipientKind, (greeting: string) => string> = {
  any: (greeting) => t("You greet people with “{greeting}”.", { greeting }),
  colleague: (greeting) => t("You greet colleagues with “{greeting}”.", { greeting }),
  known: (greeting) => t("You greet people outside whom you know well with “{greeting}”.", { greeting }),
  new: (greeting) => t("You greet people whom you seldom write to with “{greeting}”.", { greeting }),
  several: (greeting) => t("You greet several people with “{greeting}”.", { greeting }),
};
const greetsNobody: Record<RecipientKind, string> = {
  any: t("You write without a greeting."),
  colleague: t("You write to colleagues without a greeting."),
  known: t("You write to people outside whom you know well without a greeting."),
  new: t("You write to people whom you seldom write to without a greeting."),
  several: t("You write to several people without a greeting."),
};
const closes: Record<RecipientKind, (signOff: string) => string> = {
  any: (signOff) => t("You close with “{signOff}”.", { signOff }),
  colleague: (signOff) => t("You close mail to colleagues with “{signOff}”.", { signOff }),
  known: (signOff) => t("You close mail to people outside whom you know well with “{signOff}”.", { signOff }),
  new: (signOff) => t("You close mail to people whom you seldom write to with “{signOff}”.", { signOff }),
  several: (signOff) => t("You close mail to several people with “{signOff}”.", { signOff }),
};
const closesWithout: Record<RecipientKind, string> = {
  any: t("You write no closing phrase."),
  colleague: t("You write no closing phrase to colleagues."),
  known: t("You write no closing phrase to people outside whom you know well."),
  new: t("You write no closing phrase to people whom you seldom write to."),
  several: t("You write no closing phrase to several people."),
};
export const formalityWords: Record<Formality, string> = {
  formal: t("Your style is formal."),
  neutral: t("Your style is neither formal nor casual."),
  casual: t("Your style is casual."),
};

function lengthWords(words: number) {
  const count = String(words);
  if (isShortWriter({ words })) return t("Your mails are short: about {count} words.", { count });
  return words < 130
    ? t("Your mails are of medium length: about {count} words.", { count })
    : t("Your mails are long: about {count} words.", { count });
}

export const emojiWords = (use: EmojiUse, favourites: string[] = []) => {
  if (use === "never") return t("You use no emoji.");
  const list = favourites.join(" ");
  if (use === "seldom") return list ? t("You seldom use emoji: {list}", { list }) : t("You seldom use emoji.");
  return list ? t("You often use emoji: {list}", { list }) : t("You often use emoji.");
};

const languageName = (code: string) =>
  code === "hinglish" ? t("Hinglish") : (new Intl.DisplayNames(formatLocale(), { type: "language" }).of(code) ?? code);

/** "English (80 %) and German (20 %)" */
export const languageList = ({ languages }: Pick<VoiceFacts, "languages">) =>
  listed(languages.map(({ language, share }) => `${languageName(language)} (${percent(share / 100)})`));

/** The learned traits with the user's changes, as sentences. */
export function traitsOf({ facts, edits }: Pick<Voice, "facts" | "edits">): VoiceTrait[] {
  const learned = facts ?? emptyFacts;
  const used = editedVoice(learned, edits);
  const main = learned.languages[0]?.language;
  return [
    ...used.frames.flatMap((frame) => frameTraits(frame, learned, edits, main)),
    ...plainTraits(learned, used, edits),
  ];
}

const stateOf = (edit: unknown): VoiceTrait["state"] =>
  edit === undefined ? "learned" : edit === null ? "left out" : "edited";

function frameTraits(
  frame: VoiceFrame,
  learned: VoiceFacts,
  edits: VoiceEdits,
  main: string | undefined,
): VoiceTrait[] {
  const { kind } = frame;
  const language = voiceLanguages.find((one) => one === frame.language);
  if (!language) return [];
  const isFrame = (one: { kind: string; language: string }) => one.kind === kind && one.language === language;
  const before = learned.frames.find(isFrame);
  const edit = edits.frames?.find(isFrame);
  const others = (edits.frames ?? []).filter((one) => !isFrame(one));
  const trait = (as: "greeting" | "signOff", say: (text: string) => string): VoiceTrait[] => {
    const text = frame[as] ?? before?.[as];
    if (text === undefined) return [];
    const sentence = say(shownName(text));
    return [
      {
        id: `${as} ${kind} ${language}`,
        sentence:
          language === main ? sentence : t("In {language}: {sentence}", { language: languageName(language), sentence }),
        state: stateOf(edit?.[as]),
        value: { as, text },
        change: (value) => {
          const next = { greeting: edit?.greeting, signOff: edit?.signOff };
          next[as] = value && "text" in value ? value.text : (value as null | undefined);
          const isEmpty = next.greeting === undefined && next.signOff === undefined;
          return { ...edits, frames: isEmpty ? others : [...others, { kind, language, ...next }] };
        },
      },
    ];
  };
  return [
    ...trait("greeting", (text) => (text ? greets[kind](text) : greetsNobody[kind])),
    ...trait("signOff", (text) => (text ? closes[kind](text) : closesWithout[kind])),
  ];
}

function plainTraits(learned: VoiceFacts, used: VoiceFacts, edits: VoiceEdits): VoiceTrait[] {
  const traits: VoiceTrait[] = [];
  const add = (
    id: "signsAs" | "words" | "formality" | "emoji" | "phrases",
    sentence: string,
    value: TraitValue,
    stored: (value: TraitValue) => unknown,
  ) =>
    traits.push({
      ...{ id, sentence, value },
      state: stateOf(edits[id]),
      change: (next) => {
        const { [id]: _, ...rest } = edits;
        return next === undefined ? rest : { ...rest, [id]: next && stored(next) };
      },
    });
  const name = used.signsAs ?? learned.signsAs;
  if (name)
    add("signsAs", t("You sign as “{name}”.", { name }), { as: "signsAs", text: name }, (v) => "text" in v && v.text);
  const words = used.words ?? learned.words;
  if (words !== undefined)
    add("words", lengthWords(words), { as: "words", count: words }, (v) => "count" in v && v.count);
  const formality = used.formality ?? learned.formality;
  if (formality)
    add(
      "formality",
      formalityWords[formality],
      { as: "formality", choice: formality },
      (v) => "choice" in v && v.choice,
    );
  const emoji = used.emoji ?? learned.emoji;
  if (emoji)
    add(
      "emoji",
      emojiWords(emoji.use, emoji.favourites),
      { as: "emoji", choice: emoji.use },
      (v) => "choice" in v && v.choice,
    );
  const phrases = used.phrases.length > 0 ? used.phrases : learned.phrases;
  if (phrases.length > 0) {
    const list = phrases.map((phrase) => `“${phrase}”`).join(", ");
    add(
      "phrases",
      t("You like to write {list}.", { list }),
      { as: "phrases", list: phrases },
      (v) => "list" in v && v.list,
    );
  }
  return traits;
}
