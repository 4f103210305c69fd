/** The assistant's works on a message. In a file of their own, because the inbox names them before their code is loaded. */
export type AiWork = "summary" | "draft" | "tasks";

/** What the user asked for, and of which message. A greater count asks once more. */
export type AiWish = { kind: AiWork; messageId: string; count: number };

export type AiProgress =
  /** Not started. */
  | { state: "held" }
  /** `what` is done before the text begins, such as "Reading part 3 of 7". */
  | { state: "writing"; text: string; what?: string }
  | { state: "done" }
  | { state: "stopped"; text: string }
  /** `needsModel`: it cannot be done without an AI model. */
  | { state: "failed"; message: string; needsModel?: boolean };
