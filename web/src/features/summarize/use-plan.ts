import { useEffect, useRef, useState } from "react";
import { newKey } from "#lib/http/keys.ts";
import { type PlannedAction, useKeepPlan } from "#api/summaries.ts";
import { emptyAction } from "./summary-result.ts";

export type PlanRow = PlannedAction & { key: string };

/** The pause in typing after which a change is saved. */
const savePauseMs = 700;

/** The edited action plan. Once its summary is saved, each change is saved after a pause. */
export function usePlan(start: readonly PlannedAction[], keptId: string | null) {
  const [rows, setRows] = useState<readonly PlanRow[]>(() => start.map((action) => ({ ...action, key: newKey() })));
  const [isChanged, setIsChanged] = useState(false);
  const { mutate, mutateAsync } = useKeepPlan();
  const pendingSave = useRef<() => void>(undefined);

  useEffect(() => {
    if (!isChanged || !keptId) return;
    const save = () => {
      pendingSave.current = undefined;
      mutate({ id: keptId, actions: rows.map(withoutKey) });
    };
    pendingSave.current = save;
    const timer = setTimeout(save, savePauseMs);
    return () => clearTimeout(timer);
  }, [rows, isChanged, keptId, mutate]);
  // Saves a pending change when the page is left.
  useEffect(() => () => pendingSave.current?.(), []);

  const edit = (change: (rows: readonly PlanRow[]) => readonly PlanRow[]) => {
    setIsChanged(true);
    setRows(change);
  };

  return {
    rows,
    change: (key: string, changes: Partial<PlannedAction>) =>
      edit((before) => before.map((row) => (row.key === key ? { ...row, ...changes } : row))),
    /** Adds a row and returns its key, so that the caller can focus it. */
    add: () => {
      const key = newKey();
      edit((before) => [...before, { ...emptyAction, key }]);
      return key;
    },
    /** Removes a row. Returns a function that puts it back. */
    remove: (key: string) => {
      const index = rows.findIndex((row) => row.key === key);
      const removed = rows[index];
      edit((before) => before.filter((row) => row.key !== key));
      return () => removed && edit((before) => before.toSpliced(index, 0, removed));
    },
    /** Saves a pending change at once. Called when a field loses the focus, since the user may leave the page next. */
    saveNow: () => pendingSave.current?.(),
    /** Saves the plan and waits for the server. */
    flush: async () => {
      pendingSave.current = undefined;
      if (keptId && isChanged) await mutateAsync({ id: keptId, actions: rows.map(withoutKey) });
    },
  };
}

const withoutKey = ({ key: _, ...action }: PlanRow): PlannedAction => action;
