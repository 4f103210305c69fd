import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId, id, instant, listQuery, pageOf, text } from "../fields.ts";
import { logProviders, logStatuses } from "../rules/choices.ts";
import { periodShape } from "../rules/period.ts";
import { engagement } from "./engagement.ts";

export const emailLog = z.object({
  id,
  /** Absent until it is sent. */
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
  /** The server's words where it failed. */
  error: z.string().nullable(),
  note: z.string().nullable(),
  ...engagement,
});
export type EmailLog = z.output<typeof emailLog>;

const filters = {
  q: text("Search text", 200).trim().optional(),
  provider: z.enum(logProviders).optional(),
  status: z.enum(logStatuses).optional(),
  ...periodShape,
};

/** What the export understands: the filters of the list. */
export const emailLogFilter = z.strictObject(filters);
export type EmailLogFilter = z.output<typeof emailLogFilter>;

/** Below `/api`; a download of everything the filters find, newest first. Not JSON, so not among the endpoints. */
export const emailLogExportPath = "/t/email-logs.csv";

export const emailLogs = {
  list: endpoint({
    method: "GET",
    path: "/t/email-logs",
    access: "admin",
    tenancy: "across",
    summary: "Mails that were asked to be sent, newest first; what is not sent yet sorts by when it was asked for",
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
    summary: "One mail of the log, with who asked for it",
    params: byId,
    response: emailLog.extend({ sentBy: z.object({ name: z.string(), email: z.string() }).nullable() }),
  }),
};
