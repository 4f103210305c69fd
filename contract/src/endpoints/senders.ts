import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, id, instant, oneSpelling } from "../fields.ts";
import { unsubscribeMethods } from "../rules/unsubscribe.ts";
import { t } from "../text/t.ts";

/** How far back the senders are counted. */
export const senderPeriods = [30, 90, 365] as const;
export const maxChosenSenders = 50;

export const mailSender = z.object({
  /** In lower case. */
  address: z.string(),
  name: z.string(),
  /** Received mail of the period outside Spam and Trash, and how much of it was read. */
  messages: z.number().int(),
  read: z.number().int(),
  lastAt: instant,
  lastId: id,
  /** A list or a program writes, by its last mail. */
  isList: z.boolean(),
  unsubscribe: z.enum(unsubscribeMethods).nullable(),
  /** For `link`: the address of the list's page. */
  unsubscribeTo: z.string().nullable(),
  unsubscribedAt: instant.nullable(),
  isBlocked: z.boolean(),
});
export type MailSender = z.output<typeof mailSender>;

const addresses = z
  .array(oneSpelling(t("Address")).min(1, t("Address is required")).max(500, t("Address is too long")))
  .min(1, t("Choose at least one sender"))
  .max(maxChosenSenders, t("Too many senders at once"));

export const unsubscribed = z.object({
  method: z.enum(unsubscribeMethods),
  /** Null for `link`: only the list's page can do it. */
  unsubscribedAt: instant.nullable(),
  /** For `link`: the page to open. */
  link: z.string().nullable(),
});

export const senders = {
  unsubscribe: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/messages/{id}/unsubscribe",
    summary: "Leave the mailing list of a message, by a call or a mail; doing it twice is harmless",
    params: byId,
    response: unsubscribed,
    perMinute: 30,
  }),
  list: endpoint({
    ...personal,
    method: "GET",
    path: "/mail/senders",
    summary: "List the 100 senders that write most, with how many of their messages were read",
    query: z.strictObject({
      days: z
        .enum(["30", "90", "365"], t("Days must be 30, 90 or 365"))
        .default("90")
        .transform((days) => Number(days)),
    }),
    response: z.object({ items: z.array(mailSender) }),
  }),
  unsubscribeAll: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/senders/unsubscribe",
    summary: "Leave the mailing lists of several senders",
    body: z.strictObject({ addresses }),
    response: z.object({
      /** `link`: only the list's page can do it. `none`: the sender offers no way. */
      items: z.array(
        z.object({
          address: z.string(),
          outcome: z.enum(["unsubscribed", "link", "none", "failed"]),
          /** A sentence for the reader, if it failed. */
          message: z.string().nullable(),
        }),
      ),
    }),
    perMinute: 6,
  }),
  archive: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/senders/archive",
    summary:
      "Archive the newest messages of senders that are in the inbox, at most 500 at once; can be undone like any action",
    body: z.strictObject({ addresses }),
    response: z.object({
      /** Null if there was nothing to archive. */
      actionId: id.nullable(),
      ids: z.array(id),
      /** There are more: call again. */
      hasMore: z.boolean(),
    }),
  }),
  block: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/senders/block",
    summary: "Block or unblock senders: new mail of a blocked sender goes to Spam",
    body: z.strictObject({ addresses, blocked: z.boolean().default(true) }),
    response: z.object({ addresses: z.array(z.string()) }),
  }),
  blocked: endpoint({
    ...personal,
    method: "GET",
    path: "/mail/senders/blocked",
    summary: "List the blocked senders",
    response: z.object({ items: z.array(z.object({ address: z.string(), blockedAt: instant })) }),
  }),
};
