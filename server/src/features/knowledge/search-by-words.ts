// Finds pieces by their words, in what the caller may read.
import { sql } from "#db/orm.ts";
import { stemsOf } from "#engine/knowledge/make-pieces.ts";
import type { Scope } from "#scope.ts";
import { type FoundRow, foundColumns, readableSources } from "./readable-sources.ts";

/** A piece that has some of the words. */
export type WordHit = FoundRow & {
  /** The weight of the words that it has, of all that were asked for: from 0 to 1. */
  coverage: number;
  /** How many of the words it has. */
  matched: number;
};

const mostStems = 40;
const fewStems = 10;

/** The best first. A word counts the more the fewer pieces have it. */
export async function findByWords(scope: Scope, asked: string, most: number): Promise<WordHit[]> {
  const stems = stemsOf(asked, mostStems);
  if (stems.length === 0) return [];
  const { tenantId, user } = scope;
  const words = sql`${sql.param(stems)}::text[]`;
  // Comparing each word with each is faster than taking pieces apart, as long as few words are asked for.
  const hasSome = stems.length <= fewStems ? sql`p.words && ${words}` : sql`true`;
  return scope.tx(
    async (tx) =>
      (
        await tx.execute<WordHit>(sql`
      with ${readableSources(scope)}, hits as materialized (
        select p.id, p.source_id, word
        from knowledge_pieces p cross join unnest(p.words) as word join unnest(${words}) as asked (word) using (word)
        where p.tenant_id = ${tenantId} and (p.user_id is null or p.user_id = ${user.id})
          and p.source_id in (select id from sources) and ${hasSome}
      ), counts as (
        select word, count(*) as pieces from hits group by word
      ), weights as (
        select word, ln(1 + (select sum(pieces) from sources) / (0.5 + coalesce(counts.pieces, 0))) as weight
        from unnest(${words}) as word left join counts using (word)
      ), ranked as (
        select h.id, h.source_id, count(*)::int as matched, sum(w.weight) / (select sum(weight) from weights) as coverage
        from hits h join weights w using (word)
        group by h.id, h.source_id order by coverage desc, h.id limit ${most}
      )
      select ${foundColumns}, r.coverage::float8 as coverage, r.matched
      from ranked r join sources s on s.id = r.source_id
      join knowledge_pieces p on p.tenant_id = ${tenantId} and p.id = r.id
      order by r.coverage desc, p.id`)
      ).rows,
    { mayLag: true },
  );
}
