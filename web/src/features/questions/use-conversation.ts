import { maxEarlierAnswer, maxEarlierTurns } from "@intellibox/contract/rules/questions";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { timeZone } from "#lib/time-zone.ts";
import { askMail, type MailAnswer, type MailQuestion } from "#api/questions.ts";

export type Turn = {
  id: number;
  question: string;
  /** The streamed text so far. */
  text: string;
  /** The searches so far, in order. */
  steps: string[];
  answer?: MailAnswer;
  failure?: string;
  isStopped?: boolean;
};

type Scope = MailQuestion["scope"];

/** The questions and answers of the panel. They live in memory, and end with the session. */
export function useConversation() {
  const [turns, setTurns] = useState<Turn[]>([]);
  const running = useRef<AbortController>(null);
  const last = turns.at(-1);
  const isAsking = last !== undefined && !last.answer && last.failure === undefined && !last.isStopped;
  useEffect(() => () => running.current?.abort(), []);

  const change = (id: number, parts: (turn: Turn) => Partial<Turn>) =>
    setTurns((before) => before.map((turn) => (turn.id === id ? { ...turn, ...parts(turn) } : turn)));

  const ask = async (question: string, scope: Scope, before = turns) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    const id = (before.at(-1)?.id ?? 0) + 1;
    setTurns([...before, { id, question, text: "", steps: [] }]);
    const while_ = (parts: (turn: Turn) => Partial<Turn>) => {
      if (!stop.signal.aborted) change(id, parts);
    };
    try {
      const answer = await askMail(
        { question, scope, earlier: earlierOf(before), timeZone: timeZone() },
        {
          signal: stop.signal,
          onText: (text) => while_(() => ({ text })),
          onProgress: (what) => while_(({ steps }) => ({ steps: [...steps, what] })),
        },
      );
      while_(() => ({ answer }));
    } catch (error) {
      while_(() => ({ failure: messageOf(error) }));
    }
  };

  return {
    turns,
    isAsking,
    ask: (question: string, scope: Scope) => void ask(question, scope),
    /** Asks the last question again. */
    retry: (scope: Scope) => last && void ask(last.question, scope, turns.slice(0, -1)),
    stop: () => {
      running.current?.abort();
      if (last) change(last.id, () => ({ isStopped: true }));
    },
    restart: () => {
      running.current?.abort();
      setTurns([]);
    },
  };
}

/** A question without an answer counts too: the next one may go on from it. */
const earlierOf = (turns: Turn[]) =>
  turns.slice(-maxEarlierTurns).map(({ question, answer }) => ({
    question,
    answer: (answer?.sentences.map(({ text }) => text).join("\n") ?? "").slice(0, maxEarlierAnswer),
  }));
