import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, emailField, requiredLine } from "../fields.ts";
import { t } from "../text/t.ts";

/** Why an alias is known to be its owner's: a code that was mailed to it, or the list of the mailbox's provider. */
export const aliasSources = ["code", "provider"] as const;

/** An address that mail may leave from, besides that of its mailbox. */
export const mailboxAlias = z.object({
  /** In lower case. */
  address: z.string(),
  source: z.enum(aliasSources),
  /** Mail may leave from it. */
  isConfirmed: z.boolean(),
});
export type MailboxAlias = z.output<typeof mailboxAlias>;

const mailboxAliases = z.object({
  items: z.array(mailboxAlias),
  /** Gmail and Outlook send only from addresses that are set up there, so that none can be added here. */
  isOfProvider: z.boolean(),
});
export type MailboxAliases = z.output<typeof mailboxAliases>;

export const aliasForm = z.strictObject({ address: emailField(t("Address")) });
export const aliasCodeForm = aliasForm.extend({ code: requiredLine(t("Code"), 20) });

const ofMailbox = { ...personal, params: byId, response: mailboxAliases } as const;

export const mailboxAliasCalls = {
  list: endpoint({
    ...ofMailbox,
    method: "GET",
    path: "/mail/mailboxes/{id}/aliases",
    summary: "List the other addresses that mail from a mailbox may leave from",
  }),
  add: endpoint({
    ...ofMailbox,
    method: "POST",
    path: "/mail/mailboxes/{id}/aliases",
    summary: "Add an alias, and mail a code to it; again for another code",
    body: aliasForm,
    perMinute: 10,
  }),
  confirm: endpoint({
    ...ofMailbox,
    method: "POST",
    path: "/mail/mailboxes/{id}/aliases/confirm",
    summary: "Confirm an alias with the code that was mailed to it",
    body: aliasCodeForm,
    perMinute: 10,
  }),
  refresh: endpoint({
    ...ofMailbox,
    method: "POST",
    path: "/mail/mailboxes/{id}/aliases/refresh",
    summary: "Read the aliases that Gmail or Outlook lists",
    perMinute: 10,
  }),
  remove: endpoint({
    ...ofMailbox,
    method: "DELETE",
    path: "/mail/mailboxes/{id}/aliases",
    summary: "Remove an alias: no mail leaves from it any more",
    query: aliasForm,
  }),
};
