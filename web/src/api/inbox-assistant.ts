/** The assistant's summary, draft or tasks for one message, streamed. */

import type { ResponseOf } from "@intellibox/contract/endpoint";
import { inbox } from "@intellibox/contract/endpoints/inbox";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { streamCall } from "#lib/http/events.ts";
import { timeZone } from "#lib/time-zone.ts";

export type AiWork = "summary" | "draft" | "tasks";
export type AiAnswer =
  | { work: "summary"; answer: ResponseOf<typeof inbox.summarizeMessage> }
  | { work: "draft"; answer: ResponseOf<typeof inbox.draftReply> }
  | { work: "tasks"; answer: ResponseOf<typeof inbox.extractTasks> };

export type AiProgress =
  /** `what` is done before the text begins, such as "Reading part 3 of 7". */
  | { state: "writing"; text: string; what?: string }
  | ({ state: "done" } & AiAnswer)
  | { state: "stopped"; text: string }
  | { state: "failed"; message: string };

/** Runs the work while the component is mounted. */
export function useAiWork(work: AiWork, messageId: string, extent: "message" | "thread") {
  const [progress, setProgress] = useState<AiProgress>({ state: "writing", text: "" });
  const [attempt, setAttempt] = useState(0);
  const written = useRef("");
  const running = useRef<AbortController>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` restarts the work
  useEffect(() => {
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
    run(work, messageId, extent, { signal: stop.signal, onText, onProgress }).then(
      (answer) => !stop.signal.aborted && setProgress({ state: "done", ...answer }),
      (error) => !stop.signal.aborted && setProgress({ state: "failed", message: messageOf(error) }),
    );
    return () => stop.abort();
  }, [work, messageId, extent, attempt]);

  const stop = () => {
    running.current?.abort();
    setProgress({ state: "stopped", text: written.current });
  };
  return { progress, stop, tryAgain: () => setAttempt(attempt + 1) };
}

type Stream = { signal: AbortSignal; onText: (soFar: string) => void; onProgress: (what: string) => void };

async function run(work: AiWork, id: string, extent: "message" | "thread", stream: Stream): Promise<AiAnswer> {
  const params = { id };
  if (work === "summary") {
    const options = { ...stream, fallback: "Failed to summarize" };
    return { work, answer: await streamCall(inbox.summarizeMessage, { params, body: { extent } }, options) };
  }
  if (work === "tasks") {
    const options = { ...stream, fallback: "Failed to extract tasks" };
    return { work, answer: await streamCall(inbox.extractTasks, { params, body: { extent } }, options) };
  }
  const options = { ...stream, fallback: "Failed to draft a reply" };
  return { work, answer: await streamCall(inbox.draftReply, { params, body: { timeZone: timeZone() } }, options) };
}
