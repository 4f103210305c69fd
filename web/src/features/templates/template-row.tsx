import type { TemplateItem } from "@intellibox/contract/endpoints/templates";
import { t } from "@intellibox/contract/text/t";
import { Copy, Pencil, PenLine, Trash2 } from "lucide-react";
import { Link } from "#lib/router/link.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { buttonClass, IconButton } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { type OpenedForm, useMayChange, usesInWords } from "./template-words.ts";

type TemplateRowProps = {
  item: TemplateItem;
  onOpen: (form: OpenedForm) => void;
  onRemove: () => void;
};

/** A template of the list. Its name opens the preview. */
export function TemplateRow({ item, onOpen, onRemove }: TemplateRowProps) {
  const { id, name, shortName, isShared, subject, snippet } = item;
  const mayChange = useMayChange(item);
  const icon = "size-4";
  const action = (label: string, Icon: typeof Copy, onClick: () => void) => (
    <Tooltip text={label}>
      <IconButton
        size="icon-sm"
        label={t("{label}: {name}", { label, name })}
        icon={<Icon className={icon} aria-hidden="true" />}
        onClick={onClick}
      />
    </Tooltip>
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover md:px-5">
      <div className="min-w-0 flex-1 max-md:basis-full">
        <div className="flex min-w-0 items-center gap-2">
          <button
            type="button"
            data-row
            onClick={() => onOpen({ kind: "preview", id })}
            className="min-w-0 truncate rounded-item text-start text-base font-medium text-text hover:underline"
          >
            {name}
          </button>
          {shortName && <span className="shrink-0 text-xs text-text-3">;{shortName}</span>}
          {isShared && <Badge size="sm">{t("Company")}</Badge>}
        </div>
        <p className="truncate text-sm text-text-2">{subject ? `${subject} – ${snippet}` : snippet}</p>
      </div>
      <p className="text-xs text-text-3 tabular-nums md:w-48 md:text-end">{usesInWords(item)}</p>
      <div className="flex items-center justify-end gap-1 max-md:-me-2 max-md:ms-auto md:w-32">
        <Tooltip text={t("Write a mail with it")}>
          <Link
            to={`/compose?template=${id}`}
            aria-label={t("Write a mail with {name}", { name })}
            className={buttonClass({ variant: "ghost", size: "icon-sm" })}
          >
            <PenLine className={icon} aria-hidden="true" />
          </Link>
        </Tooltip>
        {mayChange && action(t("Edit"), Pencil, () => onOpen({ kind: "edit", id }))}
        {action(t("Duplicate"), Copy, () => onOpen({ kind: "copy", id }))}
        {mayChange && action(t("Delete"), Trash2, onRemove)}
      </div>
    </li>
  );
}
