import { actionItem } from "@intellibox/contract/endpoints/assistant";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { PlannedAction } from "#api/summaries.ts";
import { threadOf } from "./thread-of.ts";
import type { Run } from "./use-summarizing.ts";

/** What another screen may bring along: text or files to summarize, or a plan that was made there. */
export type Arrival = { text: string; files: File[]; actions: PlannedAction[] };

/** Takes in what came by navigation, once: it must not come back with a reload. */
export function useArrival() {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [arrival] = useState(() => {
    const { text, files, actions } = arrivalOf(state);
    return { text, files, run: actions.length > 0 ? runOf(text, actions) : null };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (state) void navigate(pathname + search, { replace: true, state: null });
  }, []);
  return arrival;
}

/** Navigation state is whatever was put there, by whichever version of the program. */
export function arrivalOf(state: unknown): Arrival {
  const found = (state && typeof state === "object" ? state : {}) as Record<string, unknown>;
  const actions = actionItem.array().safeParse(found.actions);
  return {
    text: typeof found.text === "string" ? found.text : "",
    files: Array.isArray(found.files) ? found.files.filter((file) => file instanceof File) : [],
    actions: actions.success ? actions.data : [],
  };
}

function runOf(text: string, actions: PlannedAction[]): Run {
  const thread = text ? threadOf({ text, names: [], hidden: [] }) : [];
  const result = { title: "Action plan", thread, summary: [], summarySources: [], actions, written: null };
  return { number: 1, result, keptId: null };
}
