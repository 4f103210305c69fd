import { t } from "@intellibox/contract/text/t";

/** The shortcuts that a page registers only while they can be used. The list of shortcuts shows them on every page. */
type Shortcut = { group: string; label: string; keys: string };

const of = (group: string, labels: Record<string, string>): Shortcut[] =>
  Object.entries(labels).map(([keys, label]) => ({ group, label, keys }));

export const catalogue: readonly Shortcut[] = [
  ...of(t("Inbox"), {
    j: t("Next message"),
    k: t("Previous message"),
    enter: t("Read message"),
    escape: t("Back to the list"),
    x: t("Select message"),
    "shift+x": t("Select all"),
    "/": t("Search mail"),
    "shift+u": t("Refresh"),
    r: t("Reply, or reply all if you chose so"),
    a: t("Reply all"),
    f: t("Forward"),
    e: t("Archive, or move to Inbox"),
    h: t("Snooze"),
    "*": t("Star, or remove the star"),
    v: t("Move to folder"),
    l: t("Label"),
    m: t("Mute, or unmute"),
    "!": t("Report spam, or not spam"),
    u: t("Mark as read or unread"),
    "#": t("Delete"),
    p: t("Print"),
    n: t("Next message of the conversation"),
    "shift+n": t("Previous message of the conversation"),
    s: t("Summarize"),
    t: t("Extract tasks"),
    "shift+t": t("Translate"),
    "shift+r": t("Draft reply"),
  }),
  ...of(t("Writing"), {
    "mod+enter": t("Send, or generate from within the brief"),
    "mod+j": t("Rewrite the text"),
  }),
  ...of(t("General"), { "mod+j": t("Ask your mail") }),
];

/** All shortcuts: those that are registered now, and the others of the catalogue. */
export function allShortcuts(registered: readonly { group: string; label: string; keys?: string }[]): Shortcut[] {
  const now = registered.flatMap(({ group, label, keys }) => (keys ? [{ group, label, keys }] : []));
  const order = [t("Inbox"), t("Writing"), t("Folders"), t("Go to"), t("General")];
  const rank = ({ group }: Shortcut) => (order.includes(group) ? order.indexOf(group) : -1);
  // One combination does different things with and without an editor: both are listed.
  const isShown = ({ keys, label }: Shortcut) =>
    now.some((one) => one.keys === keys && (one.label === label || !keys.startsWith("mod+")));
  const known = catalogue.filter((shortcut) => !isShown(shortcut));
  return [...now, ...known].toSorted((a, b) => rank(a) - rank(b));
}
