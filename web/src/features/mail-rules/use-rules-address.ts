import { useSearchParams } from "#lib/router/router.tsx";

export const ruleViews = ["list", "proposals", "history"] as const;
export type RuleView = (typeof ruleViews)[number];

/** Names of the address that belong to one view, and end with it. */
const ofView = ["ruleId", "mailboxId", "outcome", "from", "to", "page", "limit"];

/** The shown part of the tab and the rule that it is about, kept in the URL, so that a link and Back restore them. */
export function useRulesAddress() {
  const [params, setParams] = useSearchParams();
  const show = (view: RuleView, filters: Record<string, string> = {}) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      for (const name of ofView) after.delete(name);
      if (view === "list") after.delete("rules");
      else after.set("rules", view);
      for (const [name, value] of Object.entries(filters)) after.set(name, value);
      return after;
    });
  return {
    view: ruleViews.find((name) => name === params.get("rules")) ?? "list",
    ruleId: params.get("ruleId") ?? "",
    show,
  };
}
