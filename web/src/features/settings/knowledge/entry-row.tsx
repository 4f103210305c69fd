import type { KnowledgeSource } from "@intellibox/contract/endpoints/knowledge";
import { t } from "@intellibox/contract/text/t";
import { Pencil, Trash2 } from "lucide-react";
import { Badge } from "#components/ui/badge.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { factsInWords, kindNames, problemWords, useMayChange } from "./knowledge-words.ts";

type EntryRowProps = { item: KnowledgeSource; onOpen: () => void; onEdit: () => void; onRemove: () => void };

/** An entry of the list. Its title opens it. */
export function EntryRow({ item, onOpen, onEdit, onRemove }: EntryRowProps) {
  const { kind, title, isShared, audience, state, problem, isOutOfDate } = item;
  const mayChange = useMayChange(isShared);
  const action = (label: string, Icon: typeof Pencil, onClick: () => void) => (
    <Tooltip text={label}>
      <IconButton
        size="icon-sm"
        label={t("{label}: {name}", { label, name: title })}
        icon={<Icon className="size-4" aria-hidden="true" />}
        onClick={onClick}
      />
    </Tooltip>
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover md:px-5">
      <div className="min-w-0 flex-1 max-md:basis-full">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <button
            type="button"
            data-row
            onClick={onOpen}
            className="min-w-0 truncate rounded-item text-start text-base font-medium text-text hover:underline"
          >
            {title}
          </button>
          {isShared && <Badge size="sm">{t("Company")}</Badge>}
          {isShared && audience === "admins" && <Badge size="sm">{t("Administrators only")}</Badge>}
          {isOutOfDate && (
            <Badge size="sm" tone="warn">
              {t("Out of date")}
            </Badge>
          )}
          {state === "reading" && (
            <Badge size="sm" tone="accent">
              {t("Being read…")}
            </Badge>
          )}
          {state === "failed" && (
            <Badge size="sm" tone="bad">
              {t("Not read")}
            </Badge>
          )}
        </div>
        <p className="truncate text-sm text-text-2">
          {[kindNames[kind], problem ? problemWords[problem] : factsInWords(item)].filter(Boolean).join(" · ")}
        </p>
      </div>
      {mayChange && (
        <div className="flex items-center justify-end gap-1 max-md:-me-2 max-md:ms-auto">
          {action(t("Edit"), Pencil, onEdit)}
          {action(t("Delete"), Trash2, onRemove)}
        </div>
      )}
    </li>
  );
}
