// The index lacks common words: of the mail that it finds, the text says whether it was meant.
import { and, eq, sql } from "drizzle-orm";
import { eachWord, isWord } from "#lib/words.ts";
import { messageContents, messages } from "#db/tables/messages.ts";
import { maxBody, searchedTexts } from "#outside/mime/mail-words.ts";
import type { Scope } from "#scope.ts";
import type { Check } from "./search-words.ts";

/** Read in one go; between two, other calls have their turn. */
const maxAtOnce = 1 << 19;

/** Which of these mails, in their order, pass all checks. Ends after so many hits or characters; `seen` says how many it looked at. */
export async function checkHits<Hit extends { id: string }>(
  scope: Scope,
  candidates: Hit[],
  checks: Check[],
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
    while (seen < candidates.length && size < maxAtOnce);
    characters += size;
    const some = candidates.slice(first, seen);
    const passing = await passingOf(scope, some, checks);
    hits.push(...some.filter(({ id }) => passing.has(id)));
  }
  return { hits, seen, characters };
}

const idsOf = (mails: { id: string }[]) => sql.param(mails.map(({ id }) => id));

async function sizesOf(scope: Scope, mails: { id: string }[]): Promise<Map<string, number>> {
  const rows = await scope.tx((tx) =>
    tx
      .select({
        id: messageContents.id,
        size: sql<number>`least(octet_length(${messageContents.text}), ${maxBody}::int)`,
      })
      .from(messageContents)
      .where(
        and(eq(messageContents.tenantId, scope.tenantId), sql`${messageContents.id} = any (${idsOf(mails)}::uuid[])`),
      ),
  );
  return new Map(rows.map(({ id, size }) => [id, size]));
}

async function passingOf(scope: Scope, mails: { id: string }[], checks: Check[]): Promise<Set<string>> {
  const rows = await scope.tx((tx) =>
    tx
      .select({
        id: messages.id,
        subject: messages.subject,
        from: { name: messages.fromName, address: messages.fromAddress },
        recipients: messageContents.recipients,
        text: sql<string>`left(${messageContents.text}, ${maxBody}::int)`,
        attachments: messageContents.attachments,
      })
      .from(messages)
      .innerJoin(
        messageContents,
        and(eq(messageContents.tenantId, messages.tenantId), eq(messageContents.id, messages.id)),
      )
      .where(
        and(
          eq(messages.tenantId, scope.tenantId),
          eq(messages.userId, scope.user.id),
          sql`${messages.id} = any (${idsOf(mails)}::uuid[])`,
        ),
      ),
  );
  const passing = rows.filter(({ recipients, ...mail }) => {
    const { subject, ...rest } = searchedTexts({ ...mail, ...recipients });
    const texts = { subject: [subject], any: [subject, ...Object.values(rest)] };
    return checks.every(
      ({ field, words, isExcluded }) => texts[field].some((text) => hasWords(text, words)) !== isExcluded,
    );
  });
  return new Set(passing.map(({ id }) => id));
}

/** Whether these words, given as keys, stand side by side in the text. */
export function hasWords(text: string, words: string[]): boolean {
  let isFound = false;
  eachSequence(text, [words], () => {
    isFound = true;
    return true;
  });
  return isFound;
}

type Take = (start: number, end: number) => unknown;

/** Every place where one of the sequences of words stands. Whoever has seen enough returns true. */
export function eachSequence(text: string, sequences: string[][], take: Take): void {
  /** How far each sequence has come, from each place where it may have begun. */
  let begun: { words: string[]; at: number; start: number }[] = [];
  eachWord(text, (word, start, end) => {
    const going: typeof begun = [];
    let isEnough = false;
    const step = (words: string[], at: number, from: number) => {
      const asked = words[at];
      if (asked === undefined || !isWord(asked, word)) return;
      if (at + 1 < words.length) going.push({ words, at: at + 1, start: from });
      else if (take(from, end) === true) isEnough = true;
    };
    for (const { words, at, start: from } of begun) step(words, at, from);
    for (const words of sequences) step(words, 0, start);
    begun = going;
    return isEnough;
  });
}
