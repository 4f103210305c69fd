import type { Token } from "@intellibox/contract/text/fill";

/** The values and components that a parsed message names, each as often as it does. */
export function namesIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (typeof token === "string" || token[0] === "#") return [];
    if (token[0] === "<") return [token[1] as string, ...namesIn(token[2] as Token[])];
    return [token[0], ...Object.values(token[2] ?? {}).flatMap((inner) => namesIn(inner as Token[]))];
  });
}
