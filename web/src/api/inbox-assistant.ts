import { t } from "@intellibox/contract/text/t";
/** The assistant's work on a message or its thread, streamed. */

import type { BodyOf, ResponseOf } from "@intellibox/contract/endpoint";
import { inbox, type MailMessage, type ThreadDigest } from "@intellibox/contract/endpoints/inbox";
import { summaries } from "@intellibox/contract/endpoints/summaries";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { usesKnowledge } from "#lib/drafts/uses-knowledge.ts";
import { call } from "#lib/http/api.ts";
import { messageOf, needsModel } from "#lib/http/api-error.ts";
import { streamCall } from "#lib/http/events.ts";
import { timeZone } from "#lib/time-zone.ts";
import { messagesKey } from "./inbox.ts";
import type { AiProgress } from "./inbox-works.ts";

export type DraftAnswer = ResponseOf<typeof inbox.draftReply>;

type DraftRequest = {
  messageId: string;
  /** Its message and the variant of its wording. A change starts the work again. */
  stance: string;
  variant: number;
  /** While true, the work does not start. */
  isHeld: boolean;
  onAnswer: (answer: DraftAnswer) => void;
};

/** Drafts a reply while the component is mounted. */
export const useDraftReply = ({ messageId, stance, variant, isHeld, onAnswer }: DraftRequest) =>
  useStreamed({
    key: JSON.stringify([messageId, stance, variant]),
    isHeld,
    run: (stream) =>
      streamCall(
        inbox.draftReply,
        { params: { id: messageId }, body: { stance, variant, timeZone: timeZone(), usesKnowledge: usesKnowledge() } },
        { ...stream, fallback: t("Failed to draft a reply") },
      ),
    onAnswer,
  });

/** Summarizes a thread as soon as `wanted` is above 0, and again each time it grows. The server keeps the result. */
export function useDigest({ id, threadId }: Pick<MailMessage, "id" | "threadId">, wanted: number) {
  const cache = useQueryClient();
  return useStreamed({
    key: `${id} ${wanted}`,
    isHeld: wanted === 0,
    run: (stream) =>
      streamCall(
        inbox.digest,
        { params: { id }, body: { timeZone: timeZone() } },
        { ...stream, fallback: t("Failed to summarize") },
      ),
    onAnswer: async (digest) => {
      // A message that is being loaded was read before the summary was kept, and would hide it.
      await cache.cancelQueries({
        queryKey: messagesKey,
        predicate: ({ state }) => (state.data as MailMessage | undefined)?.threadId === threadId,
      });
      showDigest(cache, threadId, () => digest);
      void cache.invalidateQueries({ queryKey: ["summaries"] });
    },
  });
}

/** Ticks tasks of a thread's summary or adds them to its action plan. The screen shows it at once. */
export function useChangeTasks(threadId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & BodyOf<typeof summaries.changeTasks>) =>
      call(summaries.changeTasks, { params: { id }, body }, { fallback: t("The tasks could not be saved") }),
    onMutate: ({ tasks: chosen, change }) => {
      const before = new Map<string, ThreadDigest["tasks"]>();
      showDigest(cache, threadId, (digest) => {
        if (!digest) return digest;
        before.set(digest.id, digest.tasks);
        const changed = { done: { done: true }, open: { done: false }, plan: { planned: true } }[change];
        return {
          ...digest,
          tasks: digest.tasks.map((task, index) => (chosen.includes(index) ? { ...task, ...changed } : task)),
        };
      });
      return before;
    },
    onError: (_error, { id }, before) =>
      showDigest(cache, threadId, (digest) => digest && { ...digest, tasks: before?.get(id) ?? digest.tasks }),
    onSuccess: ({ tasks }) => {
      showDigest(cache, threadId, (digest) => digest && { ...digest, tasks });
      return cache.invalidateQueries({ queryKey: ["summaries"] });
    },
    meta: { showsFailure: true },
  });
}

/** Changes the summary in all cached messages of the thread. */
const showDigest = (
  cache: QueryClient,
  threadId: string,
  change: (digest: ThreadDigest | null) => ThreadDigest | null,
) =>
  cache.setQueriesData<MailMessage>({ queryKey: messagesKey }, (message) =>
    message?.threadId === threadId ? { ...message, digest: change(message.digest) } : message,
  );

type Stream = { signal: AbortSignal; onText: (soFar: string) => void; onProgress: (what: string) => void };

type StreamedWork<Answer> = {
  /** Another key starts the work again. */
  key: string;
  isHeld: boolean;
  run: (stream: Stream) => Promise<Answer>;
  onAnswer: (answer: Answer) => void;
};

/** Runs the work while the component is mounted. */
export function useStreamed<Answer>({ key, isHeld, run, onAnswer }: StreamedWork<Answer>) {
  const [progress, setProgress] = useState<AiProgress>(isHeld ? { state: "held" } : { state: "writing", text: "" });
  const [attempt, setAttempt] = useState(0);
  const written = useRef("");
  const running = useRef<AbortController>(null);
  const begin = useEffectEvent(run);
  const report = useEffectEvent((answer: Answer) => {
    setProgress({ state: "done" });
    onAnswer(answer);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `attempt` restart the work
  useEffect(() => {
    if (isHeld) {
      setProgress({ state: "held" });
      return undefined;
    }
    const stop = new AbortController();
    running.current = stop;
    written.current = "";
    setProgress({ state: "writing", text: "" });
    const onText = (soFar: string) => {
      written.current = soFar;
      if (!stop.signal.aborted) setProgress({ state: "writing", text: soFar });
    };
    const onProgress = (what: string) => {
      if (!stop.signal.aborted) setProgress({ state: "writing", text: written.current, what });
    };
    begin({ signal: stop.signal, onText, onProgress }).then(
      (answer) => !stop.signal.aborted && report(answer),
      (error) =>
        !stop.signal.aborted &&
        setProgress({ state: "failed", message: messageOf(error), needsModel: needsModel(error) }),
    );
    return () => stop.abort();
  }, [key, isHeld, attempt]);

  const stop = () => {
    running.current?.abort();
    setProgress({ state: "stopped", text: written.current });
  };
  return { progress, stop, tryAgain: () => setAttempt(attempt + 1) };
}
