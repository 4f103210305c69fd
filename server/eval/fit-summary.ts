// Fits the sentence-ranking weights on BC3 threads (CC BY-SA 3.0) by ridge regression on the annotators' votes:
//   node server/eval/fit-summary.ts <summary.jsonl>
// The written weights are fitted on all threads; run.ts --held-out prints the scores with each thread left out in turn.
import { writeFileSync } from "node:fs";
import { readJsonl } from "./jsonl.ts";
import { fitThreads, type SummaryRow } from "./summary-fit.ts";

const file = process.argv[2];
if (!file) throw new Error("usage: fit-summary.ts <summary.jsonl>");
const weights = fitThreads(readJsonl<SummaryRow>(file));
const model = {
  about:
    "Key sentences of a thread: weights of a ridge regression on annotators' votes, written by server/eval/fit-summary.ts",
  source: "BC3 email corpus (Ulrich, Murray, Carenini, University of British Columbia)",
  licence: "CC BY-SA 3.0",
  weights: Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, Number(weight.toFixed(4))])),
};
writeFileSync(
  new URL("../src/engine/summaries/summary-weights.json", import.meta.url),
  `${JSON.stringify(model, null, 2)}\n`,
);
console.log("weights written");
