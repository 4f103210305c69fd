// Learns how a person writes from mail that they sent. Pure: the same mails give the same voice. Runs in a worker thread.

import {
  type EmojiUse,
  minVoiceMails,
  type RecipientKind,
  type VoiceFacts,
  type VoiceFrame,
  voiceLanguages,
} from "@intellibox/contract/rules/voice";
import { languageOf } from "../text/language.ts";
import { formalityFrom, formalityScore } from "./formality-of.ts";
import { type GreetingShape, greetingShape } from "./greeting-shape.ts";
import { type OwnText, ownTextOf, wordCount } from "./own-text.ts";
import { phrasesOf } from "./phrases.ts";
import { recipientKindOf } from "./recipient-kind.ts";

export type SentMail = {
  text: string;
  to: { name: string; address: string }[];
  thread: string;
};

export type VoiceSource = {
  mails: SentMail[];
  writer: { name: string; addresses: string[] };
};

/** `mails` is how many had words of the writer's own. `facts` is absent if they are too few. */
export type LearnedVoice = { mails: number; facts?: VoiceFacts };

/** A greeting, closing or name must be seen this often, in this share of the mails. */
const fewest = 3;
const leastShare = 0.3;
/** To write none is only a habit if most mails have none. */
const noneShare = 0.6;

type ReadMail = OwnText & {
  shape: GreetingShape;
  kind: RecipientKind;
  language: string;
  thread: string;
  words: number;
};

export function learnVoice({ mails, writer }: VoiceSource): LearnedVoice {
  const names = namesIn(mails, writer.name);
  const sent = new Map<string, number>();
  for (const { to } of mails)
    for (const { address } of to) sent.set(address.toLowerCase(), (sent.get(address.toLowerCase()) ?? 0) + 1);
  const read = mails.flatMap((mail): ReadMail[] => {
    const own = ownTextOf(mail.text, writer.name, names);
    if (!own) return [];
    const kind = recipientKindOf({
      to: mail.to.map(({ address }) => address),
      own: writer.addresses,
      sentTo: (address) => sent.get(address) ?? 0,
    });
    const language = languageOf(`${own.greeting}\n${own.text}\n${own.closing}`);
    const shape = greetingShape(own.greeting, names);
    return [{ ...own, shape, kind, language, thread: mail.thread, words: wordCount(own.text) }];
  });
  if (read.length < minVoiceMails) return { mails: read.length };
  return { mails: read.length, facts: factsOf(read, names) };
}

function factsOf(read: ReadMail[], names: ReadonlySet<string>): VoiceFacts {
  const languages = languagesOf(read);
  const signed = typical(read.flatMap(({ name }) => name || []));
  return {
    frames: languages.flatMap(({ language }) =>
      framesOf(
        read.filter((mail) => mail.language === language),
        language,
      ),
    ),
    ...(signed && { signsAs: signed }),
    words: Math.round(median(read.map(({ words }) => words))),
    formality: formalityFrom(median(read.map((mail) => formalityScore(mail, mail.shape)))),
    phrases: phrasesOf(read, names),
    languages,
    emoji: emojiOf(read),
  };
}

/** The frames of one language: for any recipient, and for the kinds that differ from it. */
function framesOf(read: ReadMail[], language: string): VoiceFrame[] {
  const frameOf = (kind: RecipientKind, mails: ReadMail[]): VoiceFrame => ({
    ...{ kind, language },
    greeting: greetingIn(mails, kind === "several"),
    signOff: typical(mails.map(({ closing }) => closing)),
  });
  const any = frameOf(
    "any",
    read.filter(({ kind }) => kind !== "several"),
  );
  const kinds = (["colleague", "known", "new", "several"] as const).map((kind) => {
    const { greeting, signOff } = frameOf(
      kind,
      read.filter((mail) => mail.kind === kind),
    );
    return {
      ...{ kind, language },
      ...(greeting !== undefined && greeting !== any.greeting && { greeting }),
      ...(signOff !== undefined && signOff !== any.signOff && { signOff }),
    };
  });
  return [any, ...kinds]
    .filter((frame) => frame.greeting !== undefined || frame.signOff !== undefined)
    .map(withoutAbsent);
}

