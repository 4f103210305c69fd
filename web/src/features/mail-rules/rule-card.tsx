import type { MailRule } from "@intellibox/contract/endpoints/mail-rules";
import { describeRule } from "@intellibox/contract/rules/describe-mail-rule";
import { t } from "@intellibox/contract/text/t";
import {
  ArrowDown,
  ArrowUp,
  Copy,
  EllipsisVertical,
  FlaskConical,
  GripVertical,
  History,
  Pencil,
  Play,
  Trash2,
} from "lucide-react";
import type { KeyboardEvent } from "react";
import { classNames } from "#lib/class-names.ts";
import { dateTime, shortMoment } from "#lib/format.ts";
import { useDeleteRule, useSetRuleState } from "#api/mail-rules.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Menu, type MenuEntry } from "#components/ui/menu.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { announceUndoable } from "#components/ui/undo-offer.tsx";
import type { OpenedDialog } from "./rule-dialogs.tsx";
import { ruleContentOf } from "./rule-draft.ts";
import { stateChoices, stateNames } from "./rule-words.ts";
import type { useRulesAddress } from "./use-rules-address.ts";
import type { SortingPart } from "./use-sorting.ts";

type RuleCardProps = {
  rule: MailRule;
  mayChange: boolean;
  /** Absent if the list cannot be sorted. */
  sorting: SortingPart | undefined;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onOpen: (dialog: OpenedDialog) => void;
  onShow: ReturnType<typeof useRulesAddress>["show"];
};

/** A rule of the list: its name, what it does in one sentence, its state and its last hits. */
export function RuleCard({ rule, mayChange, sorting, onUp, onDown, onOpen, onShow }: RuleCardProps) {
  const setState = useSetRuleState();
  const { id, name, state } = rule;
  const switchTo = (next: "off" | "watch" | "on") => setState.mutate({ id, state: next });
  const open = () => onOpen(mayChange ? { kind: "form", opened: { kind: "edit", rule } } : { kind: "try", rule });
  return (
    <li
      {...sorting?.target}
      className={classNames(
        "flex min-w-0 items-start gap-1 rounded-panel border border-line bg-surface py-2.5 pe-2",
        sorting ? "ps-1 max-sm:ps-3" : "ps-3",
        sorting?.isDragged && "opacity-50",
      )}
    >
      {sorting && <Grip name={name} handle={sorting.handle} {...{ onUp, onDown }} />}
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          <div className="flex min-w-0 flex-1 items-center gap-2 max-sm:basis-full">
            <button
              type="button"
              data-row
              onClick={open}
              dir="auto"
              className="min-w-0 truncate rounded-item text-start text-base font-medium text-text hover:underline pointer-coarse:min-h-11"
            >
              {name}
            </button>
            {rule.isShared && <Badge size="sm">{t("Company")}</Badge>}
            {state === "paused" && (
              <Badge size="sm" tone="warn">
                {stateNames.paused}
              </Badge>
            )}
          </div>
          {state !== "paused" && mayChange && (
            <Segmented
              label={t("State of {name}", { name })}
              choices={stateChoices}
              value={state}
              onChange={switchTo}
            />
          )}
          {state !== "paused" && !mayChange && (
            <Badge tone={state === "on" ? "ok" : "neutral"}>{stateNames[state]}</Badge>
          )}
        </div>
        <p dir="auto" className="text-sm text-text-2 [overflow-wrap:anywhere]">
          {describeRule(rule)}
        </p>
        <Facts rule={rule} onShow={onShow} />
        {state === "paused" && (
          <Alert
            kind="warn"
            action={
              mayChange && (
                <span className="flex flex-wrap justify-end gap-2">
                  <Button size="sm" onClick={() => switchTo("on")}>
                    {t("Switch on again")}
                  </Button>
                  <Button size="sm" onClick={() => switchTo("off")}>
                    {t("Switch off")}
                  </Button>
                </span>
              )
            }
          >
            {rule.pausedReason ?? t("The rule was paused.")}
          </Alert>
        )}
      </div>
      <CardMenu {...{ rule, mayChange, onUp, onDown, onOpen, onShow }} />
    </li>
  );
}

