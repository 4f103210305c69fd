import type { QueryKey } from "@tanstack/react-query";

const ownKinds = ["menus", "me", "profile", "people"];
const inboxKinds = ["threads", "message", "mailboxes", "folders"];

/** True if the answers of a query are kept on the device: the inbox and what is needed to write, but no searches. */
export function isKeptQuery([kind, part, filter]: QueryKey) {
  if (kind === "inbox") return inboxKinds.includes(String(part)) && !(filter as { q?: string } | undefined)?.q;
  return ownKinds.includes(String(kind)) && part === undefined;
}

export const isMessageQuery = ([kind, part]: QueryKey) => kind === "inbox" && part === "message";
export const isListQuery = ([kind, part]: QueryKey) => kind === "inbox" && part === "threads";
