import { account } from "@intellibox/contract/endpoints/account";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

/** Notices about what others did to the user's account, such as a password reset. If they cannot be loaded, none are shown. */
export const noticesQuery = queryOptions({
  queryKey: ["account", "notices"],
  queryFn: ({ signal }) => call(account.notices, {}, { signal }),
  staleTime: 5 * 60_000,
  retry: false,
});

export function useDismissNotice() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(account.dismissNotice, { params: { id } }, { fallback: t("Dismiss failed") }),
    onSuccess: () => cache.invalidateQueries(noticesQuery),
  });
}

/** Mails a link to the user's own address. */
export const useSendLink = () =>
  useMutation({
    mutationFn: () => call(account.sendLink, {}, { fallback: t("The link could not be mailed") }),
    meta: { showsFailure: true },
  });
