import { readFileSync } from "node:fs";

export function readJsonl<Row>(file: string): Row[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
}
