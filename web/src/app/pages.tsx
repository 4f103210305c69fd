import type { Access } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import { type ComponentType, lazy } from "react";
import * as inboxRules from "./inbox-rules.ts";

type Page = {
  path: string;
  /** Shown in the top bar as the page's h1. */
  title: string;
  access: Access;
  Component: ComponentType;
  /** Loads the page's code before the page is shown. */
  preload: () => Promise<unknown>;
};

/** The specification's route table. The code of each page is loaded on demand. */
export const pages: Page[] = [
  page("/dashboard", t("My Dashboard"), "signed-in", () =>
    import("#features/dashboards/user-dashboard-page.tsx").then((m) => m.UserDashboardPage),
  ),
  page("/admin", t("Tenant Admin Dashboard"), "signed-in", () =>
    import("#features/dashboards/tenant-dashboard-page.tsx").then((m) => m.TenantDashboardPage),
  ),
  page("/sa", t("Super Admin Dashboard"), "signed-in", () =>
    import("#features/dashboards/platform-dashboard-page.tsx").then((m) => m.PlatformDashboardPage),
  ),
  page("/compose", t("Compose Email"), "signed-in", () =>
    import("#features/compose/compose-page.tsx").then((m) => m.ComposePage),
  ),
  page("/reply", t("Reply Assistant"), "signed-in", () =>
    import("#features/reply/reply-page.tsx").then((m) => m.ReplyPage),
  ),
  page("/summarize", t("Summarize Email"), "signed-in", () =>
    import("#features/summarize/summarize-page.tsx").then((m) => m.SummarizePage),
  ),
  page("/inbox", t("Inbox"), "signed-in", () =>
    import("#features/inbox/inbox-page.tsx").then(({ InboxPage }) => () => <InboxPage rules={inboxRules} />),
  ),
  page("/outbox", t("Outbox"), "signed-in", () => import("#features/outbox/outbox-page.tsx").then((m) => m.OutboxPage)),
  page("/sent", t("Delivery Status"), "signed-in", () =>
    import("#features/outbox/sent-page.tsx").then((m) => m.SentPage),
  ),
  page("/templates", t("Templates"), "signed-in", () =>
    import("#features/templates/templates-page.tsx").then((m) => m.TemplatesPage),
  ),
  page("/mail-merge", t("Mail Merge"), "signed-in", () =>
    import("#features/mail-merges/mail-merge-page.tsx").then((m) => m.MailMergePage),
  ),
  page("/people/*", t("People"), "signed-in", () =>
    import("#features/people/people-page.tsx").then((m) => m.PeoplePage),
  ),
  page("/profile", t("My Profile"), "signed-in", () =>
    import("#features/settings/profile-page.tsx").then((m) => m.ProfilePage),
  ),
  page("/smtp", t("Mail Configuration"), "admin", () =>
    import("#features/mail-servers/mail-servers-page.tsx").then((m) => m.MailServersPage),
  ),
  page("/openai", t("AI Configuration"), "admin", () =>
    import("#features/ai-settings/ai-settings-page.tsx").then((m) => m.AiSettingsPage),
  ),
  page("/tenants", t("Tenant Management"), "admin", () =>
    import("#features/tenants/tenants-page.tsx").then((m) => m.TenantsPage),
  ),
  page("/plans", t("Plan Management"), "admin", () =>
    import("#features/plans/plans-page.tsx").then((m) => m.PlansPage),
  ),
  page("/settings", t("Settings"), "admin", () =>
    import("#features/settings/settings-page.tsx").then((m) => m.SettingsPage),
  ),
  page("/email-logs", t("Email Logs"), "admin", () =>
    import("#features/email-logs/email-logs-page.tsx").then((m) => m.EmailLogsPage),
  ),
];

/** The page of an address, also of one below it. */
export const pageAt = (pathname: string) =>
  pages.find(({ path }) => `${pathname}/`.startsWith(`${path.replace("/*", "")}/`));

function page(path: string, title: string, access: Access, load: () => Promise<ComponentType>): Page {
  return { path, title, access, preload: load, Component: lazy(() => load().then((Page) => ({ default: Page }))) };
}
