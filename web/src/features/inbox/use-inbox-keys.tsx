import {
  ArrowDown,
  ArrowUp,
  Check,
  CheckSquare,
  CornerDownLeft,
  MailOpen,
  Reply,
  Search,
  Trash2,
  X,
} from "lucide-react";
import { type Command, useShortcuts } from "#lib/hooks/shortcuts.ts";
import type { AiWork } from "#api/inbox-assistant.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";

const icon = "size-4";
const group = "Inbox";

type InboxKeys = {
  hasMessage: boolean;
  move: (step: number) => void;
  open: () => void;
  back: () => void;
  done: () => void;
  toggleRead: () => void;
  remove: () => void;
  choose: () => void;
  search: () => void;
  reply: () => void;
  ask: (kind: AiWork) => void;
};

/** Registers the inbox's commands. Those of a message work as soon as it is chosen, before its pane has loaded. */
export function useInboxKeys(keys: InboxKeys) {
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
    { label: "Mark as done", group, keys: "e", icon: <Check className={icon} />, run: keys.done },
    { label: "Mark read or unread", group, keys: "u", icon: <MailOpen className={icon} />, run: keys.toggleRead },
    { label: "Delete message", group, keys: "#", icon: <Trash2 className={icon} />, run: keys.remove },
    { label: "Select message", group, keys: "x", icon: <CheckSquare className={icon} />, run: keys.choose },
    { label: "Reply", group, keys: "r", icon: <Reply className={icon} />, run: keys.reply },
    { label: "Read message", group, keys: "enter", icon: <CornerDownLeft className={icon} />, run: keys.open },
    ai("Summarize", "s", "summary"),
    ai("Extract tasks", "t", "tasks"),
    ai("Draft reply", "shift+r", "draft"),
  ];
  useShortcuts(keys.hasMessage ? [...always, ...withMessage] : always);
}
