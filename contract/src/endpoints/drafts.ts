import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, done, id, instant, line, text } from "../fields.ts";
import { tones } from "../rules/choices.ts";
import { t } from "../text/t.ts";
import { mailAttachment } from "./inbox.ts";
import { maxMessageLength } from "./outbox.ts";

/** The unanswered mail that a draft follows up on. Sending the draft continues that thread and settles the follow-up. */
const followedUp = z.strictObject({
  followUpId: id,
  inReplyTo: text(t("Message id"), 1000),
  references: z.array(text(t("Message id"), 1000)).max(200, t("Too many references")),
  subject: text(t("Subject"), 1000),
});
export type FollowedUp = z.output<typeof followedUp>;

/** A mail while it is being written. Files are not stored: they must be attached again on another device. */
export const draftContent = z.strictObject({
  intent: text(t("Intent"), 20_000),
  tone: z.enum(tones),
  /** Extra context; in a reply, the answered mail. */
  extra: text(t("Extra context"), 400_000),
  to: text(t("To"), 50_000),
  cc: text(t("Cc"), 50_000).default(""),
  bcc: text(t("Bcc"), 50_000).default(""),
  /** The mailbox to send from, if the writer chose one. */
  mailboxId: id.nullable().default(null),
  /** The alias of that mailbox to send from, if the writer chose one. */
  alias: line(t("Address"), 254).default(""),
  subject: text(t("Subject"), 1000),
  bodyHtml: text(t("The message"), maxMessageLength),
  followsUp: followedUp.nullable().default(null),
  /** The message that is appended when the draft is sent. */
  forward: id.nullable().default(null),
});
export type DraftContent = z.output<typeof draftContent>;

/** Identifies one state of a draft. The client makes it, so that after a lost answer it recognizes its own change. */
const version = z.string().regex(/^[0-9a-f]{32}$/, t("Version is not valid"));

export const keptDraft = draftContent.extend({ version, savedAt: instant }).strip();
export type KeptDraft = z.output<typeof keptDraft>;

const params = z.object({ about: z.string().regex(/^[\x21-\x7e]{1,250}$/, t("The name of the draft is not valid")) });
const ownDraft = { ...personal, params } as const;
const path = "/compose/drafts/{about}";

/** A draft that was begun here. */
export const ownDraftItem = z.object({
  /** `composeDraftName`, the Message-ID of the answered mail, or `forwardDraftName` of a forwarded one. */
  about: z.string(),
  version,
  to: z.string(),
  subject: z.string(),
  /** The beginning of its text. */
  snippet: z.string(),
  savedAt: instant,
  /** The id of the answered or forwarded message; null for a draft of Compose, and if that message is not stored any more. */
  answeredId: id.nullable(),
  /** The message that is its copy in a mailbox's Drafts folder; null if there is none, or if it is not synced yet. */
  copyId: id.nullable(),
});
export type OwnDraftItem = z.output<typeof ownDraftItem>;

/** A draft in the Drafts folder of a mailbox, with all that an editor needs to continue it. */
export const mailDraft = z.object({
  /** The id of the message. Its files are attachments of that message. */
  id,
  mailboxId: id,
  account: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  subject: z.string(),
  /** Not sanitized, with its pictures inline. The editor takes over what it knows. */
  html: z.string(),
  inReplyTo: z.string().nullable(),
  references: z.array(z.string()),
  files: z.array(mailAttachment.omit({ inline: true })),
});
export type MailDraft = z.output<typeof mailDraft>;

export const drafts = {
  list: endpoint({
    ...personal,
    method: "GET",
    path: "/compose/drafts",
    summary: "List the caller's drafts that were begun here, newest first",
    response: z.object({ items: z.array(ownDraftItem) }),
  }),
  readMail: endpoint({
    ...personal,
    method: "GET",
    path: "/mail/drafts/{id}",
    summary: "Get a draft of a mailbox's Drafts folder, to continue it; 404 if the message is in another folder",
    params: byId,
    response: mailDraft,
  }),
  get: endpoint({
    ...ownDraft,
    method: "GET",
    path,
    summary: "Get a draft as it was last saved on any device",
    response: z.object({ draft: keptDraft.nullable() }),
  }),
  keep: endpoint({
    ...ownDraft,
    method: "PUT",
    path,
    summary: "Save a draft; 409 if another device has saved a newer one",
    perMinute: 120,
    maxBodyBytes: 6 * 1024 * 1024,
    body: draftContent.extend({
      version,
      /** The version that this one changes; null if there was none. */
      basedOn: version.nullable(),
    }),
    response: z.object({ version, savedAt: instant }),
  }),
  forget: endpoint({
    ...ownDraft,
    method: "DELETE",
    path,
    summary: "Delete a draft; 409 if another device has saved a newer one",
    query: z.strictObject({ basedOn: version.optional() }),
    response: done,
  }),
};
