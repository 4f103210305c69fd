import type { BodyOf, ResponseOf } from "@intellibox/contract/endpoint";
import { folders } from "@intellibox/contract/endpoints/folders";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

export type FolderLists = ResponseOf<typeof folders.list>;

/** The folders of all mailboxes, with their counts and those of the unified views. */
export const foldersQuery = queryOptions({
  queryKey: ["inbox", "folders"],
  queryFn: ({ signal }) => call(folders.list, {}, { signal, fallback: t("Failed to load folders") }),
});

/** Creates a folder or label on the mailbox's server. */
export function useCreateFolder() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof folders.create>) =>
      call(folders.create, { body }, { fallback: t("The folder could not be created") }),
    onSuccess: () => cache.invalidateQueries(foldersQuery),
    meta: { showsFailure: true },
  });
}
