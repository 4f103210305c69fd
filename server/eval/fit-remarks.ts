// Fits the weights that tell remarks about the mail ("he's touchy, keep it warm") from what the mail says:
//   node server/eval/fit-remarks.ts
// The sentences are written by hand with slots (server/eval/remarks) and filled from the vocabulary by a seeded choice; the dev half of
// the blind intents adds real content. Prints the five-fold F1 with whole sentence patterns held out, then writes the weights.
import { readFileSync, writeFileSync } from "node:fs";
import { remarkFeatures } from "#engine/intents/remark-features.ts";
import { sentencesOf, splitTyped } from "#engine/text/sentences.ts";
import { randomFrom } from "#test/random-from.ts";
import type { BlindIntent } from "./blind/cases.ts";
import { readJsonl } from "./jsonl.ts";
import { type Example, fitLogistic, heldOutScores } from "./logistic.ts";

const fileOf = (name: string) => new URL(name, import.meta.url);
const linesOf = (name: string) =>
  readFileSync(fileOf(name), "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

const vocabulary = new Map(
  linesOf("remarks/vocabulary.txt").map((line) => {
    const [slot = "", words = ""] = line.split(": ");
    return [slot, words.split(", ")];
  }),
);
const random = randomFrom(7);
const pick = <Item>(items: Item[]) => items[Math.floor(random() * items.length)] as Item;
const filled = (pattern: string) =>
  pattern.replace(/\{(\w+)\}/g, (_, slot: string) => pick(vocabulary.get(slot) ?? [slot]));

/** Each pattern with other words; one without slots comes once, as hurried people type it and as careful ones do. */
function examplesOf(name: string, label: number, copies: number): Example[] {
  return linesOf(name).flatMap((pattern) => {
    const texts = new Set(Array.from({ length: pattern.includes("{") ? copies : 1 }, () => filled(pattern)));
    return [...texts].map((text) => ({
      features: remarkFeatures(text),
      label,
      weight: pattern.includes("{") ? 1 : 2,
      group: pattern,
    }));
  });
}

const remarksOfDev = new Set(linesOf("remarks/dev-remarks.txt"));
/** The sentences of an intent and their parts. */
const piecesOf = (text: string) =>
  sentencesOf(text)
    .flatMap((sentence) => splitTyped(sentence))
    .flatMap((sentence) => [...new Set([sentence, ...sentence.split(/[,;]\s+|\s+[-–—]+\s+|\s+(?=(?:but|so)\s)/u)])])
    .filter((piece) => /\s/.test(piece));
const exampleOf = (text: string, label: number, group: string): Example => ({
  features: remarkFeatures(text),
  label,
  weight: 2,
  group,
});
const dev = readJsonl<BlindIntent>(fileOf("blind/intents.dev.jsonl").pathname)
  .filter(({ language }) => language === "en")
  .flatMap(({ id, intent }) => piecesOf(intent).map((text) => exampleOf(text, remarksOfDev.has(text) ? 1 : 0, id)));
// Intents whose remarks stand in braces.
const marked = linesOf("remarks/marked-intents.txt").flatMap((line) =>
  line
    .split(/(\{[^{}]*\})/)
    .flatMap((part) =>
      part.startsWith("{")
        ? [exampleOf(part.slice(1, -1), 1, line)]
        : piecesOf(part).map((text) => exampleOf(text, 0, line)),
    ),
);
const examples = [
  ...examplesOf("remarks/remarks.txt", 1, 8),
  ...examplesOf("remarks/content.txt", 0, 8),
  // A part that names the reader is no remark: the reader is read from it.
  ...examplesOf("remarks/frames.txt", 0, 8),
  ...dev,
  ...marked,
];

const options = {
  epochs: 12,
  l2: 0.002,
  minCount: 3,
  valueOf: (name: string) => (name.startsWith("#") || name === "bias" ? 0.6 : name.includes(" ") ? 0.3 : 0.4),
};

const scored = heldOutScores(examples, options);
for (const cut of [-1, -0.5, 0, 0.5, 1, 1.5, 2]) {
  const chosen = scored.filter(({ score }) => score >= cut);
  const hits = chosen.filter(({ label }) => label).length;
  const positives = scored.filter(({ label }) => label).length;
  console.log(cut, "precision", (hits / chosen.length).toFixed(3), "recall", (hits / positives).toFixed(3));
}
if (process.argv.includes("--errors"))
  for (const { group, label, score } of scored)
    if (score > 0.5 !== label > 0) console.log(label, score.toFixed(2), group);

const fitted = fitLogistic(examples, options);
const kept = [...fitted].filter(([, weight]) => Math.abs(weight) >= 0.04).sort(([a], [b]) => (a < b ? -1 : 1));
const model = {
  about: "Remarks about a mail: weights of a logistic regression, written by server/eval/fit-remarks.ts",
  source: "Sentences of the project, server/eval/remarks and server/eval/blind",
  licence: "As the project",
  threshold: 0.5,
  weights: Object.fromEntries(kept.map(([name, weight]) => [name, Number(weight.toFixed(3))])),
};
writeFileSync(fileOf("../src/engine/intents/remark-weights.json"), `${JSON.stringify(model, null, 2)}\n`);
console.log(examples.length, "examples,", kept.length, "weights written");
