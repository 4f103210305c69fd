/** The assistant's works on a message. In a file of their own, because the inbox names them before their code is loaded. */
export type AiWork = "summary" | "draft" | "tasks";

/** The work that the user asked for, and its message. A higher `count` asks for the same work again. */
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
