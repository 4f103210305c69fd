import type { TextAnswer } from "../text-model.ts";

/** Messages from the parent to the process of a model file. It works on one answer at a time. */
export type ToChild =
  | { kind: "answer"; id: number; system: string; prompt: string; temperature: number; maxTokens: number }
  | { kind: "stop"; id: number };

/** Messages from that process to the parent. */
export type FromChild =
  | { kind: "ready" }
  /** The library or the model cannot be loaded. The process ends. */
  | { kind: "unusable"; message: string }
  | { kind: "memory"; bytes: number }
  | { kind: "text"; id: number; piece: string }
  | ({ kind: "done"; id: number } & Omit<TextAnswer, "text">)
  /** The text does not fit into the model's window. */
  | { kind: "too-long"; id: number }
  | { kind: "failed"; id: number; message: string };
