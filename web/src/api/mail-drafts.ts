import { type DraftContent, drafts, type KeptDraft, type OwnDraftItem } from "@intellibox/contract/endpoints/drafts";
import { t } from "@intellibox/contract/text/t";
import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { useLiveEvent } from "#lib/http/live.ts";

/** A draft of a mailbox's Drafts folder, with its files; `problem` says that some exceed the limits of a mail. */
export const mailDraftQuery = (id: string) =>
  queryOptions({
    queryKey: ["mail-draft", id],
    queryFn: async ({ signal }) => {
      const draft = await call(
        drafts.readMail,
        { params: { id } },
        { signal, fallback: t("The draft could not be loaded") },
      );
      // The inbox lists drafts and opens none, so it does not load this code.
      const { fetchAttached } = await import("./mail-files.ts");
      return { ...draft, ...(await fetchAttached(id, draft.files, signal)) };
    },
    // Another program may change it: it is read again whenever it is opened, and not while it is edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

const ownDraftsKey = ["own-drafts"] as const;

/** The drafts that were begun here, also on another device. */
export const ownDraftsQuery = queryOptions({
  queryKey: ownDraftsKey,
  queryFn: ({ signal }) => call(drafts.list, {}, { signal, fallback: t("The drafts could not be loaded") }),
});

/** Refetches the list when a draft was saved, sent or discarded. */
export function useLiveOwnDrafts() {
  const cache = useQueryClient();
  useLiveEvent("drafts", () => void cache.invalidateQueries({ queryKey: ownDraftsKey }));
}

/** Removes a sent or discarded draft from the list before the server has said so. */
export const forgetListedDraft = (cache: QueryClient, about: string) =>
  cache.setQueryData(
    ownDraftsQuery.queryKey,
    (list) => list && { items: list.items.filter((item) => item.about !== about) },
  );

/** Deletes a draft on the server. Returns what it held, or null if it was gone already. */
export async function discardDraft({ about }: Pick<OwnDraftItem, "about">): Promise<DraftContent | null> {
  const options = { fallback: t("The draft could not be discarded") };
  const { draft } = await call(drafts.get, { params: { about } }, options);
  if (!draft) return null;
  await call(drafts.forget, { params: { about }, query: { basedOn: draft.version } }, options);
  return withoutVersion(draft);
}

const withoutVersion = ({ version: _, savedAt: __, ...content }: KeptDraft): DraftContent => content;
