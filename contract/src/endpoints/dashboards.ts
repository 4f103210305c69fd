import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, instant, timeZone } from "../fields.ts";
import { request } from "./requests.ts";

/** Days and months begin in this time zone; UTC by default. */
const query = z.object({ timeZone: timeZone.default("UTC") });

const count = z.number().int();
/** A figure of a period, and of the period of the same length before it. */
const figure = z.object({ value: count, before: count });
export type Figure = z.output<typeof figure>;

/** 2026-11-15 */
const day = z.iso.date();
/** 2026-11 */
const month = z.string().regex(/^\d{4}-\d\d$/);

export const activityActions = [
  "Sent",
  "Replied",
  "Followed up",
  "Waiting to be sent",
  "Not sent",
  "Summarized",
] as const;

export const myDashboard = z.object({
  /** False if there is nothing to show yet; the screen then shows sample data. */
  hasActivity: z.boolean(),
  /** Mail sent and received in the last 7 days, including today. */
  emails: figure,
  replies: figure,
  summaries: figure,
  /** Minutes from the last mail of a thread to its answer, for the newest 200 answers; null without answers. */
  responseMinutes: z.object({ value: z.number().nullable(), before: z.number().nullable() }),
  days: z.array(z.object({ day, emails: count, replies: count })),
  usage: z.object({ compose: count, reply: count, summarize: count }),
  recent: z.array(z.object({ id, time: instant, subject: z.string(), action: z.enum(activityActions) })),
});
export type MyDashboard = z.output<typeof myDashboard>;

export const tenantDashboard = z.object({
  hasActivity: z.boolean(),
  company: z.string(),
  /** Of the last 30 days. */
  emails: figure,
  activeUsers: count,
  allUsers: count,
  /** Users who used the assistant in the last 30 days. */
  aiUsers: count,
  /** Mail of this calendar month; a limit of -1 means unlimited. */
  quota: z.object({ limit: count, used: count }),
  topUsers: z.array(z.object({ id, name: z.string(), emails: count, ai: count })),
  months: z.array(z.object({ month, emails: count, ai: count })),
  requests: z.array(request),
});
export type TenantDashboard = z.output<typeof tenantDashboard>;

export const platformDashboard = z.object({
  hasActivity: z.boolean(),
  activeTenants: count,
  allTenants: count,
  /** Of the last 30 days. */
  emails: figure,
  /** The uptime since `since`, at most 30 days; null before the first heartbeat. */
  uptime: z.object({ percent: z.number(), since: instant }).nullable(),
  /** The monthly price of the plans of all active companies, in rupees. */
  revenue: z.number(),
  /** The names of the companies with the most mail, and last all others together; `days` has their mail a day. */
  series: z.array(z.string()),
  days: z.array(z.object({ day, emails: z.array(count) })),
  /** Every plan on offer, also without companies. The owner company counts in `tenants` but pays nothing: it is `unbilled`. */
  revenueByPlan: z.array(z.object({ id, plan: z.string(), tenants: count, unbilled: count, revenue: z.number() })),
  topTenants: z.array(z.object({ id, name: z.string(), usage: count, plan: z.string() })),
});
export type PlatformDashboard = z.output<typeof platformDashboard>;

export const dashboards = {
  me: endpoint({
    method: "GET",
    path: "/dashboard/me",
    access: "signed-in",
    tenancy: "personal",
    summary: "Get the figures of My Dashboard",
    query,
    response: myDashboard,
  }),
  tenant: endpoint({
    method: "GET",
    path: "/dashboard/tenant",
    access: "admin",
    tenancy: "acting",
    summary: "Get the figures of the Tenant Admin Dashboard",
    query,
    response: tenantDashboard,
  }),
  platform: endpoint({
    method: "GET",
    path: "/dashboard/platform",
    access: "super-admin",
    tenancy: "platform",
    summary: "Get the figures of the Super Admin Dashboard",
    query,
    response: platformDashboard,
  }),
};
