import type { BodyOf } from "@intellibox/contract/endpoint";
import { voices } from "@intellibox/contract/endpoints/voices";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#lib/http/api.ts";
import { useLiveEvent } from "#lib/http/live.ts";

export const voiceQuery = queryOptions({
  queryKey: ["voice"],
  queryFn: ({ signal }) => call(voices.get, {}, { signal, fallback: t("Your voice could not be loaded") }),
});

/** Keeps the shown voice up to date. Returns how many mails were read, while it is being learned. */
export function useVoiceProgress() {
  const cache = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  useLiveEvent("voice", (data) => {
    const { done, total } = data as { done?: number; total?: number };
    setProgress(done !== undefined && total !== undefined ? { done, total } : undefined);
    if (done === undefined) void cache.invalidateQueries(voiceQuery);
  });
  return progress;
}

export function useChangeVoice() {
  const cache = useQueryClient();
  const onSuccess = (voice: Awaited<ReturnType<typeof get>>) => cache.setQueryData(voiceQuery.queryKey, voice);
  const meta = { showsFailure: true };
  const save = useMutation({
    mutationFn: (body: BodyOf<typeof voices.save>) => call(voices.save, { body }, { fallback: t("Save failed") }),
    ...{ onSuccess, meta },
  });
  const learn = useMutation({
    mutationFn: () => call(voices.learn, {}, { fallback: t("Your voice could not be learned") }),
    ...{ onSuccess, meta },
  });
  const erase = useMutation({
    mutationFn: () => call(voices.erase, {}, { fallback: t("Your voice could not be erased") }),
    ...{ onSuccess, meta },
  });
  return { save, learn, erase };
}

const get = () => call(voices.get, {});
