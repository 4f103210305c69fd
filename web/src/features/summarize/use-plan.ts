import { useEffect, useRef, useState } from "react";
import { newKey } from "#lib/http/keys.ts";
import { type PlannedAction, useKeepPlan } from "#api/summaries.ts";
import { emptyAction } from "./result.ts";

export type PlanRow = PlannedAction & { key: string };

/** How long to wait for the next keystroke before a change is kept. */
const settleMs = 700;

/** The action plan as it is edited; kept on the server a moment after each change, once its summary is. */
export function usePlan(start: readonly PlannedAction[], keptId: string | null) {
  const [rows, setRows] = useState<readonly PlanRow[]>(() => start.map((action) => ({ ...action, key: newKey() })));
  const [isChanged, setIsChanged] = useState(false);
  const { mutate, mutateAsync } = useKeepPlan();
  const keep = useRef<() => void>(undefined);

  useEffect(() => {
    if (!isChanged || !keptId) return;
    const now = () => {
      keep.current = undefined;
      mutate({ id: keptId, actions: rows.map(withoutKey) });
    };
    keep.current = now;
    const timer = setTimeout(now, settleMs);
    return () => clearTimeout(timer);
  }, [rows, isChanged, keptId, mutate]);
  // Whoever leaves in the middle of a word keeps what was typed.
  useEffect(() => () => keep.current?.(), []);

  const edit = (change: (rows: readonly PlanRow[]) => readonly PlanRow[]) => {
    setIsChanged(true);
    setRows(change);
  };

  return {
    rows,
    change: (key: string, changes: Partial<PlannedAction>) =>
      edit((before) => before.map((row) => (row.key === key ? { ...row, ...changes } : row))),
    /** The new row's key, to move the focus there. */
    add: () => {
      const key = newKey();
      edit((before) => [...before, { ...emptyAction, key }]);
      return key;
    },
    /** Gives back what puts the row where it was. */
    remove: (key: string) => {
      const at = rows.findIndex((row) => row.key === key);
      const removed = rows[at];
      edit((before) => before.filter((row) => row.key !== key));
      return () => removed && edit((before) => before.toSpliced(at, 0, removed));
    },
    /** Keeps a change at once: whoever leaves a field may leave the page next. */
    keepNow: () => keep.current?.(),
    /** Waits until the server has what is on the screen. */
    flush: async () => {
      keep.current = undefined;
      if (keptId && isChanged) await mutateAsync({ id: keptId, actions: rows.map(withoutKey) });
    },
  };
}

const withoutKey = ({ key: _, ...action }: PlanRow): PlannedAction => action;
