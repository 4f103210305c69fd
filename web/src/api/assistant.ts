import type { Endpoint, InputOf, ResponseOf } from "@intellibox/contract/endpoint";
import { assistant } from "@intellibox/contract/endpoints/assistant";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "#lib/http/api.ts";
import { streamCall } from "#lib/http/events.ts";

/** Who wrote something and what it cost. */
export type Authorship = Pick<
  ResponseOf<typeof assistant.draftEmail>,
  "tokens" | "durationMs" | "provider" | "model" | "fallback" | "warnings"
>;

/** How a stream ended: with its answer, or stopped by the user after so many words. */
export type Written<E extends Endpoint> = { answer: ResponseOf<E> } | { stopped: string };

/** Reads one answer after the other as they are written. A new one, or leaving the page, ends the one before. */
export function useWriting() {
  const [text, setText] = useState<string | null>(null);
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
    const onToken = (piece: string) => {
      written += piece;
      if (!signal.aborted) setText(written);
    };
    try {
      return { answer: await streamCall(endpoint, input, { signal, fallback, onToken }) };
    } catch (error) {
      // One that gave way to another, or whose page is gone, has nothing to show.
      if (signal.aborted) return { stopped: running.current === controller ? written : "" };
      throw error;
    } finally {
      if (running.current === controller) setText(null);
    }
  };

  return {
    /** What is there so far; null while nothing is being written. */
    text,
    isWriting: text !== null,
    write,
    stop: () => running.current?.abort(),
  };
}

/** A subject for a text: the mail one answers, or one's own draft. */
export const useSuggestSubject = () =>
  useMutation({
    mutationFn: (emailBody: string) =>
      call(assistant.suggestSubject, { body: { emailBody } }, { fallback: "Failed to suggest subject" }),
    meta: { showsFailure: true },
  });

/** One-click answers to a mail. They are an offer: where they cannot be had the screen does without. */
export const replyIntentsQuery = (emailBody: string) =>
  queryOptions({
    queryKey: ["reply-intents", emailBody],
    queryFn: ({ signal }) => call(assistant.replyIntents, { body: { emailBody } }, { signal }),
    enabled: emailBody.trim() !== "",
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
