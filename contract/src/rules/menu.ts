import type { Role } from "./access.ts";

export type MenuItem = { key: string; label: string; path: string; icon?: string | undefined };

const dashboard = (path: string): MenuItem => ({
  key: "dashboard",
  label: "Dashboard",
  path,
  icon: "layout-dashboard",
});
const emailLogs: MenuItem = { key: "emailLogs", label: "Email Logs", path: "/email-logs", icon: "scroll-text" };

const messaging: MenuItem[] = [
  { key: "compose", label: "Compose Email", path: "/compose", icon: "pen-line" },
  { key: "reply", label: "Reply Assistant", path: "/reply", icon: "reply" },
  { key: "summarize", label: "Summarize Email", path: "/summarize", icon: "file-text" },
  { key: "inbox", label: "Inbox", path: "/inbox", icon: "inbox" },
  { key: "outbox", label: "Outbox", path: "/outbox", icon: "clock-arrow-up" },
  { key: "sent", label: "Delivery Status", path: "/sent", icon: "send" },
];

const administration = (companies: string): MenuItem[] => [
  { key: "tenants", label: companies, path: "/tenants", icon: "building-2" },
  { key: "plans", label: "Plans", path: "/plans", icon: "credit-card" },
  { key: "settings", label: "Settings", path: "/settings", icon: "settings" },
  { key: "smtp", label: "Mail Configuration", path: "/smtp", icon: "server" },
];

const aiConfiguration: MenuItem = { key: "openai", label: "AI Configuration", path: "/openai", icon: "bot" };

/** The sidebar of each role. */
export const menuOf: Record<Role, MenuItem[]> = {
  NORMAL_USER: [dashboard("/dashboard"), ...messaging],
  ADMIN: [dashboard("/admin"), ...messaging, emailLogs, ...administration("My Company")],
  SUPER_ADMIN: [dashboard("/sa"), ...messaging, emailLogs, ...administration("Companies"), aiConfiguration],
};

/** The sidebar if the menu cannot be loaded; the access rules of the pages still apply. */
export const fallbackMenu: { role: Role; items: MenuItem[] } = {
  role: "NORMAL_USER",
  items: [
    dashboard("/dashboard"),
    { key: "compose", label: "Compose Email", path: "/compose", icon: "pen-line" },
    { key: "reply", label: "Reply Email", path: "/reply", icon: "reply" },
    { key: "summarize", label: "Summarize Email", path: "/summarize", icon: "file-text" },
    { key: "inbox", label: "Inbox", path: "/inbox", icon: "inbox" },
    emailLogs,
  ],
};

const sections = [
  { title: "Overview", keys: ["dashboard"] },
  { title: "Messaging", keys: ["compose", "reply", "summarize", "inbox", "outbox", "sent", "emailLogs"] },
  { title: "Administration", keys: ["tenants", "plans", "settings", "openai", "config", "smtp"] },
];

/** Groups menu items by section, in the section's order. Unknown keys go under "Other"; empty sections are left out. */
export function menuSections(items: MenuItem[]) {
  const known = sections.map(({ title, keys }) => ({
    title,
    items: keys.flatMap((key) => items.filter((item) => item.key === key)),
  }));
  const listed = new Set(sections.flatMap(({ keys }) => keys));
  const other = { title: "Other", items: items.filter(({ key }) => !listed.has(key)) };
  return [...known, other].filter((section) => section.items.length > 0);
}
