import { extractTasks } from "#engine/builtin.ts";
import { f1, tokens } from "./rouge.ts";

export type ActionRow = {
  id: string;
  sent_at: string;
  from: string;
  to: string[];
  body: string;
  /** `must`: words that the action has to hold. `due`: a day, a minute, "a/b" for any day between, or null for none. */
  actions: { owner: string | null; due: string | null; must: string[] }[];
};

/** The F1 of the actions, and the share of found actions with the right owner and the right due date. */
export function scoreActions(rows: ActionRow[], show?: (row: ActionRow, found: string[]) => void) {
  let hits = 0;
  let chosen = 0;
  let wanted = 0;
  let owners = 0;
  let dues = 0;
  for (const row of rows) {
    const at = new Date(`${row.sent_at}:00Z`);
    const found = extractTasks({ from: row.from, to: row.to.join(", "), at, body: row.body }, at);
    show?.(
      row,
      found.map(({ action, owner, due }) => `[${owner}] ${action} (${due?.toISOString().slice(0, 16) ?? "no date"})`),
    );
    const left = [...found];
    chosen += found.length;
    wanted += row.actions.length;
    for (const gold of row.actions) {
      const index = left.findIndex(({ action }) => {
        const text = ` ${tokens(action).join(" ")} `;
        return gold.must.every((words) => text.includes(` ${tokens(words).join(" ")} `));
      });
      const [hit] = index < 0 ? [] : left.splice(index, 1);
      if (!hit) continue;
      hits++;
      if (gold.owner === null || sameOwner(gold.owner, hit.owner)) owners++;
      if (sameDue(gold.due, hit.due?.toISOString().slice(0, 16))) dues++;
    }
  }
  return { f1: f1(hits, chosen, wanted), owner: owners / (hits || 1), due: dues / (hits || 1) };
}

export const sameOwner = (gold: string, found: string) =>
  gold.toLowerCase() === found.toLowerCase() ||
  (found !== "" && gold.toLowerCase().split(" ")[0] === found.toLowerCase().split(" ")[0]);

export function sameDue(gold: string | null, found: string | undefined): boolean {
  if (gold === null || found === undefined) return gold === null && found === undefined;
  const [from, to] = gold.split("/");
  if (to !== undefined) return found.slice(0, 10) >= (from ?? "") && found.slice(0, 10) <= to;
  return gold.length > 10 ? found === gold : found.slice(0, 10) === gold;
}
