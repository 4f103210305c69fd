// Mail is untrusted input. A prompt holds it inside a fence with an unpredictable boundary, and without text that is invisible to a reader.
import { randomBytes } from "node:crypto";
import type { warning } from "@intellibox/contract/endpoints/assistant";
import { tagText, visibleCharacters, visibleTextOf } from "@intellibox/contract/html/visible";
import { maxReadCharacters } from "@intellibox/contract/rules/limits";
import type { z } from "zod";
import { sheetStyle } from "#lib/html/sheet-style.ts";
import { unseenText } from "./disguises.ts";
import { suspectSentences } from "./suspect-sentences.ts";
import { withoutSuspects } from "./without-suspects.ts";

/** About the mail that was read, or about the answer (answers/check-answer.ts). */
export type Warning = z.infer<typeof warning>;

export type Untrusted = {
  /** The visible text. */
  text: string;
  /** The visible text without the sentences that give the assistant orders; absent if there are none. */
  safeText?: string;
  warnings: Warning[];
};

/** The text for the prompts of a company that leaves suspicious sentences out. */
export const safeTextOf = ({ text, safeText }: Untrusted) => safeText ?? text;

const maxWarnings = 5;

/** The visible text of a mail, with warnings about hidden text and about sentences that give the assistant orders. */
export function readUntrusted(given: string): Untrusted {
  // The end is cut off: the newest part of a mail is its beginning.
  const cut = given.slice(0, maxReadCharacters);
  const { visible, hidden } = looksLikeHtml(cut)
    ? visibleTextOf(cut, sheetStyle(cut))
    : { visible: visibleCharacters(cut), hidden: tagText(cut) };
  const unseen = looksLikeHtml(cut) ? unseenText(cut) : "";
  const visibleOrders = suspectSentences(visible);
  const instructions = [...visibleOrders, ...suspectSentences(hidden), ...suspectSentences(unseen)];
  const warnings: Warning[] = [...new Set(instructions)].map((text) => ({
    kind: "instructions",
    text: shortened(text),
  }));
  if (hidden.trim().length > 20 && warnings.length === 0 && !isPreheader(hidden, visible)) {
    warnings.push({ kind: "hidden-text", text: shortened(hidden) });
  }
  return {
    text: visible,
    ...(visibleOrders.length > 0 && { safeText: withoutSuspects(visible) }),
    warnings: warnings.slice(0, maxWarnings),
  };
}

export const readAllUntrusted = (bodies: string[]): Untrusted[] => bodies.map(readUntrusted);

/** Each call makes a new random boundary, so that the text inside cannot contain it and close the fence. */
export function fence(label: string, text: string) {
  const boundary = randomBytes(9).toString("base64url");
  return `<${label} boundary="${boundary}">\n${text}\n</${label} boundary="${boundary}">`;
}

const looksLikeHtml = (text: string) =>
  /<(?:!--|\/?(?:a|b|body|br|div|font|html|i|img|li|p|span|style|table|td|tr|ul)\b)[^>]*>/i.test(text);

/** A preheader: the hidden line of a newsletter that mailbox lists show. It repeats or announces the visible text. */
const isPreheader = (hidden: string, visible: string) =>
  hidden.length < 300 || visible.includes(hidden.trim().slice(0, 40));

const shortened = (text: string) =>
  (text.length > 240 ? `${text.slice(0, 239)}…` : text).replaceAll(/\s+/g, " ").trim();
