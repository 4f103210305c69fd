import { Autocomplete } from "@base-ui/react/autocomplete";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { type Command, useAllCommands } from "#lib/hooks/shortcuts.ts";
import { KeyCaps } from "#components/ui/key-cap.tsx";
import { PickDialog, PickInput, pickItemClass, pickListClass } from "#components/ui/pick-dialog.tsx";
import { commandIcon } from "./command-icons.tsx";
import { type PaletteItem, usePaletteFinds } from "./palette-finds.tsx";

type PaletteGroup = { value: string; items: PaletteItem[] };

/** All commands of the page and the shell, and the mail and people that the typed text finds. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const finds = usePaletteFinds(typed.trim());
  const commands = useAllCommands().map((command) => ({
    ...command,
    id: `${command.group} ${command.label}`,
    icon: commandIcon(command),
  }));
  const groups = grouped([...commands, ...finds.items]);
  const run = (command: Command) => {
    onClose();
    // Runs after the palette has returned the focus, so that the command can move it.
    setTimeout(command.run);
  };
  return (
    <PickDialog label={t("Command palette")} width="max-w-[600px]" onClose={onClose}>
      <Autocomplete.Root
        open
        inline
        items={groups}
        itemToStringValue={(item: PaletteItem) => item.label}
        value={typed}
        onValueChange={setTyped}
        filter={(item: PaletteItem, query) =>
          item.isFound === true || item.label.toLowerCase().includes(query.trim().toLowerCase())
        }
        autoHighlight="always"
        keepHighlight
      >
        <PickInput label={t("Commands and mail")} placeholder={t("Find mail, people, pages and actions…")} />
        <Autocomplete.List className={pickListClass}>
          {(group: PaletteGroup) => (
            <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
              <Autocomplete.GroupLabel className="flex h-7 items-center px-2.5 text-xs font-medium text-text-3">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(command: PaletteItem) => (
                  <Autocomplete.Item
                    key={command.id}
                    value={command}
                    onClick={() => run(command)}
                    className={pickItemClass}
                  >
                    <span className="text-text-3" aria-hidden="true">
                      {command.icon}
                    </span>
                    <span className="min-w-0 flex-1 truncate">
                      {command.label}
                      {command.hint && <span className="ms-2 text-sm text-text-3">{command.hint}</span>}
                    </span>
                    {command.keys && <KeyCaps keys={command.keys} />}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        <p role="status" className="shrink-0 border-t border-line px-4 py-2 text-xs text-text-3 empty:hidden">
          {stateWords(finds)}
        </p>
      </Autocomplete.Root>
    </PickDialog>
  );
}

function stateWords({ isSearching, hasFailed, hasNone }: ReturnType<typeof usePaletteFinds>) {
  if (isSearching) return t("Searching mail…");
  if (hasFailed) return t("Mail could not be searched.");
  return hasNone ? t("No mail and no person has these words.") : null;
}

/** Groups the entries: the page's groups before the shell's and what was found, and the assistant's commands first in each. */
function grouped(items: readonly PaletteItem[]): PaletteGroup[] {
  const groups = Map.groupBy(
    items.toSorted((a, b) => Number(b.isAi ?? false) - Number(a.isAi ?? false)),
    ({ group }) => group,
  );
  const last = [t("Go to"), t("Folders"), t("General"), t("Mail"), t("Templates"), t("People")];
  const order = [...groups.keys()].toSorted((a, b) => last.indexOf(a) - last.indexOf(b));
  return order.map((value) => ({ value, items: groups.get(value) ?? [] }));
}
