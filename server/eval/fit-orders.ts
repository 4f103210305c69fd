// Fits the weights that recognize orders to a machine in mail:
//   node server/eval/fit-orders.ts <injections.jsonl> <intent.jsonl>
// Prints what a model finds in sentences that it was not fitted on (five folds), then writes the weights that are fitted on all.
import { readFileSync, writeFileSync } from "node:fs";
import { hashOf } from "#engine/text/words.ts";
import { orderFeatures } from "#features/assistant/order-features.ts";
import { readJsonl } from "./jsonl.ts";
import { type Example, fitLogistic, scoreWith } from "./logistic.ts";

type Row = Example & { text: string };

const [injections, requests] = process.argv.slice(2);
if (!injections || !requests) throw new Error("usage: fit-orders.ts <injections.jsonl> <intent.jsonl>");

const here = (name: string) => new URL(name, import.meta.url);
const sentencesIn = (text: string) =>
  text
    .split(/\n+|(?<=[.!?]["')\]]?)\s+/u)
    .map((sentence) => sentence.trim().slice(0, 600))
    .filter((sentence) => sentence.length > 3);

const rowsOf = (texts: string[], label: number, group: string, weight: number): Row[] =>
  texts.map((text) => ({ text, features: orderFeatures(text), label, group, weight }));

const own = (name: string, label: number, weight: number) =>
  rowsOf(
    readFileSync(here(`injections/${name}.txt`), "utf8")
      .split("\n")
      .filter((line) => line && !line.startsWith("# ")),
    label,
    name,
    weight,
  );

/** Tasks of general knowledge: nothing in such a sentence says that it is for a machine. */
const generalTasks = /Task Automation|Business|Conversational|Research|Sentiment|Entertainment/;
type Injection = { category: string; text: string; attack?: string };
const known = readJsonl<Injection>(injections);
const attacks = known.flatMap(({ category, attack }) => (attack && !generalTasks.test(category) ? [attack] : []));
const around = known.flatMap(({ text, attack }) =>
  attack && text.includes(attack) ? sentencesIn(text.replace(attack, "")) : [],
);
const office = readJsonl<{ text: string }>(requests).flatMap(({ text }) => sentencesIn(text));
const mails = readJsonl<{ body: string }>(here("blind/mails.dev.jsonl").pathname).flatMap(({ body }) =>
  sentencesIn(body),
);
const rows = [
  ...new Map(
    [
      ...rowsOf(attacks, 1, "corpus", 1),
      ...own("orders", 1, 2),
      ...own("orders-composed", 1, 0.4),
      ...own("orders-tools", 1, 0.6),
      ...own("letters-tools", 0, 0.6),
      ...own("letters-business", 0, 1.5),
      ...own("letters", 0, 3),
      ...own("letters-composed", 0, 0.6),
      ...rowsOf(around, 0, "receipts", 1),
      ...rowsOf(office, 0, "office", 1),
      ...rowsOf(mails, 0, "mails", 2),
    ].map((row) => [row.text.toLowerCase(), row]),
  ).values(),
];

const options = {
  epochs: 12,
  l2: 0.001,
  minCount: 2,
  valueOf: (name: string) => (name.startsWith("#") || name === "bias" ? 0.6 : name.startsWith("^") ? 0.4 : 0.3),
};
const threshold = 0.35;

const folds = 5;
const scored = Array.from({ length: folds }, (_, fold) => {
  const isInFold = ({ text }: Row) => hashOf(text) % folds === fold;
  const weights = fitLogistic(
    rows.filter((row) => !isInFold(row)),
    options,
  );
  return rows.filter(isInFold).map((row) => ({ ...row, score: scoreWith(row.features, weights) }));
}).flat();
for (const group of new Set(rows.map((row) => row.group))) {
  const part = scored.filter((row) => row.group === group);
  const found = part.filter(({ score }) => score >= threshold).length;
  console.log(group.padEnd(18), `${found}/${part.length} (${((100 * found) / part.length).toFixed(1)} %)`);
}

const kept = [...fitLogistic(rows, options)]
  .filter(([, weight]) => Math.abs(weight) >= 0.08)
  .sort(([a], [b]) => (a < b ? -1 : 1));
const model = {
  about: "Orders to a machine in mail: weights of a logistic regression, written by server/eval/fit-orders.ts",
  source:
    "Own sentences (server/eval/injections, server/eval/blind); BIPIA; garak; Email-Agent; Parakweet email intent data set; BC3 email corpus",
  licence: "BIPIA, Email-Agent: MIT; garak, Parakweet: Apache-2.0; BC3: CC BY-SA 3.0",
  threshold,
  weights: Object.fromEntries(kept.map(([name, weight]) => [name, Number(weight.toFixed(2))])),
};
const file = `${JSON.stringify(model)}\n`;
writeFileSync(here("../src/features/assistant/order-weights.json"), file);
console.log(kept.length, "weights,", Math.round(file.length / 1024), "KB");
