import type { BodyOf, InputOf, ResponseOf } from "@intellibox/contract/endpoint";
import type { RuleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import { type MailRule, mailRules, type RuleSettings } from "@intellibox/contract/endpoints/mail-rules";
import type { RuleFileFormat } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useThrottled } from "#lib/hooks/use-throttled.ts";
import { call } from "#lib/http/api.ts";
import { saveFile } from "#lib/http/download.ts";
import { useLiveEvent } from "#lib/http/live.ts";
import { timeZone } from "#lib/time-zone.ts";
import { reloadInbox } from "./inbox.ts";

const key = ["mail-rules"] as const;
export type RuleList = ResponseOf<typeof mailRules.list>;
export type HistoryQuery = NonNullable<InputOf<typeof mailRules.history>["query"]>;
/** The state that a person chooses. */
export type ChosenState = BodyOf<typeof mailRules.setState>["state"];

export const rulesQuery = queryOptions({
  queryKey: [...key, "list"],
  queryFn: ({ signal }) => call(mailRules.list, {}, { signal, fallback: t("The rules could not be loaded.") }),
});

export const readyMadeQuery = queryOptions({
  queryKey: [...key, "ready-made"],
  queryFn: async ({ signal }) =>
    (await call(mailRules.readyMade, {}, { signal, fallback: t("The ready-made rules could not be loaded.") })).items,
  staleTime: Number.POSITIVE_INFINITY,
});

export const ruleHistoryQuery = (query: HistoryQuery) =>
  queryOptions({
    queryKey: [...key, "history", query],
    queryFn: ({ signal }) =>
      call(mailRules.history, { query }, { signal, fallback: t("The history could not be loaded.") }),
    placeholderData: keepPreviousData,
  });

export const rulesOfMessageQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, "message", id],
    queryFn: async ({ signal }) => (await call(mailRules.ofMessage, { params: { id } }, { signal })).items,
    retry: false,
  });

const reload = (cache: QueryClient) => cache.invalidateQueries({ queryKey: key });

/** Follows what rules do, and what other tabs and administrators change. */
export function useLiveRules() {
  const cache = useQueryClient();
  const refetch = useThrottled(() => void reload(cache));
  useLiveEvent("mail-rules", refetch);
  useLiveEvent("messages", refetch);
}

/** Mail was moved, marked or brought back. */
const reloadMail = (cache: QueryClient) =>
  Promise.all([reload(cache), reloadInbox(cache), cache.invalidateQueries({ queryKey: ["inbox", "message"] })]);

export type SavedRule = {
  /** The version that a change is based on; absent for a new rule. */
  changed?: Pick<MailRule, "id" | "version"> | undefined;
  content: RuleContent;
  isShared: boolean;
  state: ChosenState;
};

/** The time zone is for the snoozes of the rule. */
export const addRule = (body: BodyOf<typeof mailRules.create>) =>
  call(mailRules.create, { body: { ...body, timeZone: timeZone() } }, { fallback: t("The rule could not be saved.") });

export function useSaveRule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ changed, content, isShared, state }: SavedRule) =>
      changed
        ? call(
            mailRules.update,
            { params: { id: changed.id }, body: { ...content, timeZone: timeZone(), basedOn: changed.version } },
            { fallback: t("The rule could not be saved.") },
          )
        : addRule({ ...content, isShared, state }),
    // Also after a refusal: the list then shows the version that somebody else saved.
    onSettled: () => reload(cache),
    meta: { showsFailure: true },
  });
}

/** Adds rules of a file, all of them off. Returns how many were added before one failed. */
export function useAddRules() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (contents: readonly RuleContent[]) => {
      let added = 0;
      for (const content of contents) {
        try {
          await addRule({ ...content, isShared: false, state: "off" });
        } catch (error) {
          return { added, error };
        }
        added += 1;
      }
      return { added, error: null };
    },
    onSettled: () => reload(cache),
    meta: { showsFailure: true },
  });
}

/** Changes the shown list at once, and loads the true one afterwards. */
function useListChange<Input>(
  send: (input: Input) => Promise<unknown>,
  change: (list: RuleList, input: Input) => RuleList,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: send,
    onMutate: async (input: Input) => {
      await cache.cancelQueries(rulesQuery);
      const before = cache.getQueryData(rulesQuery.queryKey);
      if (before) cache.setQueryData(rulesQuery.queryKey, change(before, input));
      return before;
    },
    onError: (_error, _input, before) => {
      if (before) cache.setQueryData(rulesQuery.queryKey, before);
    },
    onSettled: () => cache.invalidateQueries(rulesQuery),
  });
}

