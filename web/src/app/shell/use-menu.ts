import { fallbackMenu, type MenuItem } from "@intellibox/contract/rules/menu";
import { useQuery } from "@tanstack/react-query";
import { menusQuery } from "#api/auth.ts";

/** The server's menu, or the fallback if it cannot be loaded. Undefined while it is loading. */
export function useMenu(): { role: string; items: MenuItem[] } | undefined {
  const { data, isError } = useQuery(menusQuery);
  return data ?? (isError ? fallbackMenu : undefined);
}
