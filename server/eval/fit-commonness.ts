// Counts the sentences of Parakweet (Apache-2.0) and BC3 (CC BY-SA 3.0) that hold each word stem, so that the subject line
// can prefer words that are rare in mail:
//   node server/eval/fit-commonness.ts <intent.jsonl>
import { writeFileSync } from "node:fs";
import { contentStems } from "#engine/text/words.ts";
import { readJsonl } from "./jsonl.ts";

const file = process.argv[2];
if (!file) throw new Error("usage: fit-commonness.ts <intent.jsonl>");
const rows = readJsonl<{ text: string }>(file);
const counts = new Map<string, number>();
for (const { text } of rows)
  for (const stemmed of new Set(contentStems(text))) counts.set(stemmed, (counts.get(stemmed) ?? 0) + 1);
const kept = [...counts]
  .filter(([stemmed, count]) => count >= 6 && /^[a-z'-]+$/.test(stemmed))
  .sort((a, b) => b[1] - a[1]);
const model = {
  about: "In how many of the sentences a stem occurs, written by server/eval/fit-commonness.ts",
  source: "Parakweet email intent data set; BC3 email corpus (Ulrich, Murray, Carenini, UBC)",
  licence: "Parakweet: Apache-2.0; BC3: CC BY-SA 3.0",
  sentences: rows.length,
  counts: Object.fromEntries(kept),
};
writeFileSync(new URL("../src/engine/subjects/commonness.json", import.meta.url), `${JSON.stringify(model)}\n`);
console.log(kept.length, "stems written");
