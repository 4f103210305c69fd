import type { BodyOf } from "@intellibox/contract/endpoint";
import type { folders as calls, MailFolder } from "@intellibox/contract/endpoints/folders";
import { t } from "@intellibox/contract/text/t";
import { AppError, invalid, notFound } from "#lib/errors.ts";
import { and, eq, sql } from "#db/orm.ts";
import { only } from "#db/rows.ts";
import { folders } from "#db/tables/folders.ts";
import { MailboxError } from "#outside/mailboxes/mailbox.ts";
import type { Scope } from "#scope.ts";
import { findMailbox } from "#features/mailboxes/mailbox-key.ts";
import { mailboxOwner } from "#features/mailboxes/mailboxes.ts";
import { withMailbox } from "#features/mailboxes/open-mailboxes.ts";
import { requestSync } from "#features/mailboxes/request-sync.ts";
import { storeFolder } from "#features/sync/store-folders.ts";
import { abilitiesOf, lackOfFolders } from "./abilities.ts";
import { isOwn, presentFolder } from "./folders.ts";

/** Creates a folder on the mailbox's server. A folder that has this name already is returned, also if it differs in case. */
export async function createFolder(
  scope: Scope,
  { mailbox: id, name }: BodyOf<typeof calls.create>,
): Promise<MailFolder> {
  const key = { ...mailboxOwner(scope), id };
  const { box, same } = await scope.tx(async (tx) => {
    const found = await findMailbox(tx, key);
    if (!found) throw notFound(t("Mailbox not found"));
    const [known] = await tx
      .select()
      .from(folders)
      .where(
        and(
          isOwn(scope),
          eq(folders.mailboxId, id),
          eq(folders.isSelectable, true),
          sql`lower(array_to_string(${folders.above} || ${folders.name}, '/')) = lower(${name})`,
        ),
      )
      .limit(1);
    return { box: found, same: known };
  });
  if (same) return presentFolder(same, box.kind);
  if (!abilitiesOf(box.kind).createFolder) throw invalid(lackOfFolders(box.kind) ?? t("This mailbox has no folders."));
  const made = await withMailbox(scope, box, async (mailbox) => {
    if (!mailbox.createFolder) throw invalid(t("Folders cannot be created in this mailbox."));
    return mailbox.createFolder(name);
  }).catch((error) => {
    if (!(error instanceof MailboxError)) throw error;
    // The server does not accept the name.
    if (error.fault === "denied") throw invalid(error.message);
    throw new AppError("outside_failed", error.message, { cause: error });
  });
  return scope.tx(async (tx) => {
    await requestSync(scope, tx, mailboxOwner(scope), [id]);
    const folderId = await storeFolder(tx, key, made);
    await scope.publish(tx, mailboxOwner(scope), { kind: "mailboxes", data: { mailbox: id } });
    const rows = await tx
      .select()
      .from(folders)
      .where(and(isOwn(scope), eq(folders.id, folderId)));
    return presentFolder(only(rows), box.kind);
  });
}
