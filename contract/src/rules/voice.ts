// A user's voice: what was learned from their sent mail, and what they changed about it.

/** To whom a mail goes. `any` is for the kinds of which too little is known. */
export const recipientKinds = ["any", "colleague", "known", "new", "several"] as const;
export type RecipientKind = (typeof recipientKinds)[number];

export const formalities = ["formal", "neutral", "casual"] as const;
export type Formality = (typeof formalities)[number];

export const emojiUses = ["never", "seldom", "often"] as const;
export type EmojiUse = (typeof emojiUses)[number];

/** The languages that a voice can have, by the codes of the engine. */
export const voiceLanguages = [
  ...["en", "de", "fr", "es", "it", "pt", "nl", "hi", "hinglish", "ru", "ar", "he", "zh", "ja", "ko"],
] as const;

type VoiceLanguage = (typeof voiceLanguages)[number];

/** The sent mails that are read, newest first. */
export const maxVoiceMails = 300;
/** From fewer mails of the user's own words nothing is learned. */
export const minVoiceMails = 10;
export const maxVoicePhrases = 6;
export const maxPhraseLength = 60;
export const maxFrameLength = 60;
/** Stands for the recipient's name in a greeting. */
export const nameMark = "{name}";

/** How mail to one kind of recipient begins and ends, in one language. Absent is not known; empty is none. */
export type VoiceFrame = {
  kind: RecipientKind;
  language: string;
  /** With `{name}` in the place of the recipient's name. */
  greeting?: string | undefined;
  signOff?: string | undefined;
};

export type VoiceFacts = {
  frames: VoiceFrame[];
  /** The name below the closing. */
  signsAs?: string | undefined;
  /** The median of the words of a mail, without greeting and closing. */
  words?: number | undefined;
  formality?: Formality | undefined;
  phrases: string[];
  /** In hundredths of the mails, the most frequent first. */
  languages: { language: string; share: number }[];
  emoji?: { use: EmojiUse; favourites: string[] } | undefined;
};

/** The user's changes. Null leaves a trait out; an absent trait keeps its learned value. */
export type VoiceEdits = {
  frames?:
    | {
        kind: RecipientKind;
        language: VoiceLanguage;
        greeting?: string | null | undefined;
        signOff?: string | null | undefined;
      }[]
    | undefined;
  signsAs?: string | null | undefined;
  words?: number | null | undefined;
  formality?: Formality | null | undefined;
  phrases?: string[] | null | undefined;
  emoji?: EmojiUse | null | undefined;
};

export const emptyFacts: VoiceFacts = { frames: [], phrases: [], languages: [] };

/** The edited trait, or the learned one. */
const edited = <Trait>(edit: Trait | null | undefined, learned: Trait | undefined) =>
  edit === undefined ? learned : (edit ?? undefined);

/** The voice that is used: what was learned, with the user's edits. */
export function editedVoice(facts: VoiceFacts, edits: VoiceEdits): VoiceFacts {
  const editOf = ({ kind, language }: VoiceFrame) =>
    edits.frames?.find((edit) => edit.kind === kind && edit.language === language);
  // An edit survives if its frame is not learned again.
  const added = (edits.frames ?? []).filter(
    ({ kind, language }) => !facts.frames.some((frame) => frame.kind === kind && frame.language === language),
  );
  const learned = [...facts.frames, ...added.map(({ kind, language }): VoiceFrame => ({ kind, language }))];
  const use = edited(edits.emoji, facts.emoji?.use);
  return {
    frames: learned.map((frame) => {
      const edit = editOf(frame);
      return {
        ...{ kind: frame.kind, language: frame.language },
        greeting: edited(edit?.greeting, frame.greeting),
        signOff: edited(edit?.signOff, frame.signOff),
      };
    }),
    signsAs: edited(edits.signsAs, facts.signsAs),
    words: edited(edits.words, facts.words),
    formality: edited(edits.formality, facts.formality),
    phrases: edited(edits.phrases, facts.phrases) ?? [],
    languages: facts.languages,
    emoji: use && { use, favourites: use === "never" ? [] : (facts.emoji?.favourites ?? []) },
  };
}

/** The greeting and closing for a kind of recipient in a language; that of any recipient for what is not known of the kind. */
export function frameFor(
  voice: VoiceFacts,
  kind: RecipientKind,
  language: string,
): Pick<VoiceFrame, "greeting" | "signOff"> {
  const of = (one: RecipientKind) => voice.frames.find((frame) => frame.kind === one && frame.language === language);
  const [own, any] = [of(kind), of("any")];
  return { greeting: own?.greeting ?? any?.greeting, signOff: own?.signOff ?? any?.signOff };
}

/** Shorter mail has no sentences that only fill. */
export const isShortWriter = ({ words }: Pick<VoiceFacts, "words">) => words !== undefined && words < 45;
