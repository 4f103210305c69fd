import { t } from "../text/t.ts";
import type { Role } from "./access.ts";

export type MenuItem = { key: string; label: string; path: string; icon?: string | undefined };

const dashboard = (path: string): MenuItem => ({
  key: "dashboard",
  label: t("Dashboard"),
  path,
  icon: "layout-dashboard",
});
const templates: MenuItem = { key: "templates", label: t("Templates"), path: "/templates", icon: "layout-template" };
const emailLogs: MenuItem = { key: "emailLogs", label: t("Email Logs"), path: "/email-logs", icon: "scroll-text" };

const mailMerge: MenuItem = { key: "mailMerge", label: t("Mail Merge"), path: "/mail-merge", icon: "mails" };

const messaging: MenuItem[] = [
  { key: "compose", label: t("Compose Email"), path: "/compose", icon: "pen-line" },
  { key: "reply", label: t("Reply Assistant"), path: "/reply", icon: "reply" },
  { key: "summarize", label: t("Summarize Email"), path: "/summarize", icon: "file-text" },
  { key: "inbox", label: t("Inbox"), path: "/inbox", icon: "inbox" },
  { key: "outbox", label: t("Outbox"), path: "/outbox", icon: "clock-arrow-up" },
  { key: "sent", label: t("Delivery Status"), path: "/sent", icon: "send" },
  { key: "people", label: t("People"), path: "/people", icon: "user-round" },
];

const administration = (companies: string): MenuItem[] => [
  { key: "tenants", label: companies, path: "/tenants", icon: "building-2" },
  { key: "plans", label: t("Plans"), path: "/plans", icon: "credit-card" },
  { key: "settings", label: t("Settings"), path: "/settings", icon: "settings" },
  { key: "smtp", label: t("Mail Configuration"), path: "/smtp", icon: "server" },
];

const aiConfiguration: MenuItem = { key: "openai", label: t("AI Configuration"), path: "/openai", icon: "bot" };

/** The sidebar of each role. */
export const menuOf: Record<Role, MenuItem[]> = {
  NORMAL_USER: [dashboard("/dashboard"), ...messaging, templates, mailMerge],
  ADMIN: [dashboard("/admin"), ...messaging, emailLogs, templates, mailMerge, ...administration(t("My Company"))],
  SUPER_ADMIN: [
    dashboard("/sa"),
    ...messaging,
    emailLogs,
    templates,
    mailMerge,
    ...administration(t("Companies")),
    aiConfiguration,
  ],
};

/** The sidebar if the menu cannot be loaded; the access rules of the pages still apply. */
export const fallbackMenu: { role: Role; items: MenuItem[] } = {
  role: "NORMAL_USER",
  items: [
    dashboard("/dashboard"),
    { key: "compose", label: t("Compose Email"), path: "/compose", icon: "pen-line" },
    { key: "reply", label: t("Reply Email"), path: "/reply", icon: "reply" },
    { key: "summarize", label: t("Summarize Email"), path: "/summarize", icon: "file-text" },
    { key: "inbox", label: t("Inbox"), path: "/inbox", icon: "inbox" },
    emailLogs,
  ],
};

const sections = [
  { title: t("Overview"), keys: ["dashboard"] },
  {
    title: t("Messaging"),
    keys: ["compose", "reply", "summarize", "inbox", "outbox", "sent", "people", "emailLogs", "templates", "mailMerge"],
  },
  { title: t("Administration"), keys: ["tenants", "plans", "settings", "openai", "config", "smtp"] },
];

/** Groups menu items by section, in the section's order. Unknown keys go under "Other"; empty sections are left out. */
export function menuSections(items: MenuItem[]) {
  const known = sections.map(({ title, keys }) => ({
    title,
    items: keys.flatMap((key) => items.filter((item) => item.key === key)),
  }));
  const listed = new Set(sections.flatMap(({ keys }) => keys));
  const other = { title: t("Other"), items: items.filter(({ key }) => !listed.has(key)) };
  return [...known, other].filter((section) => section.items.length > 0);
}
