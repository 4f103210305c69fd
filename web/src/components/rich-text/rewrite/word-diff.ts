/** A run of text that both have, or that one of them has. */
export type DiffRun = { kind: "same" | "old" | "new"; text: string };

/** More would take too long while text streams in; such a text is shown as replaced. */
const maxCells = 4_000_000;

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}\p{N}'’]+|\s+|[^\s]/gu) ?? [];

/** The difference of two texts in whole words, by their longest common subsequence. */
export function diffWords(before: string, after: string): DiffRun[] {
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, fresh.length) - start;
  while (end < most && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
  const runs: DiffRun[] = [
    run("same", old.slice(0, start)),
    ...middle(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    run("same", old.slice(old.length - end)),
  ];
  return joined(withoutSpecks(joined(runs)));
}

const run = (kind: DiffRun["kind"], words: string[]): DiffRun => ({ kind, text: words.join("") });

function middle(old: string[], fresh: string[]): DiffRun[] {
  if (old.length === 0 || fresh.length === 0 || old.length * fresh.length > maxCells)
    return [run("old", old), run("new", fresh)];
  const width = fresh.length + 1;
  const longest = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      longest[i * width + j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const runs: DiffRun[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    const [mine = "", other = ""] = [old[i], fresh[j]];
    if (i < old.length && j < fresh.length && mine === other) {
      runs.push({ kind: "same", text: mine });
      i += 1;
      j += 1;
    } else if (j >= fresh.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      runs.push({ kind: "old", text: mine });
      i += 1;
    } else {
      runs.push({ kind: "new", text: other });
      j += 1;
    }
  }
  return runs;
}

/** One space or comma that stays between two changes would make them hard to read: it becomes part of them. */
function withoutSpecks(runs: DiffRun[]): DiffRun[] {
  return runs.flatMap((item, index) => {
    const isBetween = index > 0 && index < runs.length - 1;
    const isSpeck = item.kind === "same" && isBetween && !/[\p{L}\p{N}\n]/u.test(item.text);
    return isSpeck
      ? [
          { ...item, kind: "old" as const },
          { ...item, kind: "new" as const },
        ]
      : [item];
  });
}

/** Joins neighbours of a kind, and puts what is old before what is new in every stretch of changes. */
function joined(runs: DiffRun[]): DiffRun[] {
  const result: DiffRun[] = [];
  let [old, fresh] = ["", ""];
  const flush = () => {
    if (old) result.push({ kind: "old", text: old });
    if (fresh) result.push({ kind: "new", text: fresh });
    [old, fresh] = ["", ""];
  };
  for (const { kind, text } of runs) {
    if (!text) continue;
    if (kind === "old") old += text;
    else if (kind === "new") fresh += text;
    else {
      flush();
      const last = result.at(-1);
      if (last?.kind === "same") last.text += text;
      else result.push({ kind, text });
    }
  }
  flush();
  return result;
}
