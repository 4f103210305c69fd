import type { BodyOf, QueryOf } from "@intellibox/contract/endpoint";
import { type User, users } from "@intellibox/contract/endpoints/users";
import { t } from "@intellibox/contract/text/t";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { rememberTone } from "#lib/drafts/usual-tone.ts";
import { call } from "#lib/http/api.ts";
import { currentSession, updateSession } from "#lib/session/session.ts";

export type UserQuery = QueryOf<typeof users.list>;

/** One page of users, filtered and sorted by the server. */
export const usersQuery = (query: UserQuery) =>
  queryOptions({
    queryKey: ["users", "page", query],
    queryFn: async ({ signal }) => {
      const response = await call(
        users.list,
        { query: { page: 1, limit: 10, ...query } },
        { signal, fallback: t("Request failed") },
      );
      const page = Array.isArray(response) ? { items: response, total: response.length } : response;
      return { total: page.total, items: page.items.filter((person): person is User => "email" in person) };
    },
    placeholderData: keepPreviousData,
  });

export function useCreateUser() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof users.create>) => call(users.create, { body }, { fallback: t("Save failed") }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["users"] }),
    meta: { showsFailure: true },
  });
}

export function useUpdateUser() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: BodyOf<typeof users.update> & { id: string }) =>
      call(users.update, { params: { id }, body }, { fallback: t("Save failed") }),
    onSuccess: (saved) => {
      // The top bar shows the user's own name.
      const own = currentSession()?.user;
      if (saved._id === own?._id) updateSession({ user: { ...saved, factor: own.factor } });
      return cache.invalidateQueries({ queryKey: ["users"] });
    },
    meta: { showsFailure: true },
  });
}

export function useRemoveUser() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(users.remove, { params: { id } }, { fallback: t("Delete failed") }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["users"] }),
    meta: { showsFailure: true },
  });
}

export function useResetPassword() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(users.resetPassword, { params: { id } }, { fallback: t("Reset failed") }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["users"] }),
    meta: { showsFailure: true },
  });
}

export function useReleaseMail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: BodyOf<typeof users.releaseMail> & { id: string }) =>
      call(users.releaseMail, { params: { id }, body }, { fallback: t("Save failed") }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["users"] }),
    meta: { showsFailure: true },
  });
}

export async function loadProfile(signal: AbortSignal) {
  const profile = await call(users.profile, {}, { signal, fallback: t("Failed to load settings") });
  rememberTone(profile.tone);
  return profile;
}

export const profileQuery = queryOptions({ queryKey: ["profile"], queryFn: ({ signal }) => loadProfile(signal) });

export function useSaveProfile() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof users.updateProfile>) =>
      call(users.updateProfile, { body }, { fallback: t("Save failed") }),
    onSuccess: (saved, { imagesPolicy }) => {
      cache.setQueryData(profileQuery.queryKey, saved);
      rememberTone(saved.tone);
      // Messages that were opened show remote images as the policy was then.
      if (imagesPolicy) void cache.invalidateQueries({ queryKey: ["inbox", "message"] });
    },
    meta: { showsFailure: true },
  });
}
