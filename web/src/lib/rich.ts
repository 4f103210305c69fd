import { pieces, type Token, type Values } from "@intellibox/contract/text/fill";
import { translatedTokens } from "@intellibox/contract/text/t";
import { createElement, Fragment, type ReactNode } from "react";

type Parts = Record<string, (inside: ReactNode) => ReactNode>;

/** Text with components: `rich("Read the <a>guide</a>.", { a: (text) => <Link to="/help">{text}</Link> })`. */
export const rich = (message: string, parts: Parts, values: Values = {}): ReactNode =>
  fillRich(translatedTokens(message), parts, values);

/** Called in place of `rich` in the built app, with the parsed translation. */
export function fillRich(tokens: readonly Token[], parts: Parts, values: Values = {}): ReactNode {
  const filled = pieces<ReactNode>(tokens, values, (name, inside) =>
    parts[name]?.(createElement(Fragment, null, ...inside)),
  );
  return createElement(Fragment, null, ...filled);
}
