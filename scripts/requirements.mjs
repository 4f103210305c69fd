import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

const idInTitle = /\[([A-Z]{3}-\d{2,})\]/g;

/** The ids of the requirements page, in its order. */
export const requirementIds = (page = readFileSync(inRoot("docs", "requirements.md"), "utf8")) =>
  [...page.matchAll(/^- `([A-Z]{3}-\d{2,})` /gm)].map(([, id]) => id);

const idsOf = ({ title }) => [...title.matchAll(idInTitle)].map(([, id]) => id);

/** A requirement is proved if a passed test names it and no failed test does. */
export function trace(results, ids = requirementIds()) {
  const known = new Set(ids);
  const named = (status) => new Set(results.filter((result) => result.status === status).flatMap(idsOf));
  const [passed, failed] = [named("passed"), named("failed")];
  const isProved = (id) => passed.has(id) && !failed.has(id);
  return {
    proved: ids.filter(isProved),
    open: ids.filter((id) => !isProved(id)),
    unknown: results.filter((result) => idsOf(result).some((id) => !known.has(id))),
  };
}

/** One line for each group of ids, with ranges: "RTE 01–05 07". */
export function compact(ids) {
  const groups = new Map();
  for (const id of ids) {
    const [group, number] = id.split("-");
    groups.set(group, [...(groups.get(group) ?? []), number]);
  }
  return [...groups].map(([group, numbers]) => `${group} ${ranges(numbers).join(" ")}`);
}

function ranges(numbers) {
  const runs = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && Number(number) === Number(run.at(-1)) + 1) run.push(number);
    else runs.push([number]);
  }
  return runs.map((run) => (run.length > 1 ? `${run[0]}–${run.at(-1)}` : run[0]));
}