/** How often the rule acted, and the proposals that wait. */
function Facts({ rule: { id, hits, lastHitAt, proposals }, onShow }: Pick<RuleCardProps, "rule" | "onShow">) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-text-3 tabular-nums">
      <span>
        {hits === 0 ? t("No mails in 30 days") : t("{hits, plural, one {# mail} other {# mails}} in 30 days", { hits })}
      </span>
      {lastHitAt && <span title={dateTime(lastHitAt)}>{t("Last: {moment}", { moment: shortMoment(lastHitAt) })}</span>}
      {proposals > 0 && (
        <button
          type="button"
          onClick={() => onShow("proposals", { ruleId: id })}
          className="rounded-item font-medium text-accent-text hover:underline pointer-coarse:min-h-11"
        >
          {t("{proposals, plural, one {# proposal waits} other {# proposals wait}}", { proposals })}
        </button>
      )}
    </div>
  );
}

type GripProps = Pick<RuleCardProps, "onUp" | "onDown"> & { name: string; handle: SortingPart["handle"] };

/** Sorts by drag, and by the arrow keys while it has the focus. */
function Grip({ name, handle, onUp, onDown }: GripProps) {
  const press = (event: KeyboardEvent) => {
    const move = event.key === "ArrowUp" ? onUp : event.key === "ArrowDown" ? onDown : undefined;
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const grip = event.currentTarget as HTMLElement;
    move();
    // A card that moves loses the focus.
    requestAnimationFrame(() => grip.focus());
  };
  return (
    <button
      type="button"
      {...handle}
      onKeyDown={press}
      aria-label={t("Move {name}: drag it, or use the arrow keys", { name })}
      className="flex size-7 shrink-0 cursor-grab items-center justify-center rounded-item text-text-3 hover:bg-hover hover:text-text max-sm:hidden pointer-coarse:size-11"
    >
      <GripVertical className="size-4" aria-hidden="true" />
    </button>
  );
}

type CardMenuProps = Omit<RuleCardProps, "sorting">;

function CardMenu({ rule, mayChange, onUp, onDown, onOpen, onShow }: CardMenuProps) {
  const remove = useRemoval();
  const { id, name } = rule;
  const copy = () =>
    onOpen({
      kind: "form",
      opened: {
        kind: "new",
        start: { ...ruleContentOf(rule), name: t("Copy of {name}", { name }).slice(0, 100) },
        notes: [],
        isShared: rule.isShared && mayChange,
      },
    });
  const entry = (label: string, Icon: MenuEntry["Icon"], run: (() => void) | undefined): MenuEntry[] =>
    run ? [{ label, Icon, run }] : [];
  return (
    <Menu
      label={t("More for {name}", { name })}
      trigger={
        <IconButton
          size="icon-sm"
          label={t("More for {name}", { name })}
          icon={<EllipsisVertical className="size-4" aria-hidden="true" />}
        />
      }
      groups={[
        [
          ...entry(
            t("Edit"),
            Pencil,
            mayChange ? () => onOpen({ kind: "form", opened: { kind: "edit", rule } }) : undefined,
          ),
          ...entry(t("Duplicate"), Copy, copy),
        ],
        [
          ...entry(t("Try…"), FlaskConical, () => onOpen({ kind: "try", rule })),
          ...entry(t("Run now…"), Play, () => onOpen({ kind: "run", rule })),
          ...entry(t("History"), History, () => onShow("history", { ruleId: id })),
        ],
        mayChange ? [...entry(t("Move up"), ArrowUp, onUp), ...entry(t("Move down"), ArrowDown, onDown)] : [],
        entry(t("Delete"), Trash2, mayChange ? () => remove(rule) : undefined),
      ]}
    />
  );
}

/** Deletes at once, and offers to undo it. */
function useRemoval() {
  const { mutate } = useDeleteRule();
  return (rule: MailRule) =>
    mutate(rule, {
      onSuccess: ({ undo }) =>
        announceUndoable({
          words: t("“{name}” was deleted", { name: rule.name }),
          undo,
          undone: t("The rule is back"),
          lastsMs: 10_000,
        }),
    });
}
