// Settings of a mailbox, which its owner chooses.
import type { api } from "@intellibox/contract/api";
import type { BodyOf, ResponseOf } from "@intellibox/contract/endpoint";
import { looksLikeAddress } from "@intellibox/contract/rules/send-as";
import { t } from "@intellibox/contract/text/t";
import { invalid } from "#lib/errors.ts";
import { cleanWritten } from "#lib/html/clean-written.ts";
import { sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { Scope } from "#scope.ts";
import { keepDraftsFor } from "#features/prepared-draft-state/drop-drafts.ts";
import { canKeepDrafts } from "./can-keep-drafts.ts";
import { fetchLeftJob, onePer } from "./fetch-left-job.ts";
import { isMailbox, type MailboxRow } from "./mailbox-key.ts";
import { mailboxOwner, ownMailbox, paused, presentMailbox } from "./mailboxes.ts";
import { askForChannel, pushKinds } from "./push/channels.ts";
import { requestSync } from "./request-sync.ts";
import { storageOf } from "./storage-sums.ts";
import { defaultSyncMinutes } from "./sync-interval.ts";

type Form = BodyOf<typeof api.mailboxSettings.update>;

export const getMailboxSettings = (scope: Scope, id: string): Promise<ResponseOf<typeof api.mailboxSettings.get>> =>
  scope.tx(async (tx) => {
    const row = await ownMailbox(tx, scope, id);
    return {
      syncMinutes: row.syncMinutes,
      defaultSyncMinutes: defaultSyncMinutes[row.kind],
      defaultHistoryDays: scope.config.historyDays === "off" ? null : scope.config.historyDays,
      wantsPush: row.wantsPush,
      canPush: canPush(scope, row),
      fromName: row.fromName,
      signatureHtml: row.signatureHtml,
      leaveOnServer: row.kind === "pop3" ? row.leaveOnServer : null,
      preparesFor: row.preparesFor,
      leavesFiles: canLeaveFiles(row) ? row.leavesFiles : null,
      ...(await storageOf(tx, scope, row)),
      leftFault: row.leavesFiles ? null : row.leftFault,
    };
  });

const canPush = ({ config }: Pick<Scope, "config">, { kind }: MailboxRow) =>
  kind === "imap" || pushKinds(config).some((one) => one === kind);

/** POP3 sends whole messages only, and the mail of a local mailbox is here already. */
const canLeaveFiles = ({ kind }: MailboxRow) => kind !== "pop3" && kind !== "local";

/** Settings that change what is synced or when: a sync follows at once. */
const ofSync = ["isPaused", "syncMinutes", "wantsPush", "historyDays", "keepsDrafts", "leaveOnServer"] as const;

/** A sync locks its mailbox while it stores a batch, which takes longer than other calls wait if the machine is busy. */
const asLongAsBatches = { statementSeconds: 20 };

/** A greater depth of history is loaded at once. A smaller one deletes nothing. */
export const updateMailboxSettings = (scope: Scope, id: string, form: Form) =>
  scope.tx(async (tx) => {
    const owner = mailboxOwner(scope);
    const row = await ownMailbox(tx, scope, id, { lock: true });
    refuse(scope, row, form);
    const { historyDays, fromName, signatureHtml, preparesFor, ...rest } = form;
    const changes = {
      ...rest,
      ...(fromName !== undefined && { fromName: fromName || null }),
      ...(signatureHtml !== undefined && { signatureHtml: signatureHtml && cleanWritten(signatureHtml) }),
      ...(historyDays !== undefined && { historyDays, isHistoryDone: false }),
      ...(preparesFor && {
        preparesFor: [...new Set(preparesFor)],
        preparesSince: preparesFor.length > 0 ? (row.preparesSince ?? sql`now()`) : null,
      }),
    };
    if (Object.keys(changes).length > 0)
      await tx
        .update(mailboxes)
        .set(changes)
        .where(isMailbox({ ...owner, id }));
    if (preparesFor) await keepDraftsFor(tx, { ...owner, id }, preparesFor);
    // Fetches the attachments that were left so far.
    if (form.leavesFiles === false && row.leavesFiles)
      await scope.enqueue(tx, fetchLeftJob, { ...owner, id }, onePer(id));
    if (ofSync.some((field) => form[field] !== undefined)) await requestSync(scope, tx, owner, [id]);
    const isCloud = row.kind === "gmail" || row.kind === "outlook";
    if (isCloud && (form.isPaused !== undefined || form.wantsPush !== undefined))
      await askForChannel(scope, tx, { ...owner, id });
    await scope.publish(tx, owner, { kind: "mailboxes", data: { mailbox: id } });
    return presentMailbox(await ownMailbox(tx, scope, id), scope);
  }, asLongAsBatches);

/** The sync that follows begins it, after it has uploaded what was done here. A sync under way is not disturbed. */
export const resyncMailbox = (scope: Scope, id: string) =>
  scope.tx(async (tx) => {
    const { kind, isPaused, email } = await ownMailbox(tx, scope, id, { lock: true });
    if (kind === "local")
      throw invalid(t("This mailbox is part of Intellibox, so there is no server to compare it with."));
    if (isPaused) throw paused(email);
    const owner = mailboxOwner(scope);
    await tx
      .update(mailboxes)
      .set({ resyncWantedAt: sql`now()` })
      .where(isMailbox({ ...owner, id }));
    await requestSync(scope, tx, owner, [id]);
    return presentMailbox(await ownMailbox(tx, scope, id), scope);
  }, asLongAsBatches);

function refuse(scope: Scope, row: MailboxRow, form: Form) {
  if (form.keepsDrafts && !canKeepDrafts(row.kind)) throw invalid(t("This mailbox cannot keep drafts."));
  if (form.leaveOnServer !== undefined && row.kind !== "pop3")
    throw invalid(t("Only POP3 mailboxes choose whether mail stays on the server."));
  if (form.leavesFiles !== undefined && !canLeaveFiles(row))
    throw invalid(
      row.kind === "pop3"
        ? t("A POP3 server sends whole messages only, so attachments always come with the mail.")
        : t("This mailbox is part of Intellibox, so its attachments are always here."),
    );
  if (form.fromName && looksLikeAddress(form.fromName) && form.fromName.toLowerCase() !== row.email.toLowerCase())
    throw invalid(t("Name may not look like an email address"), {
      fromName: t("Name may not look like an email address"),
    });
  if (form.isPaused && row.kind === "local")
    throw invalid(t("This mailbox is part of Intellibox, so it cannot be paused."));
  if (form.wantsPush && !canPush(scope, row))
    throw invalid(t("The server of this mailbox cannot announce new mail here."));
}
