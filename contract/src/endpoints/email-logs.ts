import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId, id, instant, listQuery, pageOf, text } from "../fields.ts";
import { logProviders, logStatuses } from "../rules/choices.ts";
import { periodShape } from "../rules/period.ts";
import { t } from "../text/t.ts";
import { engagement } from "./engagement.ts";

export const emailLog = z.object({
  id,
  /** Null until it is sent. */
  sentAt: instant.nullable(),
  createdAt: instant,
  tenant: z.object({ code: z.string(), name: z.string() }),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  provider: z.enum(logProviders),
  status: z.enum(logStatuses),
  kind: z.enum(["mail", "reply", "test", "follow-up"]),
  messageId: z.string(),
  /** Why it failed, in the words of the mail server. */
  error: z.string().nullable(),
  note: z.string().nullable(),
  ...engagement,
});
export type EmailLog = z.output<typeof emailLog>;

const filters = {
  q: text(t("Search text"), 200).trim().optional(),
  provider: z.enum(logProviders).optional(),
  status: z.enum(logStatuses).optional(),
  ...periodShape,
};

/** The filters of the export, the same as those of the list. */
export const emailLogFilter = z.strictObject(filters);
export type EmailLogFilter = z.output<typeof emailLogFilter>;

/** Path below `/api` of the export: all mail that matches the filters, newest first. Not JSON, so not an endpoint. */
export const emailLogExportPath = "/t/email-logs.csv";

export const emailLogs = {
  list: endpoint({
    method: "GET",
    path: "/t/email-logs",
    access: "admin",
    tenancy: "across",
    summary: "List outgoing mail, newest first; mail that was not sent yet sorts by its creation",
    query: listQuery(["sentAt", "tenant", "from", "to", "subject", "provider", "status", "opens", "clicks"])
      .extend(filters)
      .strict(),
    response: pageOf(emailLog),
  }),
  get: endpoint({
    method: "GET",
    path: "/t/email-logs/{id}",
    access: "admin",
    tenancy: "across",
    summary: "Get a mail of the log, with its sender",
    params: byId,
    response: emailLog.extend({ sentBy: z.object({ name: z.string(), email: z.string() }).nullable() }),
  }),
};
