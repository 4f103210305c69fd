import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { type Command, useAllCommands } from "#lib/hooks/shortcuts.ts";
import { KeyCaps } from "#components/ui/key-cap.tsx";
import { backdropClass } from "#components/ui/modal.tsx";

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
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center px-3 pt-[12vh]">
          <Dialog.Popup
            aria-label="Command palette"
            className="flex max-h-[min(26rem,76dvh)] w-full max-w-[600px] flex-col overflow-hidden rounded-dialog bg-surface shadow-popup transition-[opacity,scale] duration-180 outline-none data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0"
          >
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
              <div className="flex h-13 shrink-0 items-center gap-3 border-b border-line px-4">
                <Search className="size-4 shrink-0 text-text-3" aria-hidden="true" />
                <Autocomplete.Input
                  aria-label="Commands and mail"
                  placeholder="Type a command or search mail…"
                  className="h-full min-w-0 flex-1 bg-transparent text-md outline-none max-md:text-[1rem]"
                />
                <Dialog.Close className="rounded-item pointer-coarse:flex pointer-coarse:size-11 pointer-coarse:items-center pointer-coarse:justify-center">
                  <span className="sr-only">Close</span>
                  <KeyCaps keys="escape" />
                </Dialog.Close>
              </div>
              <Autocomplete.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto px-2 py-2 data-empty:hidden">
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
                          className="flex h-10 cursor-default items-center gap-3 rounded-control px-2.5 text-base outline-none select-none data-highlighted:bg-selected pointer-coarse:h-11"
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
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
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
