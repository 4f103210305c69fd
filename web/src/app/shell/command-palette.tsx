import { Autocomplete } from "@base-ui/react/autocomplete";
import { Search } from "lucide-react";
import { useState } from "react";
import { type Command, useAllCommands } from "#lib/hooks/shortcuts.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { KeyCaps } from "#components/ui/key-cap.tsx";
import { PickDialog, PickInput, pickItemClass, pickListClass } from "#components/ui/pick-dialog.tsx";

type CommandGroup = { value: string; items: Command[] };

/** All commands of the page and the shell, filtered by the typed text. The text can be searched for in the mail too. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const search = typed.trim();
  const groups = [
    ...grouped(useAllCommands()),
    ...(search
      ? [
          {
            value: mailGroup,
            items: [
              {
                label: `Search mail for “${search}”`,
                group: mailGroup,
                icon: <Search className="size-4" />,
                run: () => void navigate(`/inbox?${new URLSearchParams({ q: search })}`),
              },
            ],
          },
        ]
      : []),
  ];
  const run = (command: Command) => {
    onClose();
    // Runs after the palette has returned the focus, so that the command can move it.
    setTimeout(command.run);
  };
  return (
    <PickDialog label="Command palette" width="max-w-[600px]" onClose={onClose}>
      <Autocomplete.Root
        open
        inline
        items={groups}
        itemToStringValue={(command: Command) => command.label}
        value={typed}
        onValueChange={setTyped}
        filter={(command: Command, query) => command.label.toLowerCase().includes(query.trim().toLowerCase())}
        autoHighlight="always"
        keepHighlight
      >
        <PickInput label="Commands and mail" placeholder="Type a command or search mail…" />
        <Autocomplete.List className={pickListClass}>
          {(group: CommandGroup) => (
            <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
              <Autocomplete.GroupLabel className="flex h-7 items-center px-2.5 text-xs font-medium text-text-3">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(command: Command) => (
                  <Autocomplete.Item
                    key={command.label}
                    value={command}
                    onClick={() => run(command)}
                    className={pickItemClass}
                  >
                    <span className="text-text-3" aria-hidden="true">
                      {command.icon}
                    </span>
                    <span className="min-w-0 flex-1 truncate">{command.label}</span>
                    {command.keys && <KeyCaps keys={command.keys} />}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </PickDialog>
  );
}

const mailGroup = "Mail";

/** Groups the commands: the page's groups before the shell's, and the assistant's commands first in each. */
function grouped(commands: readonly Command[]): CommandGroup[] {
  const groups = Map.groupBy(
    commands.toSorted((a, b) => Number(b.isAi ?? false) - Number(a.isAi ?? false)),
    ({ group }) => group,
  );
  const last = ["Go to", "General"];
  const order = [...groups.keys()].toSorted((a, b) => last.indexOf(a) - last.indexOf(b));
  return order.map((value) => ({ value, items: groups.get(value) ?? [] }));
}
