import { maxReadCharacters } from "@intellibox/contract/rules/limits";
import { splitThread, type ThreadMessage } from "@intellibox/contract/rules/split-thread";

/** What is to be summarized: the text in sight, the files whose text stands in it, and text better not shown. */
export type Material = { text: string; names: readonly string[]; hidden: readonly HiddenText[] };
export type HiddenText = { name: string; text: string };

/** The line above the text of a file; the server puts the same above files within a mail. */
const markOf = (name: string) => `--- ${name} ---`;

export const withFile = (text: string, name: string, content: string) =>
  `${text.trimEnd()}${text.trim() === "" ? "" : "\n\n"}${markOf(name)}\n${content}\n`;

/** Takes the text of a file out again; text that was edited since is the user's own and stays. */
export function withoutFile(text: string, name: string, content: string): string {
  const block = `${markOf(name)}\n${content}`;
  const at = text.indexOf(block);
  if (at < 0) return text;
  const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at + block.length).trimStart()];
  return [before, after].filter(Boolean).join("\n\n");
}

/** The conversation in all of it. What a file says without naming a sender is said by the file. */
export function threadOf({ text, names, hidden }: Material): ThreadMessage[] {
  const shown = sectionsOf(text, names).flatMap(({ name, lines }) =>
    splitThread(lines.join("\n")).map((message) => ({ ...message, from: message.from || name })),
  );
  return [...shown, ...hidden.map((file) => ({ from: file.name, to: "", at: null, body: file.text }))];
}

function sectionsOf(text: string, names: readonly string[]) {
  const marks = new Map(names.map((name) => [markOf(name), name]));
  const sections = [{ name: "", lines: [] as string[] }];
  for (const line of text.split("\n")) {
    const name = line.startsWith("--- ") ? marks.get(line.trimEnd()) : undefined;
    if (name !== undefined) sections.push({ name, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

/** More than this is more than any model reads at once, and than one call carries. */
const maxMessages = 2000;
const maxCharacters = 1_200_000;

/** A thread within the bounds of the call; `isCut` where something of it is left out. */
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

/** A name for the list: the subject where there is one, else the first words of the summary. */
export function titleOf(text: string, summary: readonly string[]): string {
  const subject =
    /^[ \t>]*\*{0,2}(?:subject|betreff|objet|asunto|oggetto|onderwerp|assunto|विषय)\*{0,2}[ \t]*:[ \t]*(.{1,300})$/imu;
  const title = subject.exec(text.slice(0, 100_000))?.[1] || summary[0] || "Summary";
  return (
    title
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim()
      .slice(0, 160) || "Summary"
  );
}
