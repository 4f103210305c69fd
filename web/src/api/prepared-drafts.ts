import { preparedDrafts } from "@intellibox/contract/endpoints/prepared-drafts";
import { t } from "@intellibox/contract/text/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { messageQuery } from "./inbox.ts";

/** Drops the reply that was prepared for a message. It disappears at once, and comes back if that fails. */
export function useDropPreparedDraft(messageId: string) {
  const cache = useQueryClient();
  const { queryKey } = messageQuery(messageId);
  return useMutation({
    mutationFn: () =>
      call(
        preparedDrafts.drop,
        { params: { id: messageId } },
        { fallback: t("The prepared reply could not be discarded") },
      ),
    onMutate: () => cache.setQueryData(queryKey, (message) => message && { ...message, preparedDraft: null }),
    onError: () => cache.invalidateQueries({ queryKey }),
    meta: { showsFailure: true },
  });
}
