import { t } from "@intellibox/contract/text/t";
import { escapeHtml } from "#lib/html/html.ts";
import { appendBlock } from "./append-signature.ts";

/** Appends the line that every mail to many ends with. After tracking, so that its link leads to us directly. */
export function withUnsubscribeLine<Parts extends { html: string; text: string }>(parts: Parts, url: string): Parts {
  const words = t("If you do not want such mail any more:");
  const link = `<a href="${escapeHtml(url)}" style="color:#666">${escapeHtml(t("Unsubscribe"))}</a>`;
  const line = `<p data-intellibox="unsubscribe" style="font-size:12px;color:#666">${escapeHtml(words)} ${link}</p>`;
  return {
    ...parts,
    html: appendBlock(parts.html, line),
    text: `${parts.text.trimEnd()}\n\n${words} ${url}\n`,
  };
}
