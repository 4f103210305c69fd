/** Prepares a written mail for sending (placeholders, signature), and quotes the original of a reply. */
import { unfilledTokens } from "@intellibox/contract/rules/merge-tokens";
import { draftHtml, escapeHtml } from "../drafts/draft-html.ts";
import { htmlToText, isBlank } from "./html-text.ts";

const quotedStart = /<blockquote[^>]*\bdata-quoted\b[^>]*>/i;
const quotedLook = 'style="margin:0 0 0 .8ex;border-left:2px solid #d4d5dd;padding-left:1ex"';

/** The writer's own text, the quoted original, and the text below it; "" if there is none. */
export function splitQuoted(html: string): { own: string; quoted: string; below: string } {
  // A fast path, because most mails quote nothing and this runs at every keystroke.
  if (!quotedStart.test(html)) return { own: html, quoted: "", below: "" };
  const nodes = [...new DOMParser().parseFromString(html, "text/html").body.children].map((node) => node.outerHTML);
  const at = nodes.findIndex((node) => quotedStart.exec(node)?.index === 0);
  if (at < 0) return { own: html, quoted: "", below: "" };
  return { own: nodes.slice(0, at).join(""), quoted: nodes[at] ?? "", below: nodes.slice(at + 1).join("") };
}

/** The writer's own text, above and below the quoted original. */
export const ownWords = (html: string) => {
  const { own, below } = splitQuoted(html);
  return own + below;
};

/** Appends the quoted original, once. `original` may be text or HTML, which the editor's schema cleans. */
export function withQuoted(html: string, original: string): string {
  const { quoted } = splitQuoted(html);
  if (quoted || !original.trim()) return html;
  // Text may well speak of tags, as in "Anita <anita@example.com> wrote": HTML begins with one.
  const isHtml = /^\s*<(?:!doctype\b|[a-z][a-z0-9]*[\s/>])/i.test(original);
  return `${html || "<p></p>"}<blockquote data-quoted="original" type="cite">${isHtml ? original : draftHtml(original)}</blockquote>`;
}

/** Unfilled placeholders in the writer's own text; those in the quoted original are left alone. */
export const unfilledIn = (subject: string, html: string) => unfilledTokens(subject, htmlToText(ownWords(html)));

type Values = ReadonlyMap<string, string>;

/** Replaces each placeholder by its value. */
export const fillTokens = (text: string, values: Values) =>
  [...values].reduce((filled, [token, value]) => filled.replaceAll(token, () => value), text);

/** Replaces placeholders in a mail's HTML, except in the quoted original. */
export function fillTokensIn(html: string, values: Values): string {
  const { own, quoted, below } = splitQuoted(html);
  const escaped = new Map([...values].map(([token, value]) => [escapeHtml(token), escapeHtml(value)]));
  return fillTokens(own, escaped) + quoted + fillTokens(below, escaped);
}

/** Adds the signature once: above the quote, or below it if the writer continued there. */
export function withSignature(html: string, signatureHtml: string): string {
  const { own, quoted, below } = splitQuoted(html);
  const look = quoted.replace(quotedStart, (tag) => tag.replace(/>$/, ` ${quotedLook}>`));
  const signature = isSigned(own + below, signatureHtml) ? "" : signatureBlock(signatureHtml);
  return isBlank(below) ? own + signature + look : own + look + below + signature;
}

/** The server looks for the same mark before it adds the signature. */
const mark = 'data-intellibox="signature"';
const signatureBlock = (signatureHtml: string) => `<div ${mark}><br>${signatureHtml}</div>`;

export function isSigned(own: string, signatureHtml: string) {
  const signature = squeezed(htmlToText(signatureHtml));
  if (!signature && !/<img\b/i.test(signatureHtml)) return true;
  return own.includes(mark) || (signature !== "" && squeezed(htmlToText(own)).includes(signature));
}

const squeezed = (text: string) => text.replaceAll(/\s+/g, " ").trim();
