import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, line, shownName, text, wholeNumber } from "../fields.ts";
import { maxSignatureLength } from "../rules/limits.ts";
import { leftFaults, mailboxColors, maxMailboxName, syncMinutes } from "../rules/mailbox-settings.ts";
import { senderKinds } from "../rules/prepared-drafts.ts";
import { t } from "../text/t.ts";
import { connectedMailbox } from "./mailboxes.ts";

/** A missing field keeps its value. */
export const mailboxSettingsForm = z.strictObject({
  /** Shown in place of the address; empty for none. */
  name: line(t("Name"), maxMailboxName).optional(),
  color: z.enum(mailboxColors, t("Choose one of the colours")).nullable().optional(),
  /** Paused: nothing is synced until the mailbox is resumed. Mail can still be sent. */
  isPaused: z.boolean(t("Pause must be true or false")).optional(),
  /** Minutes between two automatic syncs; null for the installation's default. */
  syncMinutes: wholeNumber(t("Minutes"), syncMinutes.min, syncMinutes.max).nullable().optional(),
  /** The server announces new mail at once: IMAP IDLE, or notices of Gmail and Outlook. */
  wantsPush: z.boolean(t("Instant delivery must be true or false")).optional(),
  /** How far back mail is loaded by itself: days, 0 for all, null for the installation's default. */
  historyDays: wholeNumber(t("Days"), 0, 36_500).nullable().optional(),
  /** Delete means for good, after the time to undo; otherwise into the trash. */
  deletesForGood: z.boolean(t("Deleting for good must be true or false")).optional(),
  /** The sender's name on mail from this mailbox; null for the user's own. */
  fromName: shownName(t("From name"), maxMailboxName).nullable().optional(),
  /** The signature of mail from this mailbox, sanitized by the server; null for the user's own, empty for none. */
  signatureHtml: text(t("Signature"), maxSignatureLength).nullable().optional(),
  /** POP3: whether mail stays on the server after it was loaded. */
  leaveOnServer: z.boolean(t("Leaving mail on the server must be true or false")).optional(),
  /** Leave larger attachments on the server until they are opened. Not for POP3 and local mailboxes. */
  leavesFiles: z.boolean(t("Leaving attachments on the server must be true or false")).optional(),
  /** Keep drafts that are written here in the mailbox's Drafts folder, too. */
  keepsDrafts: z.boolean(t("Keeping drafts must be true or false")).optional(),
  /** Whose new mail gets a prepared draft of a reply, if it asks for one; empty for nobody's. */
  preparesFor: z
    .array(z.enum(senderKinds, t("Choose among colleagues, contacts and others")), t("Drafts are prepared for a list"))
    .max(senderKinds.length, t("Choose each kind of sender once"))
    .optional(),
});

/** Facts about a mailbox that only its settings show. */
export const mailboxSettings = z.object({
  syncMinutes: z.number().int().nullable(),
  /** The interval that null stands for. */
  defaultSyncMinutes: z.number().int(),
  /** The days that null stands for in `historyDays`: 0 for all; null if nothing is loaded by itself. */
  defaultHistoryDays: z.number().int().nullable(),
  wantsPush: z.boolean(),
  /** Whether its server can announce new mail to this installation. */
  canPush: z.boolean(),
  fromName: z.string().nullable(),
  signatureHtml: z.string().nullable(),
  /** POP3 only; null for others. */
  leaveOnServer: z.boolean().nullable(),
  /** Larger attachments stay on the server until they are opened; null if the mailbox cannot leave them there. */
  leavesFiles: z.boolean().nullable(),
  /** The size of its messages that are stored here. */
  storageBytes: z.number().int(),
  /** Whose new mail gets a prepared draft; empty if that is off. */
  preparesFor: z.array(z.enum(senderKinds)),
  /** The size of attachments that are still on the server only. */
  leftBytes: z.number().int(),
  /** Why they could not be fetched in the background; null if they could, or were not to be. */
  leftFault: z.enum(leftFaults).nullable(),
});
export type MailboxSettings = z.output<typeof mailboxSettings>;

export const mailboxSettingsCalls = {
  get: endpoint({
    ...personal,
    method: "GET",
    path: "/mail/mailboxes/{id}/settings",
    summary: "Get the sync settings of a mailbox and the size of its mail",
    params: byId,
    response: mailboxSettings,
  }),
  update: endpoint({
    ...personal,
    method: "PUT",
    path: "/mail/mailboxes/{id}",
    summary: "Change the name, the colour and the sync settings of a mailbox",
    params: byId,
    body: mailboxSettingsForm,
    response: connectedMailbox,
  }),
  resync: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/mailboxes/{id}/resync",
    summary: "Read a mailbox again from scratch: uploads local changes, then compares all mail with its server",
    params: byId,
    response: connectedMailbox,
    status: 202,
    perMinute: 10,
  }),
};
