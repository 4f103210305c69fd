import type { AiProvider } from "@intellibox/contract/rules/choices";

/** Where a model is and how to be let in. */
export type ModelSettings = {
  provider: Exclude<AiProvider, "builtin">;
  model: string;
  temperature: number;
  /** Filled by the provider's own address where the administrator left it empty. */
  baseUrl: string;
  apiKey: string;
};

export type Question = {
  /** Who the assistant is and what it must never do. */
  system: string;
  /** What is wanted, with whatever is not trusted inside a fence. */
  prompt: string;
  /** A hard end to what it may write. */
  maxTokens?: number;
};

export type Answer = { text: string; tokensIn: number; tokensOut: number };

export type Asking = {
  signal: AbortSignal;
  /** Given each piece as it arrives. */
  onText?: ((piece: string) => void) | undefined;
};

/** A language model that is not ours: text in, text out, no tools. */
export type Model = { answer(question: Question, asking: Asking): Promise<Answer> };

export type ModelFault =
  /** The key is wrong or may not use the model. */
  | "auth"
  /** Too many requests, or the account's credit is used up. */
  | "throttled"
  /** No such model, or the request made no sense to it. */
  | "rejected"
  /** It would not answer this question. */
  | "refused"
  /** No connection, or a server error that did not go away. */
  | "unreachable"
  | "timeout"
  /** It answered with nothing, or with what could not be read. */
  | "bad_answer"
  /** It failed so often lately that it is left alone for a while. */
  | "resting"
  /** Its address may not be reached from here. */
  | "forbidden_host"
  /** The caller went away. */
  | "cancelled";

/** What went wrong, in words fit to show; the cause keeps the provider's own. */
export class ModelError extends Error {
  readonly fault: ModelFault;
  constructor(fault: ModelFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ModelError";
    this.fault = fault;
  }
}
