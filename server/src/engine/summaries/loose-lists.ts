import type { MailBlock } from "../mail/lists.ts";
import { sentencesOf } from "../text/sentences.ts";

// An entry is shorter than a paragraph: a field with its value, an option with its price, a date.
const mostWords = 22;
const labelled = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} .°/'’()-]{0,32}\s?[:：]\s\S/u;
const isOpenEnded = (text: string) => !/[.!?。！？।][)"'”’]*$/.test(text);

/**
 * Lines without marks that belong together are a list too: the fields of a receipt, options under "we could do the
 * following:", the rows of an account.
 */
export function withLooseLists(blocks: MailBlock[]): MailBlock[] {
  const read: MailBlock[] = [];
  for (let i = 0; i < blocks.length; ) {
    const lead = leadOf(read.at(-1));
    const items: string[] = [];
    while (isEntry(blocks[i + items.length], lead !== "")) items.push(textOf(blocks[i + items.length]));
    const isList = items.length >= 2 && (lead !== "" || areFields(items));
    const block = blocks[i];
    if (isList) {
      if (lead) dropLead(read, lead);
      read.push({ kind: "list", lead: lead.replace(/\s*[:：]\s*$/, ""), items });
      i += items.length;
    } else {
      if (block) read.push(block);
      i++;
    }
  }
  return read;
}

const textOf = (block: MailBlock | undefined) => (block?.kind === "text" ? block.text.replace(/\s+/g, " ").trim() : "");

function isEntry(block: MailBlock | undefined, isLed: boolean): boolean {
  const text = textOf(block);
  if (!text || text.split(" ").length > mostWords || /[?？:：,]$/.test(text)) return false;
  if (sentencesOf(text).length > 1 && !labelled.test(text)) return false;
  if (isOpenEnded(text)) return labelled.test(text) || /\d/.test(text) || isLed || isRow(block);
  return isLed && labelled.test(text);
}

/** "Delivery        free": two cells. */
const isRow = (block: MailBlock | undefined) => block?.kind === "text" && /\S(?:\t| {2,})\S/.test(block.text);

/** Without a line that announces them, only fields and amounts are a list, not the lines of an address. */
const areFields = (items: string[]) =>
  items.every((item) => labelled.test(item)) ||
  (items.length >= 3 && items.filter((item) => labelled.test(item) || /\d/.test(item)).length * 3 >= items.length * 2);

function leadOf(block: MailBlock | undefined): string {
  const text = textOf(block);
  return /[:：]$/.test(text) ? (sentencesOf(text).at(-1) ?? "") : "";
}

function dropLead(read: MailBlock[], lead: string): void {
  const last = read.pop();
  const before = textOf(last).slice(0, -lead.length).trim();
  if (before) read.push({ kind: "text", text: before });
}
