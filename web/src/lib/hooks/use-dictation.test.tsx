import { act, renderHook } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { useDictation, withSpoken } from "./use-dictation.ts";

class FakeRecognition {
  static made: FakeRecognition[] = [];
  lang = "";
  continuous = true;
  interimResults = true;
  maxAlternatives = 9;
  onresult?: (event: unknown) => void;
  onerror?: (event: { error?: string }) => void;
  onend?: () => void;
  start = vi.fn();
  stop = vi.fn(() => this.onend?.());
  abort = vi.fn(() => this.onend?.());
  constructor() {
    FakeRecognition.made.push(this);
  }
  hear(...alternatives: string[]) {
    this.onresult?.({ results: [alternatives.map((transcript) => ({ transcript }))] });
  }
}

function dictation({ supported = true } = {}) {
  FakeRecognition.made = [];
  if (supported) vi.stubGlobal("webkitSpeechRecognition", FakeRecognition);
  onTestFinished(() => void vi.unstubAllGlobals());
  const onText = vi.fn();
  const onProblem = vi.fn();
  const { result } = renderHook(() => useDictation({ onText, onProblem }));
  const toggle = (target: "intent" | "extra") => act(() => result.current.toggle(target));
  return { result, toggle, onText, onProblem, latest: () => FakeRecognition.made.at(-1) as FakeRecognition };
}

test("it recognizes one final sentence, the best alternative only, in American English [VOI-05] [VOI-06]", () => {
  const { toggle, latest, onText } = dictation();
  toggle("intent");
  const { lang, continuous, interimResults, maxAlternatives } = latest();
  expect({ lang, continuous, interimResults, maxAlternatives }).toEqual({
    lang: "en-US",
    continuous: false,
    interimResults: false,
    maxAlternatives: 1,
  });
  act(() => latest().hear(" ask for a quote ", "ask four a coat"));
  expect(onText).toHaveBeenCalledExactlyOnceWith("intent", "ask for a quote");
});

test("spoken words join the intent with a space and the context with a new line [VOI-07] [VOI-08]", () => {
  expect(withSpoken("intent", "Follow up", "on the offer")).toBe("Follow up on the offer");
  expect(withSpoken("extra", "We met.", "It rained.")).toBe("We met.\nIt rained.");
  expect(withSpoken("intent", " ", "Hello")).toBe("Hello");
  expect(withSpoken("extra", "", "Hello")).toBe("Hello");
});

test("it ends with the sentence, by its button, and when dictation starts in the other field", () => {
  const { result, toggle, latest, onProblem } = dictation();
  toggle("intent");
  expect(result.current.listening).toBe("intent");
  act(() => latest().onend?.());
  expect(result.current.listening).toBeNull();
  toggle("intent");
  toggle("intent");
  expect(latest().stop).toHaveBeenCalled();
  expect(result.current.listening).toBeNull();
  toggle("intent");
  const first = latest();
  toggle("extra");
  expect(first.abort).toHaveBeenCalled();
  act(() => first.onerror?.({ error: "aborted" }));
  expect(result.current.listening).toBe("extra");
  expect(onProblem).not.toHaveBeenCalled();
});

test("each failure has its own message", () => {
  const missing = dictation({ supported: false });
  missing.toggle("intent");
  expect(missing.onProblem).toHaveBeenCalledWith("Voice input not supported in this browser.");
  const failing = dictation();
  failing.toggle("intent");
  act(() => failing.latest().onerror?.({ error: "audio-capture" }));
  expect(failing.onProblem).toHaveBeenCalledWith("Voice capture error.");
});