const withoutAbsent = (frame: VoiceFrame): VoiceFrame => ({
  ...{ kind: frame.kind, language: frame.language },
  ...(frame.greeting !== undefined && { greeting: frame.greeting }),
  ...(frame.signOff !== undefined && { signOff: frame.signOff }),
});

/** Undefined if most greetings have a title, or no greeting is frequent enough. One reader is not greeted as a group. */
function greetingIn(mails: ReadMail[], mayBeGroup: boolean): string | undefined {
  const greetingOf = ({ shape }: ReadMail) => {
    if (typeof shape === "object") return shape.isGroup && !mayBeGroup ? otherGreeting : shape.pattern;
    return shape === "none" ? "" : otherGreeting;
  };
  const values = mails.map(greetingOf);
  const found = typical(values);
  return found === otherGreeting ? undefined : found;
}
/** A greeting without a pattern: with a title, or in words that are not known. */
const otherGreeting = "\0";

/**
 * The most frequent value in its most frequent spelling. Empty if most are empty; undefined if none is frequent enough.
 */
function typical(values: string[]): string | undefined {
  const empty = values.filter((value) => value === "").length;
  if (empty >= fewest && empty >= values.length * noneShare) return "";
  const counts = new Map<string, Map<string, number>>();
  for (const value of values) {
    if (value === "") continue;
    const spellings = counts.get(keyOf(value)) ?? new Map<string, number>();
    spellings.set(value, (spellings.get(value) ?? 0) + 1);
    counts.set(keyOf(value), spellings);
  }
  const total = (spellings: Map<string, number>) => [...spellings.values()].reduce((sum, count) => sum + count, 0);
  const [best] = [...counts.values()].sort((a, b) => total(b) - total(a));
  if (!best || total(best) < fewest || total(best) < (values.length - empty) * leastShare) return undefined;
  return [...best].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** The same words with other punctuation or capitals are one value. */
const keyOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}{}\0]+/gu, " ")
    .trim();

function languagesOf(read: ReadMail[]): VoiceFacts["languages"] {
  const known = read.filter(({ language }) => (voiceLanguages as readonly string[]).includes(language));
  const counts = new Map<string, number>();
  for (const { language } of known) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= fewest && count >= read.length * 0.05)
    .sort((a, b) => b[1] - a[1])
    .map(([language, count]) => ({ language, share: Math.round((count / read.length) * 100) }));
}

const emoji =
  /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D\p{Extended_Pictographic})*|(?<!\S)[:;]-?[)D](?!\S)/gu;
/** Signs that Unicode counts as pictures, but writers do not. */
const noEmoji = new Set(["©", "®", "™", "↔", "▪", "▶", "☎", "✓", "✔", "✔️", "☎️"]);

function emojiOf(read: ReadMail[]): VoiceFacts["emoji"] {
  const counts = new Map<string, number>();
  let mails = 0;
  for (const { greeting, text, closing } of read) {
    const found = new Set((`${greeting}\n${text}\n${closing}`.match(emoji) ?? []).filter((one) => !noEmoji.has(one)));
    if (found.size > 0) mails += 1;
    for (const one of found) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const use: EmojiUse = mails === 0 ? "never" : mails < read.length * 0.2 ? "seldom" : "often";
  const favourites = [...counts]
    .filter(([, count]) => count >= 2)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 3)
    .map(([one]) => one);
  return { use, favourites };
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.round((((sorted[middle - 1] ?? upper) + upper) / 2) * 2) / 2;
}

/** The words of the names of all readers and of the writer, in small letters. */
function namesIn(mails: SentMail[], writer: string): Set<string> {
  const names = new Set<string>();
  const add = (text: string) => {
    for (const word of text.toLowerCase().match(/\p{L}[\p{L}\p{M}'’-]+/gu) ?? [])
      if (!commonWords.has(word)) names.add(word);
  };
  add(writer);
  for (const { to } of mails)
    for (const { name, address } of to) {
      add(name.includes("@") ? "" : name);
      add(address.slice(0, address.indexOf("@")).replaceAll(/[._+\d-]+/g, " "));
    }
  return names;
}

/** Words of addresses such as "info@" and "hello@" are no names. */
const commonWords = new Set(
  "info hello hi team office sales support contact admin service help mail all news hr jobs me you the and for kontakt post".split(
    " ",
  ),
);
