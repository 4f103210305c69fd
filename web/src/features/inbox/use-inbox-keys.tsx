import type { MailView } from "@intellibox/contract/rules/folders";
import { t } from "@intellibox/contract/text/t";
import { ArrowDown, ArrowUp, CheckSquare, CornerDownLeft, ListChecks, RefreshCw, Reply, Search, X } from "lucide-react";
import { type Command, useShortcuts } from "#lib/hooks/shortcuts.ts";
import type { AiWork } from "#api/inbox-works.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import type { MenuEntry } from "#components/ui/menu.tsx";
import type { CommandName, MessageCommands } from "./actions/message-commands.ts";
import { goToPlace, placeNames } from "./folders/places.ts";
import { placeIcon } from "./folders/views.ts";
import { refreshKeys } from "./refresh-control.tsx";

const icon = "size-4";
const group = t("Inbox");

type InboxKeys = {
  hasMessage: boolean;
  /** The commands for the selected messages, or for the open one. */
  commands: MessageCommands | undefined;
  move: (step: number) => void;
  open: () => void;
  back: () => void;
  choose: () => void;
  chooseAll: () => void;
  search: () => void;
  refresh: () => void;
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
    {
      ...{ label: t("Next message"), group, keys: "j", repeats: true },
      ...{ icon: <ArrowDown className={icon} />, run: () => keys.move(1) },
    },
    {
      ...{ label: t("Previous message"), group, keys: "k", repeats: true },
      ...{ icon: <ArrowUp className={icon} />, run: () => keys.move(-1) },
    },
    { label: t("Search mail"), group, keys: "/", icon: <Search className={icon} />, run: keys.search },
    { label: t("Select all"), group, keys: "shift+x", icon: <ListChecks className={icon} />, run: keys.chooseAll },
    { label: t("Refresh"), group, keys: refreshKeys, icon: <RefreshCw className={icon} />, run: keys.refresh },
    { label: t("Back to the list"), group, keys: "escape", icon: <X className={icon} />, run: keys.back },
  ];
  const withMessage: Command[] = [
    { label: t("Select message"), group, keys: "x", icon: <CheckSquare className={icon} />, run: keys.choose },
    {
      ...{ label: t("Reply, or reply all if you chose so"), group, keys: "r" },
      ...{ icon: <Reply className={icon} />, run: keys.reply },
    },
    { label: t("Read message"), group, keys: "enter", icon: <CornerDownLeft className={icon} />, run: keys.open },
    ...keys.files.map(commandOf),
    ai(t("Summarize"), "s", "summary"),
    ai(t("Extract tasks"), "t", "tasks"),
    ai(t("Draft reply"), "shift+r", "draft"),
  ];
  const filing = commands ? order.map((name) => commandOf(commands[name])) : [];
  // The shell goes to these places too. Here the open message is left at once, so that the next key does not act on it.
  const goTo = placeNames.flatMap((place): Command[] => {
    if (place === "scheduled" || place === "followUps") return [];
    const Icon = placeIcon(place);
    return [{ ...goToPlace(place), icon: <Icon className={icon} />, run: () => keys.showView(place) }];
  });
  useShortcuts([...always, ...filing, ...(keys.hasMessage ? withMessage : []), ...goTo]);
}

const commandOf = ({ label, keys, Icon, run }: MenuEntry): Command => ({
  ...{ label, group, icon: <Icon className={icon} />, run },
  ...(keys && { keys }),
});
