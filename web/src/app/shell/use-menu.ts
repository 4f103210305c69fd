import { fallbackMenu, type MenuItem } from "@intellibox/contract/rules/menu";
import { useQuery } from "@tanstack/react-query";
import { menusQuery } from "#api/auth.ts";

/** The server's menu, else the fallback. Undefined while the first answer is on its way. */
export function useMenu(): { role: string; items: MenuItem[] } | undefined {
  const { data, isError } = useQuery(menusQuery);
  return data ?? (isError ? fallbackMenu : undefined);
}
