import { priorities } from "@intellibox/contract/endpoints/priorities";
import type { PriorityPart } from "@intellibox/contract/rules/priorities";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { threadsKey, unreadPartsKey } from "./inbox.ts";

export const unreadPartsQuery = queryOptions({
  queryKey: unreadPartsKey,
  queryFn: ({ signal }) => call(priorities.unread, {}, { signal }),
});

const prioritiesKey = ["inbox", "priority"];

/** The part of the inbox that a message belongs to, and why. */
export const priorityQuery = (id: string) =>
  queryOptions({
    queryKey: [...prioritiesKey, id],
    queryFn: async ({ signal }) => (await call(priorities.get, { params: { id } }, { signal })).priority,
    retry: false,
  });

/** Moves a conversation and the mail of its sender. Returns the choice for the sender before it, to undo it. */
export function useChoosePart() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, part }: { id: string; part: PriorityPart | null }) =>
      call(priorities.choose, { params: { id }, body: { part } }, { fallback: t("Could not move the conversation.") }),
    onSuccess: ({ priority }, { id }) => {
      cache.setQueryData(priorityQuery(id).queryKey, priority);
      void cache.invalidateQueries({ queryKey: threadsKey });
      void cache.invalidateQueries({ queryKey: unreadPartsKey });
    },
    onError: () => cache.invalidateQueries({ queryKey: prioritiesKey }),
    meta: { showsFailure: true },
  });
}
