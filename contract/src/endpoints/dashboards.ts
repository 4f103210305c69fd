import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, instant, timeZone } from "../fields.ts";
import { request } from "./requests.ts";

/** Days and months are those of this zone; without one, UTC's. */
const query = z.object({ timeZone: timeZone.default("UTC") });

const count = z.number().int();
/** A figure of a period, and of the one before it that was as long. */
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
  /** False until there is anything to show: then the screen shows sample data. */
  hasActivity: z.boolean(),
  /** Of the last 7 days, today among them. Mail sent and received. */
  emails: figure,
  replies: figure,
  summaries: figure,
  /** From the last mail of a thread to its answer, of the newest 200 answers; null where there was none. */
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
  /** People who asked the AI for anything in the last 30 days. */
  aiUsers: count,
  /** Mail of this calendar month; a limit of -1 is none. */
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
  /** How much of the time since then, of at most 30 days, the service was up; null before its first heartbeat. */
  uptime: z.object({ percent: z.number(), since: instant }).nullable(),
  /** What the active companies' plans cost a month, in rupees. */
  revenue: z.number(),
  /** Mail a day of the companies with the most, in their order, and last of all others together. */
  series: z.array(z.string()),
  days: z.array(z.object({ day, emails: z.array(count) })),
  /** Of every plan on offer, also where no company has it. */
  /** The owner's own company counts among the plan's companies and pays nobody: it is `unbilled`. */
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
    summary: "My Dashboard's figures",
    query,
    response: myDashboard,
  }),
  tenant: endpoint({
    method: "GET",
    path: "/dashboard/tenant",
    access: "admin",
    tenancy: "acting",
    summary: "Tenant Admin Dashboard's figures",
    query,
    response: tenantDashboard,
  }),
  platform: endpoint({
    method: "GET",
    path: "/dashboard/platform",
    access: "super-admin",
    tenancy: "platform",
    summary: "Super Admin Dashboard's figures",
    query,
    response: platformDashboard,
  }),
};
