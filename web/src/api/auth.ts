import type { InputOf } from "@intellibox/contract/endpoint";
import { auth } from "@intellibox/contract/endpoints/auth";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { updateSession } from "#lib/session/session.ts";

/** The sidebar's menu. If it cannot be loaded, the shell shows the fallback menu without an error. */
export const menusQuery = queryOptions({
  queryKey: ["menus"],
  queryFn: ({ signal }) => call(auth.menus, {}, { signal }),
  staleTime: 5 * 60_000,
  retry: false,
});

/** Fetches the signed-in user and updates the stored session. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: async ({ signal }) => {
    const me = await call(auth.me, {}, { signal });
    updateSession(me);
    return me;
  },
});

/** Changes the user's password, and refetches the user, whose `mustChangePassword` ends with it. */
export function useChangePassword() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (form: InputOf<typeof auth.changePassword>["body"]) => {
      await call(auth.changePassword, { body: form }, { fallback: t("Save failed") });
      await cache.fetchQuery({ ...meQuery, staleTime: 0 });
    },
    meta: { showsFailure: true },
  });
}
