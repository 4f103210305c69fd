import { t } from "@intellibox/contract/text/t";
// Checks hits of the index against the text of the mail, because the index has no common words.

import { AppError } from "#lib/errors.ts";
import { threaded } from "#lib/threads.ts";
import { WorkerLostError } from "#lib/worker-pool.ts";
import { and, eq, sql } from "#db/orm.ts";
import { messageContents, messages } from "#db/tables/messages.ts";
import { maxBody } from "#outside/mime/mail-words.ts";
import { ownerOf, type Scope } from "#scope.ts";
import type { PhraseCheck } from "./build-tsquery.ts";
import { passing } from "./passing.ts";
import { isContentOf, searchedColumns } from "./searched-mail.ts";

const inThread = threaded<typeof import("./passing.ts")>(new URL("./passing.ts", import.meta.url));

/** The size of a batch; other calls run between batches. */
const batchCharacters = 1 << 19;
/** Below this size a thread would cost more than it saves. */
const shortLength = 8 * 1024;

/** Returns the mails that pass all checks, in order. Stops at the limits of `most`; `seen` is the number of candidates it checked. */
export async function checkHits<Hit extends { id: string }>(
  scope: Scope,
  candidates: Hit[],
  checks: PhraseCheck[],
  most: { hits: number; characters: number },
): Promise<{ hits: Hit[]; seen: number; characters: number }> {
  const sizes = await sizesOf(scope, candidates);
  const hits: Hit[] = [];
  let seen = 0;
  let characters = 0;
  while (seen < candidates.length && hits.length < most.hits && characters < most.characters) {
    const first = seen;
    let size = 0;
    do size += sizes.get(candidates[seen++]?.id ?? "") ?? 0;
    while (seen < candidates.length && size < batchCharacters);
    characters += size;
    const some = candidates.slice(first, seen);
    const passed = await passingOf(scope, some, checks, size);
    hits.push(...some.filter(({ id }) => passed.has(id)));
  }
  return { hits, seen, characters };
}

const idsOf = (mails: { id: string }[]) => sql.param(mails.map(({ id }) => id));

async function sizesOf(scope: Scope, mails: { id: string }[]): Promise<Map<string, number>> {
  const rows = await scope.tx((tx) =>
    tx
      .select({
        id: messageContents.id,
        size: sql<number>`least(octet_length(${messageContents.text}), ${maxBody}::int) + least(octet_length(${messageContents.htmlText}), ${maxBody}::int)`,
      })
      .from(messageContents)
      .where(
        and(eq(messageContents.tenantId, scope.tenantId), sql`${messageContents.id} = any (${idsOf(mails)}::uuid[])`),
      ),
  );
  return new Map(rows.map(({ id, size }) => [id, size]));
}

async function passingOf(
  scope: Scope,
  mails: { id: string }[],
  checks: PhraseCheck[],
  size: number,
): Promise<Set<string>> {
  const rows = await scope.tx((tx) =>
    tx
      .select({
        ...searchedColumns,
        text: sql<string>`left(${messageContents.text}, ${maxBody}::int)`,
        htmlText: sql<string>`left(${messageContents.htmlText}, ${maxBody}::int)`,
      })
      .from(messages)
      .innerJoin(messageContents, isContentOf)
      .where(
        and(
          eq(messages.tenantId, scope.tenantId),
          eq(messages.userId, scope.user.id),
          sql`${messages.id} = any (${idsOf(mails)}::uuid[])`,
        ),
      ),
  );
  const found = rows.map(({ recipients, ...mail }) => ({ ...mail, ...recipients }));
  if (size <= shortLength) return passing(found, checks);
  return inThread("passing", [found, checks], { owner: ownerOf(scope) }).catch((error) => {
    if (!(error instanceof WorkerLostError)) throw error;
    throw new AppError("too_large", t("This search takes too long. Please search for fewer words."), { cause: error });
  });
}
