import type { Endpoint, InputOf, ResponseOf } from "@intellibox/contract/endpoint";
import { assistant } from "@intellibox/contract/endpoints/assistant";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "#lib/http/api.ts";
import { streamCall } from "#lib/http/events.ts";

/** The model that wrote a text, and its cost. */
export type Authorship = Pick<
  ResponseOf<typeof assistant.draftEmail>,
  "tokens" | "durationMs" | "provider" | "model" | "fallback" | "warnings" | "basis" | "inVoice" | "usageId" | "sources"
>;

/** The end of a stream: the whole response, or the text so far if the user stopped it. */
export type Written<E extends Endpoint> = { answer: ResponseOf<E> } | { stopped: string };

/** Streams a text from the assistant, one at a time. A new stream, or leaving the page, aborts the previous one. */
export function useWriting() {
  const [text, setText] = useState<string | null>(null);
  const [progress, setProgress] = useState("");
  const running = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = null;
    },
    [],
  );

  const write = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, fallback: string): Promise<Written<E>> => {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    let written = "";
    setText("");
    setProgress("");
    const onText = (soFar: string) => {
      written = soFar;
      if (!signal.aborted) setText(written);
    };
    const onProgress = (what: string) => !signal.aborted && setProgress(what);
    try {
      return { answer: await streamCall(endpoint, input, { signal, fallback, onText, onProgress }) };
    } catch (error) {
      // A stream that a newer one replaced, or whose page was left, shows nothing.
      if (signal.aborted) return { stopped: running.current === controller ? written : "" };
      throw error;
    } finally {
      if (running.current === controller) setText(null);
    }
  };

  return {
    /** The text so far; null while nothing is streamed. */
    text,
    /** The step before the text begins, such as "Reading part 3 of 7"; empty if there is none. */
    progress,
    isWriting: text !== null,
    write,
    stop: () => running.current?.abort(),
  };
}

/** Suggests a subject for a text: the mail that is answered, or the user's own draft. */
export const useSuggestSubject = () =>
  useMutation({
    mutationFn: (emailBody: string) =>
      call(assistant.suggestSubject, { body: { emailBody } }, { fallback: t("Failed to suggest subject") }),
    meta: { showsFailure: true },
  });

/** Enough to know what a mail asks for; a longer text would only take more time. */
const maxIntentText = 20_000;

/** A mail that is answered. Its sender is for the greeting; a stored message has headers that say more. */
export type AnsweredMail = { emailBody: string; from?: string | undefined; message?: string | undefined };

/** One-click replies to a mail, or why it needs no answer. */
export function replyIntentsQuery({ emailBody, from = "", message }: AnsweredMail) {
  const body = { emailBody: emailBody.slice(0, maxIntentText), from, ...(message && { message }) };
  return queryOptions({
    queryKey: ["reply-intents", body],
    queryFn: ({ signal }) => call(assistant.replyIntents, { body }, { signal }),
    enabled: emailBody.trim() !== "",
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
