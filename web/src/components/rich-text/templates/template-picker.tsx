import { Autocomplete } from "@base-ui/react/autocomplete";
import type { TemplateItem } from "@intellibox/contract/endpoints/templates";
import { t } from "@intellibox/contract/text/t";
import { BookmarkPlus, LayoutTemplate, Settings2 } from "lucide-react";
import { useEffect, useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { matchingTemplates } from "#lib/matching-templates.ts";
import { useNavigate } from "#lib/router/router.tsx";
import type { TemplateTool } from "#lib/template-tool.ts";
import { Badge } from "../../ui/badge.tsx";
import { PickDialog, PickInput, pickItemClass, pickListClass } from "../../ui/pick-dialog.tsx";

type TemplatePickerProps = {
  list: TemplateTool["list"];
  onChoose: (item: TemplateItem) => void;
  /** Offers the page of all templates. */
  isManageable: boolean;
  /** Saves the present text; undefined if there is none. */
  onSave: (() => void) | undefined;
  onClose: () => void;
};

type Entry = { key: string; label: string; item?: TemplateItem; run: () => void };

/** All templates, found by typing, and what else can be done with templates while writing. */
export function TemplatePicker({ list, onChoose, isManageable, onSave, onClose }: TemplatePickerProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [items, setItems] = useState<readonly TemplateItem[]>();
  const [failure, setFailure] = useState("");
  useEffect(() => {
    list().then(setItems, (error: unknown) => setFailure(messageOf(error, t("The templates could not be loaded."))));
  }, [list]);
  const found = matchingTemplates(items ?? [], typed, 200);
  const actions: Entry[] = [
    ...(onSave ? [{ key: "save", label: t("Save this text as a template…"), run: onSave }] : []),
    ...(isManageable ? [{ key: "manage", label: t("Manage templates"), run: () => void navigate("/templates") }] : []),
  ];
  const entries: Entry[] = [
    ...found.map((item) => ({ key: item.id, label: item.name, item, run: () => onChoose(item) })),
    ...actions,
  ];
  const run = (entry: Entry) => {
    if (!entry.item) onClose();
    entry.run();
  };
  return (
    <PickDialog label={t("Templates")} width="max-w-[520px]" onClose={onClose}>
      <Autocomplete.Root
        open
        inline
        items={entries}
        itemToStringValue={({ label }: Entry) => label}
        value={typed}
        onValueChange={setTyped}
        // They are found already, also by their short names.
        filter={() => true}
        autoHighlight="always"
        keepHighlight
      >
        <PickInput label={t("Find a template")} placeholder={t("Insert template…")} maxLength={100} />
        {failure && (
          <p role="alert" className="shrink-0 border-b border-line bg-bad-bg px-4 py-2 text-sm text-bad">
            {failure}
          </p>
        )}
        <p role="status" className="px-4 pt-4 text-center text-sm text-text-3 empty:hidden">
          {items?.length === 0 && t("There are no templates yet.")}
          {items && items.length > 0 && found.length === 0 && t("No template has these words.")}
        </p>
        <Autocomplete.List className={pickListClass}>
          {(entry: Entry) => (
            <Autocomplete.Item key={entry.key} value={entry} onClick={() => run(entry)} className={pickItemClass}>
              <EntryIcon entry={entry} />
              <span className="min-w-0 flex-1 truncate">
                {entry.label}
                {entry.item?.shortName && <span className="ms-2 text-sm text-text-3">;{entry.item.shortName}</span>}
              </span>
              {entry.item?.isShared && <Badge size="sm">{t("Company")}</Badge>}
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </PickDialog>
  );
}

function EntryIcon({ entry: { key, item } }: { entry: Entry }) {
  const Icon = item ? LayoutTemplate : key === "save" ? BookmarkPlus : Settings2;
  return <Icon className="size-4 shrink-0 text-text-3" aria-hidden="true" />;
}
