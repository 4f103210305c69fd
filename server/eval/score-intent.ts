import { requestScore } from "#engine/actions/requests.ts";
import { f1 } from "./rouge.ts";

export type IntentRow = { id: string; source: string; text: string; label: 0 | 1 };

/** The F1 of recognizing requests and promises, for each source of sentences. */
export function scoreIntents(rows: IntentRow[], isRequest = (text: string) => requestScore(text) >= 0.5) {
  const sources = [...new Set(rows.map(({ source }) => source))];
  return Object.fromEntries(
    sources.map((source) => {
      const part = rows.filter((row) => row.source === source);
      const chosen = part.filter(({ text }) => isRequest(text));
      const hits = chosen.filter(({ label }) => label === 1).length;
      return [source, f1(hits, chosen.length, part.filter(({ label }) => label === 1).length)];
    }),
  );
}

/** The simplest rule, as a baseline: a question mark, "please" or "can you". */
export const ruleOfThumb = (text: string) =>
  /\?\s*$|\bplease\b|\b(?:can|could|would) you\b|\blet me know\b/i.test(text);
