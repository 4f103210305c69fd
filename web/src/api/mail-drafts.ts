import { drafts } from "@intellibox/contract/endpoints/drafts";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { useLiveEvent } from "#lib/http/live.ts";
import { fetchAttached } from "./mail-files.ts";

/** A draft of a mailbox's Drafts folder, with its files; `problem` says that some exceed the limits of a mail. */
export const mailDraftQuery = (id: string) =>
  queryOptions({
    queryKey: ["mail-draft", id],
    queryFn: async ({ signal }) => {
      const draft = await call(
        drafts.readMail,
        { params: { id } },
        { signal, fallback: "The draft could not be loaded" },
      );
      return { ...draft, ...(await fetchAttached(id, draft.files, signal)) };
    },
    // Another program may change it: it is read anew whenever it is opened, and not while it is edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

const ownDraftsKey = ["own-drafts"] as const;

/** The drafts that were begun here, also on another device. */
export const ownDraftsQuery = queryOptions({
  queryKey: ownDraftsKey,
  queryFn: ({ signal }) => call(drafts.list, {}, { signal, fallback: "The drafts could not be loaded" }),
});

/** Refetches the list when a draft was saved, sent or discarded. */
export function useLiveOwnDrafts() {
  const cache = useQueryClient();
  useLiveEvent("drafts", () => void cache.invalidateQueries({ queryKey: ownDraftsKey }));
}
