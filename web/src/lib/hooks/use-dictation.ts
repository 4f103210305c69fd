/** The browser's speech recognition: one sentence at a time, in the language of the app, into one of the two fields of the brief. */
import { t } from "@intellibox/contract/text/t";
import { formatLocale, language } from "@intellibox/contract/text/translator";
import { useEffect, useRef, useState } from "react";

export type DictationTarget = "intent" | "extra";

export const dictationProblems = {
  unsupported: t("Voice input not supported in this browser."),
  failed: t("Voice capture error."),
  notStarted: t("Could not start voice input."),
} as const;

type Recognition = {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  maxAlternatives: number;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null;
  onerror: ((event: { error?: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
};
type Speaking = { SpeechRecognition?: new () => Recognition; webkitSpeechRecognition?: new () => Recognition };

/** Appends to the intent, which is one line, or to the extra context, which has several. */
export function withSpoken(target: DictationTarget, current: string, spoken: string) {
  if (!current.trim()) return spoken;
  return target === "intent" ? `${current.trimEnd()} ${spoken}` : `${current.trimEnd()}\n${spoken}`;
}

type Handlers = { onText: (target: DictationTarget, text: string) => void; onProblem: (message: string) => void };

export function useDictation(handlers: Handlers) {
  const [listening, setListening] = useState<DictationTarget | null>(null);
  const current = useRef<Recognition | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const stop = () => {
    current.current?.stop();
    setListening(null);
  };
  const start = (target: DictationTarget) => {
    current.current?.abort();
    const Recognizer = recognizer();
    if (!Recognizer) return handlers.onProblem(dictationProblems.unsupported);
    const recognition = prepared(new Recognizer());
    const isCurrent = () => current.current === recognition;
    recognition.onresult = ({ results }) => {
      const spoken = results[0]?.[0]?.transcript.trim();
      if (spoken) handlers.onText(target, spoken);
    };
    recognition.onerror = ({ error }) => {
      // `aborted`: stopped by the user or by the button of the other field.
      if (isCurrent() && error !== "aborted") handlers.onProblem(dictationProblems.failed);
    };
    recognition.onend = () => {
      if (isCurrent()) setListening(null);
    };
    current.current = recognition;
    try {
      recognition.start();
      setListening(target);
    } catch {
      setListening(null);
      handlers.onProblem(dictationProblems.notStarted);
    }
  };

  return { listening, toggle: (target: DictationTarget) => (listening === target ? stop() : start(target)) };
}

function recognizer() {
  const { SpeechRecognition, webkitSpeechRecognition } = window as Speaking;
  return SpeechRecognition ?? webkitSpeechRecognition;
}

function prepared(recognition: Recognition) {
  recognition.lang = language() === "en" ? "en-US" : formatLocale();
  recognition.continuous = false;
  recognition.interimResults = false;
  recognition.maxAlternatives = 1;
  return recognition;
}
