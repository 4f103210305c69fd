import { maxListedBodies } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { invalid } from "#lib/errors.ts";
import { and, eq } from "#db/orm.ts";
import { messageContents } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import { showHtml } from "./show-html.ts";

export function refuseManyBodies(limit: number) {
  const message = t("With include=body a list has at most {most} messages", { most: String(maxListedBodies) });
  if (limit > maxListedBodies) throw invalid(message, { limit: message });
}

/** In characters of text and HTML. */
const maxCharacters = 8_000_000;

type Bodies = { bodyText: string; bodyHtml: string | null };

/**
 * Adds the bodies to the items, as for a single message with blocked pictures. A list of long mail gets only the first bodies, because
 * all of them could be hundreds of megabytes.
 */
export async function withBodies<Item extends { id: string }>(
  scope: Scope,
  items: Item[],
  most = maxCharacters,
): Promise<(Item & Partial<Bodies>)[]> {
  const full: (Item & Partial<Bodies>)[] = [];
  let left = most;
  for (const item of items) {
    const bodies = left > 0 ? await bodiesOf(scope, item.id) : undefined;
    left -= bodies ? bodies.bodyText.length + (bodies.bodyHtml?.length ?? 0) : 0;
    full.push({ ...item, ...bodies });
  }
  return full;
}

async function bodiesOf(scope: Scope, messageId: string): Promise<Bodies> {
  const { id, text, html, attachments, sourceKey } = messageContents;
  const [content] = await scope.tx((tx) =>
    tx
      .select({ id, text, html, attachments, sourceKey })
      .from(messageContents)
      .where(and(eq(messageContents.tenantId, scope.tenantId), eq(id, messageId))),
  );
  const shown = content ? await showHtml(scope, content, "block") : undefined;
  return { bodyText: content?.text ?? "", bodyHtml: shown?.html ?? null };
}
