/** The colours that a mailbox can have. Each is readable on the light and on the dark theme, and always stands beside a name. */
export const mailboxColors = ["red", "orange", "green", "teal", "blue", "purple", "pink", "grey"] as const;
export type MailboxColor = (typeof mailboxColors)[number];

export const maxMailboxName = 60;
/** In minutes. The installation's default applies if a mailbox has no interval of its own. */
export const syncMinutes = { min: 1, max: 60 } as const;

/** Why attachments that were left on a mailbox's server are not fetched in the background: this installation's disk is full. */
export const leftFaults = ["full"] as const;

/** The most aliases of a mailbox. */
export const maxAliases = 20;
