import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import type { SearchTerm } from "@intellibox/contract/rules/search-query";
import { threaded } from "#lib/threads.ts";
import { WorkerLostError } from "#lib/worker-pool.ts";
import { runNamed, type Tx } from "#db/fence.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { type ListedItem, markHits, wantedOf } from "./highlight-hits.ts";

const inThread = threaded<typeof import("./highlight-hits.ts")>(new URL("./highlight-hits.ts", import.meta.url));

/** How much of a mail is searched for an excerpt. */
const searchedCharacters = 20_000;
/** Below this a thread would cost more than it saves: 128 KB of ASCII, or 8 KB of another script, whose words are slower to find. */
const shortCost = 128 * 1024;
const costOfOther = 8;
/** A fast answer without highlights is better than a slow one with them. */
const timeoutMs = 5_000;

/** Adds highlights to the items that a search found. */
export async function markSearch(
  scope: Scope,
  items: ListedItem[],
  texts: Map<string, string>,
  terms: SearchTerm[],
): Promise<ThreadItem[]> {
  const cost = [...texts.values()].reduce((sum, text) => sum + costOf(text), 0);
  if (cost <= shortCost) return markHits(items, texts, terms);
  return inThread("markHits", [items, texts, terms], { owner: ownerOf(scope), timeoutMs }).catch((error) => {
    if (!(error instanceof WorkerLostError)) throw error;
    scope.log.warn({ err: error }, "the hits of a search could not be highlighted");
    return items.map((item) => ({ ...item, marks: { from: [], subject: [], snippet: [] } }));
  });
}

/** UTF-8 has more than one byte for each character that is not ASCII. */
const costOf = (text: string) => text.length + costOfOther * (Buffer.byteLength(text) - text.length);

const beginnings = `
  select id, left(text, ${searchedCharacters}) || E'\\n' || left(html_text, ${searchedCharacters}) as text
  from message_contents where tenant_id = $1 and id = any ($2::uuid[])`;

/** The beginnings of these mails, if any term is searched for in the text. */
export async function textsOf(
  tx: Tx,
  { tenantId }: Scope,
  ids: string[],
  terms: SearchTerm[],
): Promise<Map<string, string>> {
  if (ids.length === 0 || !wantedOf(terms).some(({ field }) => field === "any")) return new Map();
  const rows = await runNamed<{ id: string; text: string }>(tx, {
    name: "mail-beginnings",
    text: beginnings,
    values: [tenantId, ids],
  });
  return new Map(rows.map(({ id, text }) => [id, text]));
}
