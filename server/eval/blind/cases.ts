import type { Tone } from "@intellibox/contract/rules/choices";

export type BlindIntent = {
  id: string;
  trade: string;
  language: string;
  tone: Tone;
  reader: { name?: string; group?: string; unknown?: boolean };
  intent: string;
  context?: string;
  /** Facts that the draft has to hold; `a|b` accepts either form. */
  must: string[];
  mustNot: string[];
  clauses: string[];
  serious?: boolean;
};

export type BlindTask = { words: string[]; owner: string | null; due: string | null; optional?: boolean };

export type BlindMail = {
  id: string;
  trade: string;
  language: string;
  kind: string;
  from: string;
  to: string;
  subject: string;
  date: string;
  earlier?: { from: string; date: string; body: string }[];
  body: string;
  asks: string[];
  noAnswer: boolean;
  careful: boolean;
  expectIntents?: string[];
  keyPoints: string[];
  tasks: BlindTask[];
  goodSubject: string;
};

/** One fault that a gate found in an output. */
export type Finding = { gate: Gate; what: string };

export const gates = [
  "facts",
  "forbidden",
  "instruction",
  "marked",
  "greeted wrong",
  "greeting",
  "dropped",
  "doubled",
  "cheerful",
  "grammar",
  "answered",
  "not answered",
  "agreed",
  "reply greeting",
  "asks",
  "same text",
] as const;
export type Gate = (typeof gates)[number];

/** Faults that harm the sender: none is allowed. */
export const harmGates: ReadonlySet<Gate> = new Set([
  "forbidden",
  "instruction",
  "greeted wrong",
  "cheerful",
  "answered",
  "agreed",
]);
