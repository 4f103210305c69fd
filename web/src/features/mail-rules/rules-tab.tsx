import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { rulesQuery, useLiveRules } from "#api/mail-rules.ts";
import { Failed, PageSkeleton, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import type { OpenedDialog } from "./rule-dialogs.tsx";
import { RulesList } from "./rules-list.tsx";
import { RulesMenu } from "./rules-menu.tsx";
import { useRulesAddress } from "./use-rules-address.ts";

const RuleDialogs = lazy(() => import("./rule-dialogs.tsx").then((m) => ({ default: m.RuleDialogs })));
const ProposalsView = lazy(() => import("./proposals-view.tsx").then((m) => ({ default: m.ProposalsView })));
const HistoryView = lazy(() => import("./history-view.tsx").then((m) => ({ default: m.HistoryView })));

/** The rules of the user and the company, what they propose, and what they did. */
export function RulesTab() {
  const { data, error, refetch } = useQuery(rulesQuery);
  useLiveRules();
  const address = useRulesAddress();
  const [dialog, setDialog] = useState<OpenedDialog | null>(null);
  const rules = data?.items ?? [];
  const proposals = rules.reduce((sum, rule) => sum + rule.proposals, 0);
  const views = [
    { value: "list" as const, label: t("Rules") },
    {
      value: "proposals" as const,
      label: proposals > 0 ? t("Proposals ({count})", { count: proposals }) : t("Proposals"),
    },
    { value: "history" as const, label: t("History") },
  ];
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 md:px-5">
        <h2 className="sr-only">{t("Rules & Automations")}</h2>
        <Segmented
          label={t("Part of the rules")}
          choices={views}
          value={address.view}
          onChange={(view) => address.show(view)}
          className="max-sm:w-full"
        />
        <div className="ms-auto flex items-center gap-2">
          <RulesMenu hasRules={rules.length > 0} onOpen={setDialog} />
          <Button
            variant="primary"
            disabled={!data}
            icon={<Plus className="size-4" aria-hidden="true" />}
            onClick={() => setDialog(newRule)}
          >
            {t("New rule")}
          </Button>
        </div>
      </div>
      {!data && error && (
        <Failed message={messageOf(error, t("The rules could not be loaded."))} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Loading />}
      {data && (
        <Suspense fallback={<PageSkeleton />}>
          {address.view === "list" && (
            <div className="min-h-0 flex-1 overflow-y-auto">
              <RulesList list={data} onOpen={setDialog} onShow={address.show} />
            </div>
          )}
          {address.view === "proposals" && (
            <ProposalsView rules={rules} ruleId={address.ruleId} onShow={address.show} />
          )}
          {address.view === "history" && <HistoryView rules={rules} />}
        </Suspense>
      )}
      {dialog && data && (
        <Suspense fallback={null}>
          <RuleDialogs dialog={dialog} list={data} onOpen={setDialog} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </div>
  );
}

const newRule: OpenedDialog = { kind: "form", opened: { kind: "new", start: null, notes: [], isShared: false } };

const Loading = () => (
  <div role="status" className="flex flex-col gap-4 p-4 md:p-5">
    <span className="sr-only">{t("Loading…")}</span>
    {["a", "b", "c"].map((key) => (
      <Skeleton key={key} className="h-16 w-full" />
    ))}
  </div>
);