export const useSetRuleState = () =>
  useListChange(
    ({ id, state }: { id: string; state: ChosenState }) =>
      call(mailRules.setState, { params: { id }, body: { state } }, { fallback: t("The rule could not be switched.") }),
    (list, { id, state }) => ({
      ...list,
      items: list.items.map((rule) => (rule.id === id ? { ...rule, state, pausedReason: null } : rule)),
    }),
  );

export const useOrderRules = () =>
  useListChange(
    (body: { isShared: boolean; ids: string[] }) =>
      call(mailRules.order, { body }, { fallback: t("The order could not be saved.") }),
    (list, { isShared, ids }) => {
      const moved = ids.flatMap((id) => list.items.find((rule) => rule.id === id) ?? []);
      const others = list.items.filter((rule) => rule.isShared !== isShared);
      return { ...list, items: isShared ? [...moved, ...others] : [...others, ...moved] };
    },
  );

/** Deletes a rule. `undo` brings it back. */
export function useDeleteRule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, version }: Pick<MailRule, "id" | "version">) => {
      const query = { basedOn: version };
      await call(mailRules.remove, { params: { id }, query }, { fallback: t("The rule could not be deleted.") });
      const undo = async () => {
        await call(mailRules.restore, { params: { id } }, { fallback: t("Could not undo.") });
        await reload(cache);
      };
      return { undo };
    },
    onSettled: () => reload(cache),
  });
}

export const useRuleFromSentence = () =>
  useMutation({
    mutationFn: (sentence: string) =>
      call(mailRules.fromSentence, { body: { sentence } }, { fallback: t("The sentence could not be read.") }),
    meta: { showsFailure: true },
  });

export const useTryRule = () =>
  useMutation({
    mutationFn: (rule: RuleContent) =>
      call(mailRules.tryOut, { body: { rule } }, { fallback: t("The rule could not be tried.") }),
    meta: { showsFailure: true },
  });

export type RunRequest = { id: string } & BodyOf<typeof mailRules.run>;

export function useRunRule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: RunRequest) =>
      call(mailRules.run, { params: { id }, body }, { fallback: t("The rule could not be run.") }),
    onSettled: () => void reloadMail(cache),
    meta: { showsFailure: true },
  });
}

export type UndoRequest = InputOf<typeof mailRules.undo>["body"];

export function useUndoRuns() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: UndoRequest) => call(mailRules.undo, { body }, { fallback: t("Could not undo.") }),
    onSettled: () => void reloadMail(cache),
    meta: { showsFailure: true },
  });
}

export type Decision = BodyOf<typeof mailRules.decide>;

/** Several decisions, because one call names the proposals of one rule. Returns how many were decided. */
export function useDecide() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (decisions: readonly Decision[]) => {
      let decided = 0;
      for (const body of decisions) {
        decided += (await call(mailRules.decide, { body }, { fallback: t("The proposals could not be decided.") }))
          .decided;
      }
      return decided;
    },
    onSettled: () => void reloadMail(cache),
  });
}

export type ReadRules = ResponseOf<typeof mailRules.readFile>;

export const useReadRuleFile = () =>
  useMutation({
    mutationFn: async (file: File) =>
      call(mailRules.readFile, { body: { text: await file.text() } }, { fallback: t("The file could not be read.") }),
    meta: { showsFailure: true },
  });

/** Saves the rules as a file. Returns what the format cannot say. */
export const useDownloadRules = () =>
  useMutation({
    mutationFn: async (format: RuleFileFormat) => {
      const { fileName, text, problems } = await call(
        mailRules.writeFile,
        { query: { format } },
        { fallback: t("The file could not be written.") },
      );
      saveFile(new Blob([text], { type: "text/plain;charset=utf-8" }), fileName);
      return problems;
    },
  });

export const webhookSecretQuery = queryOptions({
  queryKey: [...key, "webhook-secret"],
  queryFn: async ({ signal }) =>
    (await call(mailRules.webhookSecret, {}, { signal, fallback: t("The secret could not be loaded.") })).secret,
  // Not kept after the dialog has closed.
  gcTime: 0,
});

export function useSaveRuleSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: RuleSettings) =>
      call(mailRules.changeSettings, { body }, { fallback: t("The settings could not be saved.") }),
    onSuccess: () => reload(cache),
    meta: { showsFailure: true },
  });
}
