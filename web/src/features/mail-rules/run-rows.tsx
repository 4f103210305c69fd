import type { RuleRun } from "@intellibox/contract/endpoints/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { Badge } from "#components/ui/badge.tsx";
import { MailLine } from "./mail-line.tsx";
import { outcomeNames, outcomeTone } from "./rule-words.ts";

/** The runs of one rule on one mail. */
export type MailRuns = { key: string; first: RuleRun; runs: readonly RuleRun[] };

/** Joins the actions of one rule on one mail, in the order in which the rule has them. The mails stay in the given order. */
export function byMail(runs: readonly RuleRun[]): MailRuns[] {
  const groups = new Map<string, RuleRun[]>();
  for (const run of runs) {
    const key = `${run.messageId} ${run.ruleId ?? run.ruleName}`;
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups].flatMap(([key, some]) => {
    // Ids grow with time. The history begins with the newest.
    const runs = some.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    return runs[0] ? { key, first: runs[0], runs } : [];
  });
}

/** Lists the actions of a rule, mail by mail. */
export const RunRows = ({ runs }: { runs: readonly RuleRun[] }) =>
  runs.length > 0 && (
    <ul
      aria-label={t("What the rule did")}
      className="max-h-96 divide-y divide-line overflow-y-auto rounded-control border border-line"
    >
      {byMail(runs).map(({ key, first, runs: actions }) => (
        <li key={key} className="px-3 py-2">
          <MailLine mail={first} />
          <ul className="flex flex-wrap gap-x-3 gap-y-1 pt-1">
            {actions.map((run) => (
              <li key={run.id} className="flex items-center gap-1.5 text-xs text-text-2">
                {run.did}
                <Badge size="sm" tone={outcomeTone(run.outcome)}>
                  {outcomeNames[run.outcome]}
                </Badge>
                {run.error && <span className="text-text-3">{run.error}</span>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
