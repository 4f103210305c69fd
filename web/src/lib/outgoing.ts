/** What is done to a written mail on its way out, and to the mail it answers on its way in. */
import { unfilledTokens } from "@intellibox/contract/rules/merge-tokens";
import { draftHtml } from "./draft-html.ts";
import { htmlToText, isBlank } from "./html-text.ts";

const quotedStart = /<blockquote[^>]*\bdata-quoted\b[^>]*>/i;
const quotedLook = 'style="margin:0 0 0 .8ex;border-left:2px solid #d4d5dd;padding-left:1ex"';

/** One's own words, and the quoted original below them ("" where there is none). */
export function splitQuoted(html: string): { own: string; quoted: string } {
  const at = quotedStart.exec(html)?.index ?? html.length;
  return { own: html.slice(0, at), quoted: html.slice(at) };
}

/** Puts the original below, once. `original` may be text or a mail's HTML: the editor keeps only what a mail may hold. */
export function withQuoted(html: string, original: string): string {
  const { own, quoted } = splitQuoted(html);
  if (quoted || !original.trim()) return html;
  const isHtml = /<(?:[a-z][a-z0-9]*)(?:\s[^>]*)?\/?>/i.test(original);
  return `${own || "<p></p>"}<blockquote data-quoted="original" type="cite">${isHtml ? original : draftHtml(original)}</blockquote>`;
}

/** Nothing but a quote is no answer. */
export const isUnwritten = (html: string) => isBlank(splitQuoted(html).own);

/** The placeholders that are left in what one says oneself; in the quoted original they are not ours to fill. */
export const unfilledIn = (subject: string, html: string) => unfilledTokens(subject, htmlToText(splitQuoted(html).own));

/** The mail with its signature: once, below one's own words and above what is quoted. */
export function withSignature(html: string, signatureHtml: string): string {
  const { own, quoted } = splitQuoted(html);
  const look = quoted.replace(quotedStart, (tag) => tag.replace(/>$/, ` ${quotedLook}>`));
  return `${own}${isSigned(own, signatureHtml) ? "" : signatureBlock(signatureHtml)}${look}`;
}

/** The server looks for the same mark before it would add the signature itself. */
const mark = 'data-intellibox="signature"';
const signatureBlock = (signatureHtml: string) => `<div ${mark}><br>${signatureHtml}</div>`;

export function isSigned(own: string, signatureHtml: string) {
  const signature = squeezed(htmlToText(signatureHtml));
  if (!signature && !/<img\b/i.test(signatureHtml)) return true;
  return own.includes(mark) || (signature !== "" && squeezed(htmlToText(own)).includes(signature));
}

const squeezed = (text: string) => text.replaceAll(/\s+/g, " ").trim();
