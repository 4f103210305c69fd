import { type KnowledgeContent, type KnowledgeSource, knowledge } from "@intellibox/contract/endpoints/knowledge";
import type { writtenKinds } from "@intellibox/contract/rules/knowledge";
import { t } from "@intellibox/contract/text/t";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { useLiveEvent } from "#lib/http/live.ts";
import { upload } from "#lib/http/upload.ts";

const key = ["knowledge"] as const;

export const knowledgeQuery = queryOptions({
  queryKey: [...key, "list"],
  queryFn: ({ signal }) => call(knowledge.list, {}, { signal, fallback: t("The knowledge could not be loaded.") }),
});

/** Read again each time: an administrator may have changed it meanwhile. */
export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, "one", id],
    queryFn: ({ signal }) =>
      call(knowledge.get, { params: { id } }, { signal, fallback: t("The entry could not be loaded.") }),
    staleTime: 0,
    retry: false,
  });

export const foundPiecesQuery = (q: string) =>
  queryOptions({
    queryKey: [...key, "search", q],
    queryFn: async ({ signal }) =>
      (await call(knowledge.search, { query: { q } }, { signal, fallback: t("The search failed.") })).items,
    placeholderData: keepPreviousData,
    enabled: q !== "",
  });

/** Shows what jobs and other people change. */
export function useLiveKnowledge() {
  const cache = useQueryClient();
  useLiveEvent("knowledge", () => void cache.invalidateQueries({ queryKey: key }));
}

export type KnowledgeForm = KnowledgeContent & { kind: (typeof writtenKinds)[number]; isShared: boolean };
/** The version that a change is based on. */
type Changed = Pick<KnowledgeSource, "id" | "version">;

/** Adds an entry, or changes the given one. */
export function useSaveKnowledge() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ changed, form }: { changed?: Changed | undefined; form: KnowledgeForm }) => {
      const fallback = t("The entry could not be saved.");
      if (!changed) return call(knowledge.create, { body: form }, { fallback });
      const { isShared: _, kind: __, ...content } = form;
      const body = { ...content, basedOn: changed.version };
      return call(knowledge.update, { params: { id: changed.id }, body }, { fallback });
    },
    // Also after a refusal: the list then shows the version that somebody else saved.
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
}

export function useUploadKnowledge() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ file, isShared }: { file: File; isShared: boolean }) =>
      upload(
        knowledge.upload,
        { body: { isShared: String(isShared) }, files: [file] },
        { fallback: t("The file could not be added.") },
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
    meta: { showsFailure: true },
  });
}

/** Deletes an entry. `undo` brings it back. */
export function useDeleteKnowledge() {
  const cache = useQueryClient();
  const reload = () => cache.invalidateQueries({ queryKey: key });
  return useMutation({
    mutationFn: async ({ id, version }: Changed) => {
      const query = { basedOn: String(version) };
      await call(knowledge.remove, { params: { id }, query }, { fallback: t("The entry could not be deleted.") });
      return {
        undo: async () => {
          await call(knowledge.restore, { params: { id } }, { fallback: t("Could not undo.") });
          await reload();
        },
      };
    },
    onSettled: reload,
    meta: { showsFailure: true },
  });
}
