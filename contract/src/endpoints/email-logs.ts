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
  /** The server's error text if sending failed. */
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

/** The export takes the filters of the list. */
export const emailLogFilter = z.strictObject(filters);
export type EmailLogFilter = z.output<typeof emailLogFilter>;

/**
 * A download of all rows that the filters match, newest first, below `/api`. It is not JSON, so it is not an endpoint of the
 * contract.
 */
export const emailLogExportPath = "/t/email-logs.csv";

export const emailLogs = {
  list: endpoint({
    method: "GET",
    path: "/t/email-logs",
    access: "admin",
    tenancy: "across",
    summary: "Mail that was accepted for sending, newest first; unsent mail sorts by when it was accepted",
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
    summary: "One mail of the log, with its sender",
    params: byId,
    response: emailLog.extend({ sentBy: z.object({ name: z.string(), email: z.string() }).nullable() }),
  }),
};
