import type { MailRule } from "@intellibox/contract/endpoints/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Check, CheckCheck, X } from "lucide-react";
import { useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { type Decision, ruleHistoryQuery, useDecide } from "#api/mail-rules.ts";
import { Empty, Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { MailLine } from "./mail-line.tsx";
import { byMail, type MailRuns } from "./run-rows.tsx";
import type { useRulesAddress } from "./use-rules-address.ts";

type ProposalsViewProps = {
  rules: readonly MailRule[];
  /** Only those of this rule; empty for all. */
  ruleId: string;
  onShow: ReturnType<typeof useRulesAddress>["show"];
};

/** As many as one call returns. More are shown when these are decided. */
const shownAtOnce = 100;

/** Lists the proposals of watching rules. The user applies or dismisses them. */
export function ProposalsView({ rules, ruleId, onShow }: ProposalsViewProps) {
  const { data, error, refetch } = useQuery(
    ruleHistoryQuery({ outcome: "proposed", limit: shownAtOnce, ...(ruleId && { ruleId }) }),
  );
  const decide = useDecide();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<boolean | null>(null);
  const mails = byMail(data?.items ?? []);
  const chosen = mails.filter(({ key }) => picked.has(key));
  const waiting = rules.filter((rule) => rule.proposals > 0 && (!ruleId || rule.id === ruleId));
  const idsOf = (groups: readonly MailRuns[]) => groups.flatMap(({ runs }) => runs.map(({ id }) => id));

  /** One for each mail, as the list has them. */
  const total = Math.max(
    waiting.reduce((sum, { proposals }) => sum + proposals, 0),
    mails.length,
  );

  const send = (decisions: Decision[], apply: boolean, dismissed: number) =>
    decide.mutate(decisions, {
      onSuccess: (applied) => {
        setPicked(new Set());
        setAsking(null);
        toast.success(
          apply
            ? t("{count, plural, one {# action was applied} other {# actions were applied}}", { count: applied })
            : t("{count, plural, one {# proposal was dismissed} other {# proposals were dismissed}}", {
                count: dismissed,
              }),
          screenToast,
        );
      },
    });
  const decideOn = (groups: readonly MailRuns[], apply: boolean) =>
    send([{ apply, runIds: idsOf(groups) }], apply, groups.length);
  const decideAll = (apply: boolean) =>
    send(
      waiting.map(({ id }) => ({ apply, ruleId: id })),
      apply,
      total,
    );
  const choose = (key: string, isOn: boolean) => {
    const next = new Set(picked);
    if (isOn) next.add(key);
    else next.delete(key);
    setPicked(next);
  };

  if (!data && error) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="m-4 h-40 md:m-5" />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-[880px] flex-col gap-3 p-4 md:p-5">
        <div className="flex flex-wrap items-center gap-2">
          <NativeSelect
            aria-label={t("Proposals of")}
            compact
            className="w-56"
            options={[
              { value: "", label: t("All rules") },
              ...rules
                .filter((rule) => rule.proposals > 0 || rule.id === ruleId)
                .map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={ruleId}
            onChange={(id) => onShow("proposals", id ? { ruleId: id } : {})}
          />
          <p role="status" className="text-sm text-text-3 tabular-nums">
            {t("{total, plural, =0 {No proposals} one {# proposal} other {# proposals}}", { total })}
          </p>
          {total > 0 && (
            <span className="ms-auto flex flex-wrap gap-2">
              {chosen.length > 0 ? (
                <>
                  <Button variant="primary" busy={decide.isPending} onClick={() => decideOn(chosen, true)}>
                    {t("Apply {count}", { count: chosen.length })}
                  </Button>
                  <Button disabled={decide.isPending} onClick={() => decideOn(chosen, false)}>
                    {t("Dismiss {count}", { count: chosen.length })}
                  </Button>
                </>
              ) : (
                <>
                  <Button icon={<CheckCheck className="size-4" aria-hidden="true" />} onClick={() => setAsking(true)}>
                    {t("Apply all")}
                  </Button>
                  <Button onClick={() => setAsking(false)}>{t("Dismiss all")}</Button>
                </>
              )}
            </span>
          )}
        </div>
        {mails.length === 0 ? (
          <Empty>{t("Nothing waits for you. Rules that watch put here what they would do.")}</Empty>
        ) : (
          <ul aria-label={t("Proposals")} className="divide-y divide-line rounded-panel border border-line">
            {mails.map((mail) => (
              <Proposal
                key={mail.key}
                mail={mail}
                isChosen={picked.has(mail.key)}
                onChoose={(isOn) => choose(mail.key, isOn)}
                onDecide={(apply) => decideOn([mail], apply)}
                isBusy={decide.isPending}
              />
            ))}
          </ul>
        )}
        {data.items.length < data.total && (
          <p className="text-xs text-text-3">
            {t("The newest proposals are shown. More follow when they are decided.")}
          </p>
        )}
      </div>
      {asking !== null && (
        <Confirm
          title={
            asking
              ? t("Apply {total, plural, one {# proposal} other {all # proposals}}?", { total })
              : t("Dismiss {total, plural, one {# proposal} other {all # proposals}}?", { total })
          }
          action={asking ? t("Apply") : t("Dismiss")}
          danger={!asking}
          busy={decide.isPending}
          onConfirm={() => decideAll(asking)}
          onCancel={() => setAsking(null)}
        >
          {asking
            ? t("What the rules do can be undone in the history for 30 days, except mail that is sent.")
            : t("The mails stay as they are.")}
        </Confirm>
      )}
    </div>
  );
}

type ProposalProps = {
  mail: MailRuns;
  isChosen: boolean;
  onChoose: (isOn: boolean) => void;
  onDecide: (apply: boolean) => void;
  isBusy: boolean;
};

function Proposal({ mail: { first, runs }, isChosen, onChoose, onDecide, isBusy }: ProposalProps) {
  const subject = first.subject || t("(no subject)");
  return (
    <li className="flex flex-wrap items-start gap-x-2 gap-y-1 px-3 py-2.5">
      <Checkbox
        label={<span className="sr-only">{t("Choose {subject}", { subject })}</span>}
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <div className="min-w-0 flex-1">
        <MailLine mail={first} isLink />
        <p className="text-sm text-text-2 [overflow-wrap:anywhere]">{runs.map(({ did }) => did).join(" · ")}</p>
        <p className="text-xs text-text-3 [overflow-wrap:anywhere]">
          {t("Rule “{name}”: {reasons}", { name: first.ruleName, reasons: first.reasons.join(" · ") })}
        </p>
      </div>
      <span className="flex gap-1 max-sm:w-full max-sm:justify-end">
        <Button
          size="sm"
          disabled={isBusy}
          icon={<Check className="size-3.5" aria-hidden="true" />}
          aria-label={t("Apply to {subject}", { subject })}
          onClick={() => onDecide(true)}
        >
          {t("Apply")}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          disabled={isBusy}
          icon={<X className="size-3.5" aria-hidden="true" />}
          aria-label={t("Dismiss for {subject}", { subject })}
          onClick={() => onDecide(false)}
        >
          {t("Dismiss")}
        </Button>
      </span>
    </li>
  );
}
