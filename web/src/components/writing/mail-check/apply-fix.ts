import type { Fix } from "@intellibox/contract/rules/mail-check/types";
import { parseRecipients } from "@intellibox/contract/rules/recipients";
import { escapeHtml } from "#lib/drafts/draft-html.ts";
import { splitQuoted } from "#lib/mail/outgoing.ts";

export type WrittenMail = { to: string; cc: string; bcc: string; subject: string; html: string };

/** Returns the changes of a fix. They are empty for a fix that the page carries out, such as attaching a file. */
export function changesOf(fix: Fix, mail: WrittenMail): Partial<WrittenMail> {
  switch (fix.type) {
    case "replace":
      return fix.where === "subject"
        ? { subject: mail.subject.replace(fix.from, () => fix.to) }
        : { html: replaceInHtml(mail.html, fix.from, fix.to) };
    case "remove-recipient":
      return inRecipients(mail, (address) => (isSame(address, fix.address) ? [] : [address]));
    case "replace-recipient":
      return inRecipients(mail, (address) => (isSame(address, fix.address) ? [fix.by] : [address]));
    case "answer-sender":
      return { to: fix.address, cc: "", bcc: "" };
    case "add-answer":
      return { html: withAnswer(mail.html, fix.question) };
    default:
      return {};
  }
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function inRecipients(mail: WrittenMail, change: (address: string) => string[]): Partial<WrittenMail> {
  const lines = (["to", "cc", "bcc"] as const).map((line) => {
    const { addresses, invalid } = parseRecipients(mail[line]);
    return [line, [...addresses.flatMap(change), ...invalid].join(", ")] as const;
  });
  return Object.fromEntries(lines.filter(([line, text]) => text !== mail[line]));
}

/** Replaces words of the writer, also if formatting divides them. The quoted original stays as it is. */
export function replaceInHtml(html: string, from: string, to: string): string {
  const { own, quoted, below } = splitQuoted(html);
  const changed = replacedIn(own, from, to);
  if (changed !== own || !below) return changed + quoted + below;
  return own + quoted + replacedIn(below, from, to);
}

function replacedIn(html: string, from: string, to: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const block of blocksOf(body)) if (replaceIn(block, from.replaceAll(/\s+/g, " "), to)) return body.innerHTML;
  return html;
}

/** The innermost blocks: words do not run on from one paragraph to the next. */
const blocksOf = (body: HTMLElement) => {
  const blocks = [...body.querySelectorAll("p, li, h1, h2, h3, h4, td, th, pre, div")].filter(
    (block) => !block.querySelector("p, li, h1, h2, h3, h4, td, th, pre, div"),
  );
  return blocks.length > 0 ? blocks : [body];
};

type Place = { node: Text; start: number; end: number };

/** Finds the words in a block (any white space counts as one space, as on the screen) and puts others into their place. */
function replaceIn(block: Element, words: string, others: string): boolean {
  const places: Place[] = [];
  let text = "";
  const walker = block.ownerDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    for (let start = 0; start < node.data.length; start++) {
      const character = node.data.charAt(start);
      const shown = /\s/.test(character) ? " " : character;
      const last = places.at(-1);
      if (shown === " " && text.endsWith(" ") && last) {
        if (last.node === node) last.end = start + 1;
        continue;
      }
      text += shown;
      places.push({ node, start, end: start + 1 });
    }
  }
  const at = text.indexOf(words);
  const first = places[at];
  if (at < 0 || !first) return false;
  const replaced = places.slice(at, at + words.length);
  for (const node of new Set(replaced.map((place) => place.node))) {
    const own = replaced.filter((place) => place.node === node);
    const [start, end] = [own[0]?.start ?? 0, own.at(-1)?.end ?? 0];
    // The new words take the format of the first one.
    node.data = node.data.slice(0, start) + (node === first.node ? others : "") + node.data.slice(end);
  }
  return true;
}

/** Adds a paragraph that begins the answer, above the farewell if there is one. */
function withAnswer(html: string, question: string): string {
  const { own, quoted, below } = splitQuoted(html);
  const words = question.length > 80 ? `${question.slice(0, 79).trimEnd()}…` : question;
  const answer = `<p>${escapeHtml(`“${words}” [your answer]`)}</p>`;
  const { body } = new DOMParser().parseFromString(own, "text/html");
  const farewell = [...body.children].findLast((block) => isFarewell(block.textContent ?? ""));
  if (!farewell) return own + answer + quoted + below;
  farewell.insertAdjacentHTML("beforebegin", answer);
  return body.innerHTML + quoted + below;
}

const isFarewell = (text: string) =>
  text.length < 80 &&
  /^\s*(?:(?:best|kind|warm|many)?\s?(?:regards|wishes|thanks)|best|cheers|sincerely|yours|thank you|mit freundlichen|viele gr[üu]ße|cordialement|saludos|atenciosamente|सादर|धन्यवाद)/i.test(
    text,
  );
