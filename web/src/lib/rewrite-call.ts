import type { InputOf, ResponseOf } from "@intellibox/contract/endpoint";
import type { rewriting } from "@intellibox/contract/endpoints/rewriting";

export type RewriteRequest = InputOf<typeof rewriting.rewrite>["body"];
export type RewriteAnswer = ResponseOf<typeof rewriting.rewrite>;

/** Rewrites a text. The editor is given it by its page, because views make no calls. */
export type RewriteText = (
  request: RewriteRequest,
  stream: { signal: AbortSignal; onText: (soFar: string) => void },
) => Promise<RewriteAnswer>;
