import type { Template } from "@intellibox/contract/endpoints/templates";
import {
  fillTokensHtml,
  fillTokensLine,
  standardValues,
  type TokenPerson,
  type TokenValues,
  tokenKey,
  tokensIn,
  tokensInHtml,
} from "@intellibox/contract/rules/fill-tokens";
import { formatLocale } from "@intellibox/contract/text/translator";
import { closeHistory } from "@tiptap/pm/history";
import type { Editor } from "@tiptap/react";
import type { TemplateTool } from "#lib/template-tool.ts";

/** The text that a template replaces: the typed ";" and its search, or the selection. */
export type InsertRange = { from: number; to: number };

export const valuesOf = (person: TokenPerson, { me }: Pick<TemplateTool, "me">): TokenValues =>
  standardValues(person, me(), new Intl.DateTimeFormat(formatLocale(), { dateStyle: "long" }).format(new Date()));

/** The names of the tokens that have neither a value nor a fallback, each once, as they are written first. */
export function missingTokens({ subject, bodyHtml }: Pick<Template, "subject" | "bodyHtml">, values: TokenValues) {
  const known = new Set(
    Object.entries(values)
      .filter(([, value]) => value?.trim())
      .map(([name]) => tokenKey(name)),
  );
  const missing = new Map<string, string>();
  for (const { key, name, fallback } of [...tokensIn(subject), ...tokensInHtml(bodyHtml)])
    if (!known.has(key) && fallback === undefined && !missing.has(key)) missing.set(key, name);
  return [...missing.values()];
}

/** Inserts the filled text as one undo step, in place of the range. The text around it stays. */
export function insertTemplate(editor: Editor, html: string, { from, to }: InsertRange) {
  editor
    .chain()
    .command(({ tr }) => Boolean(closeHistory(tr)))
    .deleteRange({ from, to })
    .insertContentAt(from, html)
    .run();
  editor.view.dispatch(closeHistory(editor.state.tr));
  editor.commands.focus();
}

export const filledTemplate = ({ subject, bodyHtml }: Pick<Template, "subject" | "bodyHtml">, values: TokenValues) => ({
  subject: fillTokensLine(subject, values),
  html: fillTokensHtml(bodyHtml, values),
});
