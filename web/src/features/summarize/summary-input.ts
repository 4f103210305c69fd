import { maxReadCharacters } from "@intellibox/contract/rules/limits";
import { splitThread, type ThreadMessage } from "@intellibox/contract/rules/split-thread";
import { t } from "@intellibox/contract/text/t";

/** The input of a summary: the text in the box, the names of the files whose text it contains, and text that is not shown. */
export type SummaryInput = { text: string; names: readonly string[]; hidden: readonly HiddenText[] };
export type HiddenText = { name: string; text: string };

/** The heading above the text of a file. The server puts the same above the attachments of a mail. */
const headingOf = (name: string) => `--- ${name} ---`;

export const withFile = (text: string, name: string, content: string) =>
  `${text.trimEnd()}${text.trim() === "" ? "" : "\n\n"}${headingOf(name)}\n${content}\n`;

/** Removes the text of a file. Text that the user has edited stays. */
export function withoutFile(text: string, name: string, content: string): string {
  const block = `${headingOf(name)}\n${content}`;
  const at = text.indexOf(block);
  if (at < 0) return text;
  const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at + block.length).trimStart()];
  return [before, after].filter(Boolean).join("\n\n");
}

/** Splits the input into messages. A file's text without a sender gets the file's name as its sender. */
export function threadOf({ text, names, hidden }: SummaryInput): ThreadMessage[] {
  const shown = sectionsOf(text, names).flatMap(({ name, lines }) =>
    splitThread(lines.join("\n")).map((message) => ({ ...message, from: message.from || name })),
  );
  return [...shown, ...hidden.map((file) => ({ from: file.name, to: "", at: null, body: file.text }))];
}

function sectionsOf(text: string, names: readonly string[]) {
  const headings = new Map(names.map((name) => [headingOf(name), name]));
  const sections = [{ name: "", lines: [] as string[] }];
  for (const line of text.split("\n")) {
    const name = line.startsWith("--- ") ? headings.get(line.trimEnd()) : undefined;
    if (name !== undefined) sections.push({ name, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

/** The limits of the call. They are above what any model reads at once. */
const maxMessages = 2000;
const maxCharacters = 1_200_000;

/** Cuts a thread to the limits of the call. `isCut` is true if anything was left out. */
export function bounded(thread: readonly ThreadMessage[]): { thread: ThreadMessage[]; isCut: boolean } {
  let left = maxCharacters;
  let isCut = thread.length > maxMessages;
  const kept = thread.slice(0, maxMessages).map(({ from, to, at, body }) => {
    const part = body.slice(0, Math.min(maxReadCharacters, left));
    left -= part.length;
    isCut ||= part.length < body.length;
    return { from: from.slice(0, 1000), to: to.slice(0, 10_000), at: at?.slice(0, 200) ?? null, body: part };
  });
  return { thread: kept, isCut };
}

/** The title of a summary: the subject, otherwise its first point. */
export function titleOf(text: string, summary: readonly string[]): string {
  const subject =
    /^[ \t>]*\*{0,2}(?:subject|betreff|objet|asunto|oggetto|onderwerp|assunto|विषय)\*{0,2}[ \t]*:[ \t]*(.{1,300})$/imu;
  const title = subject.exec(text.slice(0, 100_000))?.[1] || summary[0] || t("Summary");
  return (
    title
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim()
      .slice(0, 160) || t("Summary")
  );
}
