import { t } from "@intellibox/contract/text/t";
import { useEffect, useState } from "react";
import * as is from "#lib/http/shapes.ts";
import { useLocation, useNavigate } from "#lib/router/router.tsx";
import type { PlannedAction } from "#api/summaries.ts";
import { threadOf } from "./summary-input.ts";
import type { SummaryRun } from "./use-summarizing.ts";

/** The navigation state that another screen may pass: text or files to summarize, or a plan. */
export type NavigationInput = { text: string; files: File[]; actions: PlannedAction[] };

/** Reads the navigation state once and clears it, so that a reload does not repeat it. */
export function useNavigationInput() {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [input] = useState(() => {
    const { text, files, actions } = navigationInputOf(state);
    return { text, files, run: actions.length > 0 ? runOf(text, actions) : null };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, after the navigation
  useEffect(() => {
    if (state) void navigate(pathname + search, { replace: true, state: null });
  }, []);
  return input;
}

/** As `actionItem` in the contract, without Zod, which would be a tenth of the page. */
const plan = is.response(
  is.list(
    is.object({ action: is.text, owner: is.text, due: is.text, source: is.text, sourceIndex: is.nullable(is.number) }),
  ),
);

/** Validates the navigation state, which another version of the app may have written. */
export function navigationInputOf(state: unknown): NavigationInput {
  const found = (state && typeof state === "object" ? state : {}) as Record<string, unknown>;
  const actions = plan.safeParse(found.actions);
  return {
    text: typeof found.text === "string" ? found.text : "",
    files: Array.isArray(found.files) ? found.files.filter((file) => file instanceof File) : [],
    actions: actions.success ? (actions.data as PlannedAction[]) : [],
  };
}

function runOf(text: string, actions: PlannedAction[]): SummaryRun {
  const thread = text ? threadOf({ text, names: [], hidden: [] }) : [];
  const result = { title: t("Action plan"), thread, summary: [], summarySources: [], actions, written: null };
  return { number: 1, result, keptId: null };
}
