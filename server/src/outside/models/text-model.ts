import type { AiProvider } from "@intellibox/contract/rules/ai-providers";

/** The address of a provider's model and the key for it. */
export type ProviderSettings = {
  provider: Exclude<AiProvider, "builtin">;
  model: string;
  temperature: number;
  /** Empty means the provider's own address. */
  baseUrl: string;
  /** The AWS region, for Amazon Bedrock. */
  region: string;
  apiKey: string;
  /** Who chose the address. An address that a company's admin typed never leads into a private network. */
  chosenBy: "owner" | "company";
};

export type TextRequest = {
  /** The assistant's role and rules. */
  system: string;
  /** The task, with untrusted text inside a fence. */
  prompt: string;
  maxTokens?: number;
};

export type TextAnswer = {
  text: string;
  /** `length`: cut off at the limit of tokens. `filtered`: the provider's content filter ended it. */
  finish: "complete" | "length" | "filtered";
  tokensIn: number;
  tokensOut: number;
};

export type TextOptions = {
  signal: AbortSignal;
  /** Receives each piece as it arrives. */
  onText?: ((piece: string) => void) | undefined;
};

/** A provider's language model: text in, text out, no tools. */
export type TextModel = { answer(request: TextRequest, options: TextOptions): Promise<TextAnswer> };

export type ModelFault =
  /** The key is wrong or may not use the model. */
  | "auth"
  /** Too many requests, or the account's credit is used up. */
  | "throttled"
  /** The model does not exist, or the provider did not accept the request. */
  | "rejected"
  /** No connection, or a server error that did not go away. */
  | "unreachable"
  | "timeout"
  /** The answer began, but its end is missing. */
  | "broken"
  /** The provider's content filter ended the answer. */
  | "filtered"
  /** The answer was empty, not a stream, or could not be read. */
  | "bad_answer"
  /** The circuit breaker is open after repeated failures. */
  | "resting"
  /** The network policy forbids the address. */
  | "forbidden_host"
  /** The caller closed the connection. */
  | "cancelled";

/** The message may be shown to a user; the cause holds the provider's error without the key. */
export class ModelError extends Error {
  readonly fault: ModelFault;
  constructor(fault: ModelFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ModelError";
    this.fault = fault;
  }
}
