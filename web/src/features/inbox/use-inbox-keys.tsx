import type { MailView } from "@intellibox/contract/rules/folders";
import { t } from "@intellibox/contract/text/t";
import { type Command, useShortcuts } from "#lib/hooks/shortcuts.ts";
import type { AiWork } from "#api/inbox-works.ts";
import type { MenuEntry } from "#components/ui/menu.tsx";
import type { CommandName, MessageCommands } from "./actions/message-commands.ts";
import { goToPlace, placeNames } from "./folders/places.ts";
import { refreshKeys } from "./refresh-control.tsx";

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

/**
 * Registers the inbox's commands. Those of a message work as soon as it is chosen, before its pane has loaded. Icons that only the
 * palette shows are its own.
 */
export function useInboxKeys(keys: InboxKeys) {
  const { commands } = keys;
  const command = (label: string, key: string, run: () => void): Command => ({ label, group, keys: key, run });
  const ai = (label: string, key: string, work: AiWork): Command => ({
    ...command(label, key, () => keys.ask(work)),
    isAi: true,
  });
  const always: Command[] = [
    { ...command(t("Next message"), "j", () => keys.move(1)), repeats: true },
    { ...command(t("Previous message"), "k", () => keys.move(-1)), repeats: true },
    command(t("Search mail"), "/", keys.search),
    command(t("Select all"), "shift+x", keys.chooseAll),
    command(t("Refresh"), refreshKeys, keys.refresh),
    command(t("Back to the list"), "escape", keys.back),
  ];
  const withMessage: Command[] = [
    command(t("Select message"), "x", keys.choose),
    command(t("Reply, or reply all if you chose so"), "r", keys.reply),
    command(t("Read message"), "enter", keys.open),
    ...keys.files.map(commandOf),
    ai(t("Summarize"), "s", "summary"),
    ai(t("Extract tasks"), "t", "tasks"),
    ai(t("Draft reply"), "shift+r", "draft"),
  ];
  const filing = commands ? order.map((name) => commandOf(commands[name])) : [];
  // The shell goes to these places too. Here the open message is left at once, so that the next key does not act on it.
  const goTo = placeNames.flatMap((place): Command[] =>
    place === "scheduled" || place === "followUps" ? [] : [{ ...goToPlace(place), run: () => keys.showView(place) }],
  );
  useShortcuts([...always, ...filing, ...(keys.hasMessage ? withMessage : []), ...goTo]);
}

const commandOf = ({ label, keys, Icon, run }: MenuEntry): Command => ({
  ...{ label, group, icon: <Icon className="size-4" />, run },
  ...(keys && { keys }),
});
