/** Sample figures for the dashboards, shown only with the badge "Sample data". */
import type { MyDashboard, PlatformDashboard, TenantDashboard } from "@intellibox/contract/endpoints/dashboards";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const sampleId = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);
const two = (value: number) => String(value).padStart(2, "0");
const dateOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
const daysBack = (count: number, index: number) => dateOf(ago((count - 1 - index) * dayMs));

function monthsBack(count: number, index: number) {
  const now = new Date();
  return dateOf(new Date(now.getFullYear(), now.getMonth() - (count - 1 - index), 1)).slice(0, 7);
}

export function sampleMyDashboard(): MyDashboard {
  const emails = [42, 58, 51, 73, 64, 22, 18];
  const replies = [18, 24, 22, 35, 31, 9, 7];
  const recent = [
    ["Quarterly review slides", "Summarized", 12],
    ["Re: Delivery dates for the May order", "Replied", 38],
    ["Proposal for Meridian Textiles", "Sent", 95],
    ["Re: Invoice 2211", "Replied", 190],
    ["Checking in on our offer", "Followed up", 420],
  ] as const;
  return {
    hasActivity: true,
    emails: { value: 328, before: 293 },
    replies: { value: 146, before: 135 },
    summaries: { value: 59, before: 49 },
    responseMinutes: { value: 108, before: 132 },
    days: emails.map((count, index) => ({ day: daysBack(7, index), emails: count, replies: replies[index] ?? 0 })),
    usage: { compose: 84, reply: 146, summarize: 59 },
    recent: recent.map(([subject, action, minutes], index) => ({
      id: sampleId(index),
      time: ago(minutes * minuteMs),
      subject,
      action,
    })),
  };
}

export function sampleTenantDashboard(): TenantDashboard {
  const emails = [1820, 2140, 2390, 2280, 2760, 3120];
  const ai = [640, 810, 990, 1040, 1320, 1610];
  return {
    hasActivity: true,
    company: "Sample company",
    emails: { value: 3120, before: 2760 },
    activeUsers: 18,
    allUsers: 20,
    aiUsers: 13,
    quota: { limit: 1000, used: 380 },
    topUsers: [
      ["Priya Nair", 486, 212],
      ["Rahul Verma", 431, 187],
      ["Sara Thomas", 398, 240],
      ["Imran Khan", 312, 96],
      ["Meera Iyer", 287, 154],
    ].map(([name, mail, asked], index) => ({
      id: sampleId(index),
      name: String(name),
      emails: Number(mail),
      ai: Number(asked),
    })),
    months: emails.map((count, index) => ({ month: monthsBack(6, index), emails: count, ai: ai[index] ?? 0 })),
    requests: (
      [
        ["Rahul Verma", "New user request", "Pending", "Anil Rao <anil@example.com>"],
        ["Sara Thomas", "Role change", "Review", "Admin"],
        ["Imran Khan", "Mailbox connect approval", "Pending", "imran@example.com"],
      ] as const
    ).map(([user, type, status, about], index) => ({
      id: sampleId(index),
      user,
      type,
      status,
      about,
      note: "",
      revocable: false,
      createdAt: ago((index + 1) * dayMs),
    })),
  };
}

export function samplePlatformDashboard(): PlatformDashboard {
  const companies = [
    ["Meridian Textiles", 8420, "Enterprise"],
    ["Saffron Foods", 5310, "Growth"],
    ["Northwind Logistics", 4180, "Growth"],
    ["Lotus Clinics", 2260, "Starter"],
    ["Harbour Legal", 1470, "Starter"],
  ] as const;
  const days = Array.from({ length: 30 }, (_, index) => {
    const day = daysBack(30, index);
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    const share = isWeekend ? 0.35 : 0.95 + index / 90;
    return { day, emails: [300, 190, 150, 130].map((base) => Math.round(base * share)) };
  });
  return {
    hasActivity: true,
    activeTenants: 24,
    allTenants: 27,
    emails: { value: 21_640, before: 18_920 },
    uptime: { percent: 99.98, since: ago(30 * dayMs) },
    revenue: 2_12_976,
    series: ["Meridian Textiles", "Saffron Foods", "Northwind Logistics", "Others"],
    days,
    revenueByPlan: [
      { id: sampleId(1), plan: "Enterprise", tenants: 7, unbilled: 0, revenue: 1_39_993 },
      { id: sampleId(2), plan: "Growth", tenants: 14, unbilled: 0, revenue: 69_986 },
      { id: sampleId(3), plan: "Starter", tenants: 3, unbilled: 0, revenue: 2_997 },
    ],
    topTenants: companies.map(([name, usage, plan], index) => ({ id: sampleId(index), name, usage, plan })),
  };
}
