import { CFB } from "@e965/xlsx";
import { Fault, type Reader } from "./content.ts";
import { readStories } from "./word-binary.ts";

export const readDoc: Reader = async (bytes) => {
  const container = CFB.read(bytes, { type: "buffer" });
  const stream = (name: string): Buffer => {
    const content = CFB.find(container, name)?.content;
    if (!content || content.length < 32) throw new Fault("corrupt", `No stream ${name}`);
    return Buffer.from(content);
  };
  const texts = readStories(stream("WordDocument"), stream).map(({ text }) => cleaned(withoutFields(text)).trim());
  return { kind: "doc", pieces: [texts.filter((text) => text !== "").join("\n\n")], truncated: false };
};

const fieldBegin = "\x13";
const fieldSeparator = "\x14";
const fieldEnd = "\x15";
const fieldMarks = new RegExp(`([${fieldBegin}${fieldSeparator}${fieldEnd}])`);

/** A field is "begin instruction separator result end", nested at will: only results are text. */
function withoutFields(text: string): string {
  const out: string[] = [];
  const instructions: string[][] = [];
  for (const part of text.split(fieldMarks)) {
    const inner = instructions.at(-1);
    if (part === fieldBegin) instructions.push([]);
    else if (part === fieldSeparator) instructions.pop();
    else if (part === fieldEnd) {
      // Without a result it is only an instruction; the one for a phonetic guide holds words after all.
      if (inner) (instructions.at(-2) ?? out).push(rubyOf(instructions.pop()?.join("") ?? ""));
    } else (inner ?? out).push(part);
  }
  return out.join("");
}

/** EQ \\o(\\s\\up 9(reading),word): the word itself. */
function rubyOf(instruction: string): string {
  if (!/^\s*EQ\b/i.test(instruction)) return "";
  return /,([^,()]{1,100})\)\s*$/.exec(instruction.slice(-200))?.[1] ?? "";
}

/** Word's own marks for cells, line and page breaks and hyphens; anchors of notes and pictures go. */
const marks: Record<string, string> = {
  "\t": "\t",
  "\n": "\n",
  "\r": "\n",
  "\x07": "\t",
  "\x0b": "\n",
  "\x0c": "\n",
  "\x0e": "\n",
  "\x1e": "-",
};
const cleaned = (text: string) => text.replace(/\p{Cc}/gu, (mark) => marks[mark] ?? "");
