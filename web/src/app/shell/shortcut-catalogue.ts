/** The shortcuts that a page registers only while they can be used. The list of shortcuts shows them on every page. */
type Shortcut = { group: string; label: string; keys: string };

const of = (group: string, labels: Record<string, string>): Shortcut[] =>
  Object.entries(labels).map(([keys, label]) => ({ group, label, keys }));

export const catalogue: readonly Shortcut[] = [
  ...of("Inbox", {
    j: "Next message",
    k: "Previous message",
    enter: "Read message",
    escape: "Back to the list",
    x: "Select message",
    "shift+x": "Select all",
    "/": "Search mail",
    "shift+u": "Refresh",
    r: "Reply",
    a: "Reply all",
    f: "Forward",
    e: "Archive, or move to Inbox",
    h: "Snooze",
    "*": "Star, or remove the star",
    v: "Move to folder",
    l: "Label",
    m: "Mute, or unmute",
    "!": "Report spam, or not spam",
    u: "Mark as read or unread",
    "#": "Delete",
    p: "Print",
    n: "Next message of the conversation",
    "shift+n": "Previous message of the conversation",
    s: "Summarize",
    t: "Extract tasks",
    "shift+r": "Draft reply",
  }),
  ...of("Writing", { "mod+enter": "Send, or generate from within the brief" }),
];

/** All shortcuts: those that are registered now, and the others of the catalogue. */
export function allShortcuts(registered: readonly { group: string; label: string; keys?: string }[]): Shortcut[] {
  const now = registered.flatMap(({ group, label, keys }) => (keys ? [{ group, label, keys }] : []));
  const used = new Set(now.map(({ keys }) => keys));
  const order = ["Inbox", "Writing", "Folders", "Go to", "General"];
  const rank = ({ group }: Shortcut) => (order.includes(group) ? order.indexOf(group) : -1);
  const known = catalogue.filter(({ keys }) => !used.has(keys));
  return [...now, ...known].toSorted((a, b) => rank(a) - rank(b));
}
