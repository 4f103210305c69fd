import { fallbackMenu, type MenuItem } from "@intellibox/contract/rules/menu";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { menusQuery } from "#api/auth.ts";

type Menu = { role: string; items: MenuItem[] };

/** The labels that the server sends, in the reader's language. */
const labels: Record<string, string> = {
  Dashboard: t("Dashboard"),
  "Compose Email": t("Compose Email"),
  "Reply Assistant": t("Reply Assistant"),
  "Reply Email": t("Reply Email"),
  "Summarize Email": t("Summarize Email"),
  Inbox: t("Inbox"),
  Outbox: t("Outbox"),
  "Delivery Status": t("Delivery Status"),
  People: t("People"),
  "Email Logs": t("Email Logs"),
  Templates: t("Templates"),
  "Mail Merge": t("Mail Merge"),
  "My Company": t("My Company"),
  Companies: t("Companies"),
  Plans: t("Plans"),
  Settings: t("Settings"),
  "Mail Configuration": t("Mail Configuration"),
  "AI Configuration": t("AI Configuration"),
};

/** The server's menu, or the fallback if it cannot be loaded. Undefined while it is loading. */
export function useMenu(): Menu | undefined {
  const { data, isError } = useQuery(menusQuery);
  const menu: Menu | undefined = data ?? (isError ? fallbackMenu : undefined);
  return useMemo(
    () => menu && { ...menu, items: menu.items.map((item) => ({ ...item, label: labels[item.label] ?? item.label })) },
    [menu],
  );
}
