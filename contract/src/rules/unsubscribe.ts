/** How a list is left: by a call of ours (RFC 8058), by a mail, or by its own page. */
export const unsubscribeMethods = ["oneClick", "mail", "link"] as const;
export type UnsubscribeMethod = (typeof unsubscribeMethods)[number];
