// Fits the request/commitment weights on Parakweet (Apache-2.0) and BC3 (CC BY-SA 3.0) sentences:
//   node server/eval/fit-requests.ts <intent.jsonl>
// Prints the five-fold F1 with whole BC3 threads held out, then writes the weights that are fitted on all rows.
import { writeFileSync } from "node:fs";
import { requestFeatures } from "#engine/actions/request-features.ts";
import { readJsonl } from "./jsonl.ts";
import { bestCut, type Example, f1At, fitLogistic, heldOutScores } from "./logistic.ts";

type Row = { id: string; source: "parakweet" | "bc3"; text: string; label: 0 | 1 };

const file = process.argv[2];
if (!file) throw new Error("usage: fit-requests.ts <intent.jsonl>");
const rows = readJsonl<Row>(file);

const options = {
  epochs: 10,
  l2: 0.003,
  minCount: 3,
  valueOf: (name: string) => (name.startsWith("#") || name === "bias" ? 1 : name.includes(" ") ? 0.1 : 0.2),
};
const examples = rows.map((row): Example & { source: string } => ({
  features: requestFeatures(row.text),
  label: row.label,
  // BC3 is only a quarter of the rows but holds real mail, so it gets more weight.
  weight: row.source === "bc3" ? 2 : 1,
  group: row.source === "bc3" ? row.id.split("-").slice(0, 3).join("-") : row.text.toLowerCase(),
  source: row.source,
}));

// Slightly below 0.5: a missed request costs the reader more than a false one. Both corpora give the same cut.
const threshold = -0.15;
const scored = heldOutScores(examples, options);
for (const source of ["parakweet", "bc3"]) {
  const part = scored.filter((row) => row.source === source);
  console.log(source, "held-out F1", f1At(part, threshold).toFixed(3), "best cut", JSON.stringify(bestCut(part)));
}

const fitted = fitLogistic(examples, options);
// Smaller weights change no decision, and leaving them out halves the file.
const kept = [...fitted].filter(([, weight]) => Math.abs(weight) >= 0.05).sort(([a], [b]) => (a < b ? -1 : 1));
const model = {
  about: "Request and commitment sentences: weights of a logistic regression, written by server/eval/fit-requests.ts",
  source: "Parakweet email intent data set; BC3 email corpus (Ulrich, Murray, Carenini, UBC)",
  licence: "Parakweet: Apache-2.0; BC3: CC BY-SA 3.0",
  threshold,
  weights: Object.fromEntries(kept.map(([name, weight]) => [name, Number(weight.toFixed(3))])),
};
const target = new URL("../src/engine/actions/request-weights.json", import.meta.url);
writeFileSync(target, `${JSON.stringify(model)}\n`);
console.log(kept.length, "weights written");
