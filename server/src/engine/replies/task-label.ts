import { capitalize } from "../text/words.ts";
import { reflect } from "./reflect.ts";

const longest = 32;

/** "send me a written method statement for replacing the anchors" → "Send the written method statement". */
export function taskLabel(task: string): string | undefined {
  const plain = task
    .replace(/\([^)]*\)/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(\p{L}+) (?:me|us|him|her|them) (?=\S)/u, "$1 ")
    .replace(/^(\p{L}+) (?:a|an) /u, "$1 the ")
    .replace(
      /\b(?:an?|the|your) (?:(?:signed |short |quick )?(?:copy|copies|scan|photo)) of (?=(?:the|your|my|our|an?)\b)/i,
      "",
    )
    .replace(/,?\s+(?:to|for|with) (?:me|us)(?= (?:by|before|until|today|tomorrow|on)\b|$)/i, "")
    .replace(/^(send|share|forward) (?=(?:corrections|comments|feedback|thoughts|ideas|suggestions)\b)/i, "$1 the ");
  const own = reflect(plain);
  if (!own || /^(?:make sure|ensure|see to it)\b/i.test(own)) return undefined;
  if (own.length <= longest) return capitalize(own);
  const words = own.split(" ");
  let label = "";
  for (const [i, word] of words.entries()) {
    const next = label ? `${label} ${word}` : word;
    if (next.replace(/[,;:]$/, "").length > longest) break;
    label = next;
    // The shortest phrase with an object that ends before a preposition or a clause is best.
    const after = words[i + 1] ?? "";
    if (i >= 2 && beginsTail.test(after) && own.length > longest) break;
  }
  label = label
    .replace(
      /(?:\s+(?:the|a|an|of|for|to|in|on|at|by|with|and|or|from|my|your|that|which|before|all|any|you|I|we|he|she|they|it))+$/i,
      "",
    )
    .replace(/[\s,;:]+$/, "");
  return label.split(" ").length >= 2 ? capitalize(label) : undefined;
}

const beginsTail = /^(?:for|from|on|in|at|by|before|until|with|because|so|that|which|who|when|if|and|or|to|as|after)$/i;
