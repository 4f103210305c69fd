// The user's own sent mails that are nearest to a mail that is to be written: to the same reader first, then about the same words.

import { sql } from "#db/orm.ts";
import { ownAddressesQuery } from "#db/own-addresses.ts";
import { contentStems } from "#engine/text/words.ts";
import { isAutomatic } from "#outside/mime/automatic.ts";
import type { Scope } from "#scope.ts";
import { hasOwnWords } from "./own-words.ts";

/** More than are shown, because some have no words of the user's own or are in another language. */
const mostFound = 6;
const mostLookedAt = 300;
const longestText = 6_000;
const longestAsked = 4_000;

type Listed = { id: string; participants: string[]; words: string };
type Content = { id: string; body: string; headers: Record<string, string> };

/** Their texts or HTML, the nearest first. */
export async function nearestMails(scope: Scope, readers: string[], about: string): Promise<string[]> {
  const { tenantId, user } = scope;
  return scope.tx(
    async (tx) => {
      const { rows: sent } = await tx.execute<Listed>(sql`
        select id, participants, subject || ' ' || snippet as words from messages
        where tenant_id = ${tenantId} and user_id = ${user.id} and folder = 'sent' and remove_at is null
          and lower(from_address) in (${ownAddressesQuery({ tenantId, userId: user.id })}) and ${hasOwnWords}
        order by date desc, id desc limit ${mostLookedAt}`);
      const ids = ranked(sent, readers, about);
      const { rows } = await tx.execute<Content>(sql`
        select id, left(case when btrim(text) = '' then coalesce(html, '') else text end, ${longestText}) as body, headers
        from message_contents
        where tenant_id = ${tenantId} and user_id = ${user.id} and id = any (${sql.param(ids)}::uuid[]) and calendar is null`);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => {
        const row = byId.get(id);
        return row && !isAutomatic(row.headers, "") ? row.body : [];
      });
    },
    { mayLag: true },
  );
}

/** Newer mail comes first among equals. */
function ranked(sent: Listed[], readers: string[], about: string): string[] {
  const to = new Set(readers.map((address) => address.toLowerCase()));
  const wanted = new Set(contentStems(about.slice(0, longestAsked)));
  const scored = sent.map(({ id, participants, words }, at) => {
    const shared = new Set(contentStems(words).filter((stem) => wanted.has(stem))).size;
    const isToReader = participants.some((address) => to.has(address.toLowerCase()));
    return { id, score: (isToReader ? 100 : 0) + shared, at };
  });
  return scored
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, mostFound)
    .map(({ id }) => id);
}
