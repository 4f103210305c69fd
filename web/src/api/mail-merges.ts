import type { BodyOf, InputOf, QueryOf } from "@intellibox/contract/endpoint";
import { type MailMerge, mailMerges, mergeResultsPath } from "@intellibox/contract/endpoints/mail-merges";
import { t } from "@intellibox/contract/text/t";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useThrottled } from "#lib/hooks/use-throttled.ts";
import { call } from "#lib/http/api.ts";
import { download } from "#lib/http/download.ts";
import { useLiveEvent } from "#lib/http/live.ts";

const mergesKey = ["mail-merges"] as const;
const oneKey = (id: string) => [...mergesKey, "one", id] as const;

const loadFailed = t("The mail merges could not be loaded.");

export const mergesQuery = (query: QueryOf<typeof mailMerges.list>) =>
  queryOptions({
    queryKey: [...mergesKey, "list", query],
    queryFn: ({ signal }) => call(mailMerges.list, { query }, { signal, fallback: loadFailed }),
    placeholderData: keepPreviousData,
  });

export const companyMergesQuery = (query: QueryOf<typeof mailMerges.company>) =>
  queryOptions({
    queryKey: [...mergesKey, "company", query],
    queryFn: ({ signal }) => call(mailMerges.company, { query }, { signal, fallback: loadFailed }),
    placeholderData: keepPreviousData,
  });

export const mergeQuery = (id: string) =>
  queryOptions({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(mailMerges.get, { params: { id } }, { signal, fallback: loadFailed }),
  });

export type RecipientsQuery = QueryOf<typeof mailMerges.recipients>;

export const recipientsQuery = (id: string, query: RecipientsQuery) =>
  queryOptions({
    queryKey: [...oneKey(id), "recipients", query],
    queryFn: ({ signal }) =>
      call(
        mailMerges.recipients,
        { params: { id }, query },
        { signal, fallback: t("The recipients could not be loaded.") },
      ),
    placeholderData: keepPreviousData,
  });

export const checkQuery = (id: string) =>
  queryOptions({
    queryKey: [...oneKey(id), "check"],
    queryFn: ({ signal }) =>
      call(mailMerges.check, { params: { id } }, { signal, fallback: t("The mail could not be checked.") }),
    staleTime: 0,
  });

export const previewQuery = (id: string, at: number) =>
  queryOptions({
    queryKey: [...oneKey(id), "preview", at],
    queryFn: ({ signal }) =>
      call(
        mailMerges.preview,
        { params: { id }, query: { at } },
        { signal, fallback: t("The preview could not be loaded.") },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Follows runs while they go: an event comes for each batch, and one for each moment in which mail was sent. */
export function useLiveMerges() {
  const cache = useQueryClient();
  const refetch = useThrottled(() => void cache.invalidateQueries({ queryKey: mergesKey }));
  useLiveEvent("mail-merges", refetch);
  useLiveEvent("outbox", refetch);
}

export function useCreateMerge() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(mailMerges.create, {}, { fallback: t("The mail merge could not be created.") }),
    onSuccess: (merge) => cache.setQueryData(oneKey(merge.id), merge),
  });
}

/** A function that stores an answer of the server and refetches what follows from it. */
function useStored(id: string) {
  const cache = useQueryClient();
  return (merge: MailMerge) => {
    cache.setQueryData(oneKey(id), merge);
    void cache.invalidateQueries({ queryKey: mergesKey, predicate: ({ queryKey }) => queryKey.length !== 3 });
  };
}

export type KeptMerge = Partial<InputOf<typeof mailMerges.keep>["body"]>;

/** Changes a draft. Without `basedOn` the change is made to the version that is shown. */
export function useKeepMerge({ id, version }: Pick<MailMerge, "id" | "version">) {
  const cache = useQueryClient();
  const onSuccess = useStored(id);
  return useMutation({
    // One after another, so that quick changes do not refuse each other.
    scope: { id: `mail merge ${id}` },
    mutationFn: (change: KeptMerge) => {
      const shown = cache.getQueryData<MailMerge>(oneKey(id))?.version ?? version;
      const body = { ...change, basedOn: change.basedOn ?? shown };
      return call(mailMerges.keep, { params: { id }, body }, { fallback: t("The mail merge could not be saved.") });
    },
    onSuccess,
    // Another window may have changed or started it.
    onError: () => cache.invalidateQueries({ queryKey: oneKey(id), exact: true }),
    meta: { showsFailure: true },
  });
}

export function useSetRecipients(id: string) {
  const onSuccess = useStored(id);
  return useMutation({
    mutationFn: (body: InputOf<typeof mailMerges.setRecipients>["body"]) =>
      call(mailMerges.setRecipients, { params: { id }, body }, { fallback: t("The list could not be read.") }),
    onSuccess,
    meta: { showsFailure: true },
  });
}

export function useAddPeople(id: string) {
  const onSuccess = useStored(id);
  return useMutation({
    mutationFn: (ids: string[]) =>
      call(mailMerges.addPeople, { params: { id }, body: { ids } }, { fallback: t("The people could not be added.") }),
    onSuccess,
    meta: { showsFailure: true },
  });
}

type ChangedRecipient = BodyOf<typeof mailMerges.changeRecipient> & { recipientId: string };

export function useChangeRecipient(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ recipientId, ...body }: ChangedRecipient) =>
      call(
        mailMerges.changeRecipient,
        { params: { id, recipientId }, body },
        { fallback: t("The recipient could not be changed.") },
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: oneKey(id) }),
  });
}

export function useLeaveOutGaps(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call(mailMerges.leaveOutGaps, { params: { id } }, { fallback: t("The recipients could not be left out.") }),
    onSettled: () => cache.invalidateQueries({ queryKey: oneKey(id) }),
  });
}

export const useTestMerge = (id: string) =>
  useMutation({
    mutationFn: (at: number) =>
      call(mailMerges.test, { params: { id }, body: { at } }, { fallback: t("The test could not be sent.") }),
  });

export function useStartMerge(id: string) {
  const onSuccess = useStored(id);
  return useMutation({
    mutationFn: (count: number) =>
      call(
        mailMerges.start,
        { params: { id }, body: { count } },
        { fallback: t("The mail merge could not be started.") },
      ),
    onSuccess,
    meta: { showsFailure: true },
  });
}

export type MergeAction = "pause" | "resume" | "cancel";

export function useMergeAction(id: string) {
  const onSuccess = useStored(id);
  return useMutation({
    mutationFn: (action: MergeAction) =>
      call(mailMerges[action], { params: { id } }, { fallback: t("The mail merge could not be changed.") }),
    onSuccess,
  });
}

export function useRetryFailed(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call(mailMerges.retryFailed, { params: { id } }, { fallback: t("The mail merge could not be created.") }),
    onSuccess: (merge) => cache.setQueryData(oneKey(merge.id), merge),
  });
}

export function useRemoveMerge() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call(mailMerges.remove, { params: { id } }, { fallback: t("The mail merge could not be deleted.") }),
    onSuccess: (_, id) => {
      cache.removeQueries({ queryKey: oneKey(id) });
      void cache.invalidateQueries({ queryKey: [...mergesKey, "list"] });
    },
    meta: { showsFailure: true },
  });
}

export const useSaveResults = (id: string) =>
  useMutation({
    mutationFn: () =>
      download({
        path: mergeResultsPath.replace(":id", id),
        query: {},
        tenancy: "personal",
        name: "mail-merge.csv",
        fallback: t("The results could not be saved."),
      }),
  });
