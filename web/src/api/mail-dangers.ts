import { mailDangers } from "@intellibox/contract/endpoints/mail-dangers";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

/** The reasons to doubt a received message. */
export const mailDangersQuery = (messageId: string) =>
  queryOptions({
    queryKey: ["inbox", "dangers", messageId],
    queryFn: ({ signal }) => call(mailDangers.get, { params: { id: messageId } }, { signal }),
    staleTime: 10 * 60_000,
    retry: false,
  });
