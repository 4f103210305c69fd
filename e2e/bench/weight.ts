/** Measures the scripts of the built web app's pages, without a browser. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { BenchRow } from "../../server/bench/bench-row.ts";
import { budgets, weightOf } from "../page-weight.ts";
import { against } from "./visit.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export async function run(): Promise<BenchRow[]> {
  execFileSync(process.execPath, ["scripts/build-web.mjs"], { cwd: root, stdio: "inherit" });
  return budgets.flatMap(({ page, entries, kilobytes, files }) => {
    const weight = weightOf(entries);
    return [
      against(`${page}.js`, weight.kilobytes, kilobytes, "kB gz"),
      against(`${page}.files`, weight.files, files, "files"),
    ];
  });
}
