import { maxListedBodies } from "@intellibox/contract/endpoints/inbox";
import { and, eq, sql } from "drizzle-orm";
import { invalid } from "#lib/errors.ts";
import { messageContents } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import { showHtml } from "./show-html.ts";

export function refuseManyBodies(limit: number) {
  const wrong = `With include=body a list has at most ${maxListedBodies} messages`;
  if (limit > maxListedBodies) throw invalid(wrong, { limit: wrong });
}

/** The items with what their messages say, as a single message has it; remote pictures are held back. */
export async function withBodies<Item extends { id: string }>(scope: Scope, items: Item[]) {
  const ids = items.map(({ id }) => id);
  const { id, text, html, attachments, sourceKey } = messageContents;
  const rows = await scope.tx((tx) =>
    tx
      .select({ id, text, html, attachments, sourceKey })
      .from(messageContents)
      .where(and(eq(messageContents.tenantId, scope.tenantId), sql`${id} = any (${sql.param(ids)}::uuid[])`)),
  );
  const contents = new Map(rows.map((row) => [row.id, row]));
  const full: (Item & { bodyText: string; bodyHtml: string | null })[] = [];
  for (const item of items) {
    const content = contents.get(item.id);
    const shown = content ? await showHtml(scope, content, "block") : undefined;
    full.push({ ...item, bodyText: content?.text ?? "", bodyHtml: shown?.html ?? null });
  }
  return full;
}
