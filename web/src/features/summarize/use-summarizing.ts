import { assistant } from "@intellibox/contract/endpoints/assistant";
import { t } from "@intellibox/contract/text/t";
import { useRef, useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { plainText } from "#lib/mail/plain-text.ts";
import { timeZone } from "#lib/time-zone.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useWriting } from "#api/assistant.ts";
import { useKeepSummary } from "#api/summaries.ts";
import { splitInWorker } from "./split-in-worker.ts";
import { bounded, type SummaryInput, titleOf } from "./summary-input.ts";
import type { SummaryResult } from "./summary-result.ts";

/** One run of Summarize and its result. */
export type SummaryRun = { number: number; result: SummaryResult; keptId: string | null; note?: string | undefined };

const fallback = t("Failed to summarize");
const cutNote = t("The text is very long: only its first part was summarized.");
const stoppedNote = t("Stopped. Partial result, not saved.");

/** Summarizes the input, streams the points, and saves the result. */
export function useSummarizing(start: SummaryRun | null, onKept: (id: string) => void) {
  const writing = useWriting();
  const { mutateAsync: keep } = useKeepSummary();
  const [run, setRun] = useState<SummaryRun | null>(start);
  const [problem, setProblem] = useState<string | null>(null);
  const number = useRef(start?.number ?? 0);

  const show = (result: SummaryResult, note?: string) => {
    number.current += 1;
    setRun({ number: number.current, result, keptId: null, note });
    return number.current;
  };

  const keepResult = async (runNumber: number, result: SummaryResult) => {
    const kept = await keep(result).catch(() => null);
    if (!kept || number.current !== runNumber) return;
    setRun((current) => (current?.number === runNumber ? { ...current, keptId: kept.id } : current));
    onKept(kept.id);
  };

  const summarize = async (input: SummaryInput) => {
    setProblem(null);
    try {
      const { thread, isCut } = bounded(await splitInWorker(input));
      const body = { thread: plainText(thread), timeZone: timeZone() };
      const outcome = await writing.write(assistant.summarize, { body }, fallback);
      if ("stopped" in outcome) {
        const summary = outcome.stopped.split("\n").filter((line) => line.trim() !== "");
        if (summary.length > 0) show({ ...noResult, thread, summary }, stoppedNote);
        return;
      }
      const { summary, summarySources, actions, ...written } = outcome.answer;
      const result = { title: titleOf(input.text, summary), thread, summary, summarySources, actions, written };
      void keepResult(show(result, isCut ? cutNote : undefined), result);
    } catch (error) {
      const message = messageOf(error, fallback);
      setProblem(message);
      toast.error(message, screenToast);
    }
  };

  return {
    run,
    /** The text so far; null while nothing is streamed. */
    soFar: writing.text,
    progress: writing.progress,
    isWriting: writing.isWriting,
    problem,
    dismissProblem: () => setProblem(null),
    summarize,
    keepResult,
    stop: writing.stop,
    clear: () => {
      writing.stop();
      number.current += 1;
      setRun(null);
      setProblem(null);
    },
  };
}

const noResult: Omit<SummaryResult, "thread" | "summary"> = {
  title: t("Summary"),
  summarySources: [],
  actions: [],
  written: null,
};
