/** The assistant's summary, draft or tasks for one message, streamed. */

import type { ResponseOf } from "@intellibox/contract/endpoint";
import { inbox } from "@intellibox/contract/endpoints/inbox";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { streamCall } from "#lib/http/events.ts";
import { timeZone } from "#lib/time-zone.ts";

export type AiWork = "summary" | "draft" | "tasks";
export type AiAnswer =
  | { work: "summary"; answer: ResponseOf<typeof inbox.summarizeMessage> }
  | { work: "draft"; answer: ResponseOf<typeof inbox.draftReply> }
  | { work: "tasks"; answer: ResponseOf<typeof inbox.extractTasks> };

export type AiProgress =
  /** Not started. */
  | { state: "held" }
  /** `what` is done before the text begins, such as "Reading part 3 of 7". */
  | { state: "writing"; text: string; what?: string }
  | ({ state: "done" } & AiAnswer)
  | { state: "stopped"; text: string }
  | { state: "failed"; message: string };

type AiRequest = {
  work: AiWork;
  messageId: string;
  extent: "message" | "thread";
  /** For a draft: what it shall say, and which wording. A change starts the work again. */
  stance?: string;
  variant?: number;
  /** While true, the work does not start. */
  isHeld?: boolean;
  onAnswer?: (answer: AiAnswer) => void;
};

/** Runs the work while the component is mounted. */
export function useAiWork({ work, messageId, extent, stance = "", variant = 0, isHeld = false, onAnswer }: AiRequest) {
  const [progress, setProgress] = useState<AiProgress>({ state: "writing", text: "" });
  const [attempt, setAttempt] = useState(0);
  const written = useRef("");
  const running = useRef<AbortController>(null);

  const report = useEffectEvent((answer: AiAnswer) => {
    setProgress({ state: "done", ...answer });
    onAnswer?.(answer);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` restarts the work
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
    run({ work, messageId, extent, stance, variant }, { signal: stop.signal, onText, onProgress }).then(
      (answer) => !stop.signal.aborted && report(answer),
      (error) => !stop.signal.aborted && setProgress({ state: "failed", message: messageOf(error) }),
    );
    return () => stop.abort();
  }, [work, messageId, extent, stance, variant, isHeld, attempt]);

  const stop = () => {
    running.current?.abort();
    setProgress({ state: "stopped", text: written.current });
  };
  return { progress, stop, tryAgain: () => setAttempt(attempt + 1) };
}

type Stream = { signal: AbortSignal; onText: (soFar: string) => void; onProgress: (what: string) => void };

type RunRequest = Required<Omit<AiRequest, "onAnswer" | "isHeld">>;

async function run({ work, messageId, extent, stance, variant }: RunRequest, stream: Stream): Promise<AiAnswer> {
  const params = { id: messageId };
  if (work === "summary") {
    const options = { ...stream, fallback: "Failed to summarize" };
    return { work, answer: await streamCall(inbox.summarizeMessage, { params, body: { extent } }, options) };
  }
  if (work === "tasks") {
    const options = { ...stream, fallback: "Failed to extract tasks" };
    return { work, answer: await streamCall(inbox.extractTasks, { params, body: { extent } }, options) };
  }
  const options = { ...stream, fallback: "Failed to draft a reply" };
  const body = { stance, variant, timeZone: timeZone() };
  return { work, answer: await streamCall(inbox.draftReply, { params, body }, options) };
}
