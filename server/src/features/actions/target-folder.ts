import type { BodyOf } from "@intellibox/contract/endpoint";
import type { actions as calls, MailAction } from "@intellibox/contract/endpoints/actions";
import { t } from "@intellibox/contract/text/t";
import { invalid, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { folders } from "#db/tables/folders.ts";
import type { Scope } from "#scope.ts";
import { lackOfFolders } from "#features/folders/abilities.ts";
import type { ChosenMessage } from "./chosen-messages.ts";
import type { PlacedFolder } from "./plan-places.ts";

export type TargetFolder = PlacedFolder & { mailboxId: string };

const needsFolder = new Set<MailAction>(["move", "label", "unlabel"]);

/** Undefined for an action that needs no folder. */
export async function findTarget(
  tx: Tx,
  { tenantId, user }: Scope,
  { action, folderId }: BodyOf<typeof calls.apply>,
): Promise<TargetFolder | undefined> {
  if (!needsFolder.has(action)) return undefined;
  if (!folderId) throw invalid(t("Choose a folder"), { folderId: t("Choose a folder") });
  const rows = await tx
    .select({
      id: folders.id,
      role: folders.role,
      kind: folders.kind,
      mailboxId: folders.mailboxId,
      isSelectable: folders.isSelectable,
    })
    .from(folders)
    .where(and(eq(folders.tenantId, tenantId), eq(folders.userId, user.id), eq(folders.id, folderId)));
  const found = firstOr(rows, notFound(t("Folder not found")));
  if (action === "unlabel") return found;
  if (!found.isSelectable) throw invalid(t("This folder can only hold other folders. Choose one of them."));
  if (found.role === "sent" || found.role === "drafts")
    throw invalid(t("Mail cannot be moved to Sent or Drafts. Choose another folder."));
  return found;
}

/** A sentence for the reader, or undefined if the message's mailbox can do it. */
export function reasonToSkip(
  action: MailAction,
  { kind, mailboxId }: ChosenMessage,
  target: TargetFolder | undefined,
): string | undefined {
  if (!target) return undefined;
  if (target.mailboxId !== mailboxId) return lackOfFolders(kind) ?? t("The folder belongs to another mailbox.");
  if (action !== "move" && target.kind !== "label") return t("Its mailbox has no labels. Move it to a folder instead.");
  return undefined;
}
