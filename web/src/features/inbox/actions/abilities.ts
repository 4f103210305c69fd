import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { providerNames } from "#lib/mail/mailbox-name.ts";
import type { FolderLists } from "#api/mail-folders.ts";
import type { Mailboxes } from "#features/inbox/mailbox-words.ts";

/** Why an action cannot be done with the chosen messages; undefined if it can. */
export type Refusals = Record<"move" | "label" | "star" | "snooze", string | undefined>;

type Chosen = Pick<ThreadItem, "boxId" | "folder">;

/** The actions that the mailboxes of the chosen messages do not support, with the reason. Until the folders are loaded, the server decides. */
export function refusalsOf(chosen: readonly Chosen[], lists: FolderLists | undefined, mailboxes: Mailboxes): Refusals {
  const boxIds = [...new Set(chosen.map(({ boxId }) => boxId))];
  const [boxId] = boxIds;
  const canSnooze = chosen.some(({ folder }) => folder === "inbox" || folder === "snoozed");
  const snooze = canSnooze || boxId === undefined ? undefined : t("Only mail in the inbox can be snoozed");
  if (!lists || boxId === undefined) return { move: undefined, label: undefined, star: undefined, snooze };
  const abilities = lists.mailboxes.find(({ mailboxId }) => mailboxId === boxId)?.abilities;
  const provider = mailboxes.get(boxId)?.provider;
  const isLocal = provider === "local";
  const name = provider && !isLocal ? providerNames[provider] : t("This mailbox");
  const several = boxIds.length > 1 ? t("Select messages of one mailbox only") : undefined;
  const noFolders =
    abilities?.folders === false
      ? isLocal
        ? t("{name} has only the standard folders", { name })
        : t("{name} has no folders", { name })
      : undefined;
  const noLabels = abilities?.labels === false ? t("{name} has no labels", { name }) : undefined;
  return {
    move: several ?? noFolders,
    label: several ?? noFolders ?? noLabels,
    snooze,
    star: !several && abilities?.star === false ? t("{name} has no stars", { name }) : undefined,
  };
}
