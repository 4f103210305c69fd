import type { InputOf } from "@intellibox/contract/endpoint";
import { auth } from "@intellibox/contract/endpoints/auth";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { updateSession } from "#lib/session/session.ts";

/** The sidebar; where it cannot be loaded the shell shows the fallback menu and says nothing. */
export const menusQuery = queryOptions({
  queryKey: ["menus"],
  queryFn: ({ signal }) => call(auth.menus, {}, { signal }),
  staleTime: 5 * 60_000,
  retry: false,
});

/** Asks who is signed in and refreshes the session with the answer. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: async ({ signal }) => {
    const answer = await call(auth.me, {}, { signal });
    updateSession(answer);
    return answer;
  },
});

/** Changes the own password; a first password that had to go is then gone. */
export function useChangePassword() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (form: InputOf<typeof auth.changePassword>["body"]) => {
      await call(auth.changePassword, { body: form }, { fallback: "Save failed" });
      await cache.fetchQuery({ ...meQuery, staleTime: 0 });
    },
    meta: { showsFailure: true },
  });
}
