import type { RuleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { MailRule } from "@intellibox/contract/endpoints/mail-rules";
import { may } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import { Workflow } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useRowKeys } from "#lib/hooks/use-row-keys.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { type RuleList, useOrderRules } from "#api/mail-rules.ts";
import { Button } from "#components/ui/button.tsx";
import { RuleCard } from "./rule-card.tsx";
import type { OpenedDialog } from "./rule-dialogs.tsx";
import { moved } from "./rule-draft.ts";
import { SentenceBox } from "./sentence-box.tsx";
import type { useRulesAddress } from "./use-rules-address.ts";
import { useSorting } from "./use-sorting.ts";

type RulesListProps = {
  list: RuleList;
  onOpen: (dialog: OpenedDialog) => void;
  onShow: ReturnType<typeof useRulesAddress>["show"];
};

/** The box for a sentence, the rules of the company and the own ones, in the order in which they run. */
export function RulesList({ list: { items }, onOpen, onShow }: RulesListProps) {
  const isAdmin = may(useSignedIn().user.roleCode, "admin");
  const rules = useRef<HTMLDivElement>(null);
  useRowKeys(rules);
  const company = items.filter((rule) => rule.isShared);
  const own = items.filter((rule) => !rule.isShared);
  const start = (content: RuleContent | null, notes: readonly string[]) =>
    onOpen({ kind: "form", opened: { kind: "new", start: content, notes, isShared: false } });
  const readyMade = () => onOpen({ kind: "ready-made" });
  return (
    <div ref={rules} className="mx-auto flex w-full max-w-[880px] flex-col gap-6 p-4 md:p-5">
      {items.length === 0 && <NoRules />}
      <SentenceBox
        hasRules={items.length > 0}
        onRule={start}
        onScratch={() => start(null, [])}
        onReadyMade={readyMade}
      />
      {company.length > 0 && (
        <RuleGroup title={t("Rules of the company")} rules={company} mayChange={isAdmin} {...{ onOpen, onShow }} />
      )}
      {own.length > 0 && <RuleGroup title={t("My rules")} rules={own} mayChange {...{ onOpen, onShow }} />}
      {items.length > 0 && own.length === 0 && (
        <p className="text-sm text-text-3">
          {t("You have no rules of your own yet.")}{" "}
          <Button variant="ghost" size="sm" className="text-accent-text" onClick={readyMade}>
            {t("Look at ready-made rules")}
          </Button>
        </p>
      )}
    </div>
  );
}

const NoRules = () => (
  <div className="flex flex-col items-center gap-2 pt-4 text-center">
    <Workflow className="size-7 text-control" strokeWidth={1.5} aria-hidden="true" />
    <h3 className="text-lg font-semibold text-text">{t("Let rules do the sorting")}</h3>
    <p className="max-w-md text-base text-text-2">
      {t(
        "A rule looks at each new mail and moves, marks or answers it. You can try it first, and let it propose before it acts. What it did can be undone for 30 days, except mail that was sent.",
      )}
    </p>
  </div>
);

type RuleGroupProps = Pick<RulesListProps, "onOpen" | "onShow"> & {
  title: string;
  rules: readonly MailRule[];
  mayChange: boolean;
};

function RuleGroup({ title, rules, mayChange, onOpen, onShow }: RuleGroupProps) {
  const id = useId();
  const order = useOrderRules();
  const [said, setSaid] = useState("");
  const isShared = rules[0]?.isShared ?? false;
  const save = (next: readonly MailRule[], name: string) => {
    const ids = next.map((rule) => rule.id);
    if (ids.every((ruleId, at) => ruleId === rules[at]?.id)) return;
    order.mutate({ isShared, ids });
    const place = next.findIndex((rule) => rule.name === name) + 1;
    setSaid(t("{name} is now number {place} of {count}", { name, place, count: next.length }));
  };
  const sorting = useSorting(rules, save);
  const move = (at: number, by: 1 | -1) => save(moved(rules, at, by), rules[at]?.name ?? "");
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <h3 id={id} className="text-sm font-medium text-text">
        {title}
      </h3>
      <ol className="flex flex-col gap-2">
        {sorting.shown.map((rule, at) => (
          <RuleCard
            key={rule.id}
            rule={rule}
            mayChange={mayChange}
            sorting={mayChange && rules.length > 1 ? sorting.partOf(rule) : undefined}
            onUp={at > 0 ? () => move(at, -1) : undefined}
            onDown={at < rules.length - 1 ? () => move(at, 1) : undefined}
            {...{ onOpen, onShow }}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );
}
