import type { RuleRun } from "@intellibox/contract/endpoints/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Workflow } from "lucide-react";
import { Link } from "#lib/router/link.tsx";
import { rulesOfMessageQuery, useDecide, useLiveRules } from "#api/mail-rules.ts";
import { Button } from "#components/ui/button.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { outcomeNames } from "./rule-words.ts";
import { byMail } from "./run-rows.tsx";
import { useUndoOne } from "./use-undo-one.ts";

const isShown = ({ outcome }: RuleRun) => outcome !== "skipped" && outcome !== "dismissed";

/** One quiet line for each rule that acted on a mail, or would: what it did, why, and Undo. Without such rules it is empty. */
export function MessageRules({ id }: { id: string }) {
  const { data } = useQuery(rulesOfMessageQuery(id));
  useLiveRules();
  const groups = byMail((data ?? []).filter(isShown));
  if (groups.length === 0) return null;
  return (
    <ul aria-label={t("What rules did with this mail")} className="flex flex-col gap-1">
      {groups.map(({ key, first, runs }) => (
        <li key={key}>
          <RuleLine first={first} runs={runs} />
        </li>
      ))}
    </ul>
  );
}

function RuleLine({ first, runs }: { first: RuleRun; runs: readonly RuleRun[] }) {
  const undo = useUndoOne();
  const decide = useDecide();
  const undoable = runs.filter((run) => run.canUndo);
  const proposed = runs.filter(({ outcome }) => outcome === "proposed");
  const did = runs
    .map((run) => (run.outcome === "done" || run.outcome === "proposed" ? run.did : stateOf(run)))
    .join(", ");
  const values = { name: first.ruleName, did };
  const decideOn = (apply: boolean) => decide.mutate([{ apply, runIds: proposed.map(({ id }) => id) }]);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-text-3">
      <Workflow className="size-3.5 shrink-0" aria-hidden="true" />
      <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
        {proposed.length > 0 ? t("Rule “{name}” proposes: {did}", values) : t("Rule “{name}”: {did}", values)}
      </span>
      <span className="flex items-center">
        <Popover
          label={t("Why this rule acted")}
          align="start"
          className="w-80"
          trigger={
            <Button size="sm" variant="ghost">
              {t("Why?")}
            </Button>
          }
        >
          {() => <Why run={first} />}
        </Popover>
        {undoable.length > 0 && (
          <Button size="sm" variant="ghost" onClick={() => undo(...undoable)}>
            {t("Undo")}
          </Button>
        )}
        {proposed.length > 0 && (
          <>
            <Button size="sm" variant="ghost" busy={decide.isPending} onClick={() => decideOn(true)}>
              {t("Apply")}
            </Button>
            <Button size="sm" variant="ghost" disabled={decide.isPending} onClick={() => decideOn(false)}>
              {t("Dismiss")}
            </Button>
          </>
        )}
      </span>
    </div>
  );
}

const stateOf = ({ did, outcome }: RuleRun) => t("{did} ({outcome})", { did, outcome: outcomeNames[outcome] });

const Why = ({ run: { reasons, ruleId, isShared, error } }: { run: RuleRun }) => (
  <div className="flex flex-col gap-2 p-4 text-sm text-text-2">
    <ul className="flex list-disc flex-col gap-1 ps-4">
      {reasons.map((reason) => (
        <li key={reason} dir="auto" className="[overflow-wrap:anywhere]">
          {reason}
        </li>
      ))}
    </ul>
    {error && <p className="text-bad">{error}</p>}
    {isShared && <p className="text-xs text-text-3">{t("It is a rule of your company.")}</p>}
    {ruleId && (
      <Link to={`/inbox?tab=rules&rules=history&ruleId=${ruleId}`} className="text-accent-text hover:underline">
        {t("History of the rule")}
      </Link>
    )}
  </div>
);
