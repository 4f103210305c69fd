import type { BodyOf, QueryOf } from "@intellibox/contract/endpoint";
import { people } from "@intellibox/contract/endpoints/people";
import { type ImportField, peopleExportPath } from "@intellibox/contract/rules/people";
import { t } from "@intellibox/contract/text/t";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { download } from "#lib/http/download.ts";
import { upload } from "#lib/http/upload.ts";

export type PeopleQuery = QueryOf<typeof people.list>;
const key = ["people"] as const;

export const peopleQuery = (query: PeopleQuery) =>
  queryOptions({
    queryKey: [...key, "page", query],
    queryFn: ({ signal }) => call(people.list, { query }, { signal, fallback: t("Failed to load people") }),
    placeholderData: keepPreviousData,
  });

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, "person", id],
    queryFn: ({ signal }) => call(people.get, { params: { id } }, { signal, fallback: t("Failed to load the person") }),
  });

export const personMailQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, "mail", id],
    queryFn: ({ signal }) => call(people.mail, { params: { id } }, { signal, fallback: t("Failed to load the mail") }),
  });

export const addressFactsQuery = (address: string) =>
  queryOptions({
    queryKey: [...key, "address", address],
    queryFn: async ({ signal }) => (await call(people.byAddress, { body: { addresses: [address] } }, { signal })).items,
    retry: false,
  });

export const doublesQuery = queryOptions({
  queryKey: [...key, "doubles"],
  queryFn: async ({ signal }) =>
    (await call(people.doubles, {}, { signal, fallback: t("Failed to look for doubles") })).items,
});

export function useSavePerson() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: BodyOf<typeof people.create> & { id?: string | undefined }) =>
      id === undefined
        ? call(people.create, { body }, { fallback: t("Save failed") })
        : call(people.update, { params: { id }, body }, { fallback: t("Save failed") }),
    onSuccess: () => cache.invalidateQueries({ queryKey: key }),
    meta: { showsFailure: true },
  });
}

/** Deletes people. `undo` brings them back. */
export function useRemovePeople() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (ids: string[]) =>
      undoable(await call(people.remove, { body: { ids } }, { fallback: t("Delete failed") })),
    onSuccess: () => cache.invalidateQueries({ queryKey: key }),
    meta: { showsFailure: true },
  });
}

/** Merges people into the first of them. `undo` separates them. */
export function useMergePeople() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (ids: string[]) =>
      undoable(await call(people.merge, { body: { ids } }, { fallback: t("Could not merge") })),
    onSuccess: () => cache.invalidateQueries({ queryKey: key }),
    meta: { showsFailure: true },
  });
}

/** Says that people are not the same. */
export function useKeepApart() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => call(people.keepApart, { body: { ids } }, { fallback: t("Save failed") }),
    onSuccess: () => cache.invalidateQueries({ queryKey: doublesQuery.queryKey }),
  });
}

const undoable = ({ undoId }: { undoId: string }) => ({
  undo: () => call(people.undo, { params: { id: undoId } }, { fallback: t("Could not undo.") }),
});

/** Loads all that shows people again. */
export function useReloadPeople() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: key });
}

type ImportRequest = { file: File; columns?: ImportField[] | undefined };
const bodyOf = ({ columns }: ImportRequest) => (columns ? { columns: JSON.stringify(columns) } : {});

export const usePreviewImport = () =>
  useMutation({
    mutationFn: (request: ImportRequest) =>
      upload(people.previewImport, { body: bodyOf(request), files: [request.file] }),
  });

export function useImportPeople() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (request: ImportRequest) => upload(people.import, { body: bodyOf(request), files: [request.file] }),
    onSuccess: () => cache.invalidateQueries({ queryKey: key }),
  });
}

export type ExportFormat = "vcard4" | "vcard3" | "csv";

export const exportPeople = (format: ExportFormat) =>
  download({
    path: peopleExportPath,
    query: { format },
    tenancy: "personal",
    name: format === "csv" ? "people.csv" : "people.vcf",
  });
