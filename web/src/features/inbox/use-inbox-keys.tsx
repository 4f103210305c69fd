import type { MailView } from "@intellibox/contract/rules/folders";
import { ArrowDown, ArrowUp, CheckSquare, CornerDownLeft, Reply, Search, X } from "lucide-react";
import { type Command, useShortcuts } from "#lib/hooks/shortcuts.ts";
import type { AiWork } from "#api/inbox-assistant.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import type { MenuEntry } from "#components/ui/menu.tsx";
import type { CommandName, MessageCommands } from "./actions/message-commands.ts";
import { listedViews, views } from "./folders/views.ts";

const icon = "size-4";
const group = "Inbox";

type InboxKeys = {
  hasMessage: boolean;
  /** The commands for the selected messages, or for the open one. */
  commands: MessageCommands | undefined;
  move: (step: number) => void;
  open: () => void;
  back: () => void;
  choose: () => void;
  search: () => void;
  reply: () => void;
  /** Reply all, forward, print and download. */
  files: readonly MenuEntry[];
  ask: (kind: AiWork) => void;
  showView: (view: MailView) => void;
};

const order: readonly CommandName[] = ["archive", "snooze", "star", "move", "label", "mute", "junk", "read", "trash"];

/** Registers the inbox's commands. Those of a message work as soon as it is chosen, before its pane has loaded. */
export function useInboxKeys(keys: InboxKeys) {
  const { commands } = keys;
  const ai = (label: string, key: string, work: AiWork): Command => ({
    ...{ label, group, keys: key, isAi: true },
    icon: <AiIcon className={icon} />,
    run: () => keys.ask(work),
  });
  const always: Command[] = [
    { label: "Next message", group, keys: "j", icon: <ArrowDown className={icon} />, run: () => keys.move(1) },
    { label: "Previous message", group, keys: "k", icon: <ArrowUp className={icon} />, run: () => keys.move(-1) },
    { label: "Search mail", group, keys: "/", icon: <Search className={icon} />, run: keys.search },
    { label: "Back to the list", group, keys: "escape", icon: <X className={icon} />, run: keys.back },
  ];
  const withMessage: Command[] = [
    { label: "Select message", group, keys: "x", icon: <CheckSquare className={icon} />, run: keys.choose },
    { label: "Reply", group, keys: "r", icon: <Reply className={icon} />, run: keys.reply },
    { label: "Read message", group, keys: "enter", icon: <CornerDownLeft className={icon} />, run: keys.open },
    ...keys.files.map(commandOf),
    ai("Summarize", "s", "summary"),
    ai("Extract tasks", "t", "tasks"),
    ai("Draft reply", "shift+r", "draft"),
  ];
  const filing = commands ? order.map((name) => commandOf(commands[name])) : [];
  const goTo = listedViews.map((view): Command => {
    const { name, Icon, keys: key } = views[view];
    const label = `Show ${name}`;
    return {
      label,
      group: "Folders",
      ...(key && { keys: key }),
      icon: <Icon className={icon} />,
      run: () => keys.showView(view),
    };
  });
  useShortcuts([...always, ...filing, ...(keys.hasMessage ? withMessage : []), ...goTo]);
}

const commandOf = ({ label, keys, Icon, run }: MenuEntry): Command => ({
  ...{ label, group, icon: <Icon className={icon} />, run },
  ...(keys && { keys }),
});
