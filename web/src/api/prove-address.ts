import { mailboxes } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { mailboxesQuery } from "./inbox.ts";

export const useMailProofCode = () =>
  useMutation({
    mutationFn: (id: string) =>
      call(mailboxes.mailProofCode, { params: { id } }, { fallback: t("The code could not be mailed") }),
    meta: { showsFailure: true },
  });

export function useProveAddress() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, code }: { id: string; code: string }) =>
      call(
        mailboxes.proveAddress,
        { params: { id }, body: { code } },
        { fallback: t("The code could not be checked") },
      ),
    meta: { showsFailure: true },
    onSuccess: () => cache.invalidateQueries(mailboxesQuery),
  });
}
