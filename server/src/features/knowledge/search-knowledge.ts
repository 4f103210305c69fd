// Finds pieces by their words, in what the caller may read.
import type { FoundPiece, KnowledgeSource } from "@intellibox/contract/endpoints/knowledge";
import { may } from "@intellibox/contract/rules/access";
import { isPast } from "@intellibox/contract/rules/knowledge";
import { sql } from "#db/orm.ts";
import { stemsOf } from "#engine/knowledge/make-pieces.ts";
import type { Scope } from "#scope.ts";

/** A piece with how well it fits. */
export type RankedPiece = FoundPiece & {
  /** The weight of the words that it has, of all that were asked for: from 0 to 1. */
  coverage: number;
  /** How many of the words it has. */
  matched: number;
};

type Row = {
  id: string;
  page: number | null;
  heading: string;
  text: string;
  coverage: number;
  matched: number;
  sourceId: string;
  title: string;
  kind: KnowledgeSource["kind"];
  isShared: boolean;
  validUntil: string | null;
};

const mostShown = 20;
const mostStems = 40;
const fewStems = 10;

export const searchKnowledge = async (scope: Scope, q: string): Promise<{ items: FoundPiece[] }> => {
  const found = await rankPieces(scope, q, mostShown);
  return { items: found.map(({ coverage: _, matched: __, ...piece }) => piece) };
};

/** Whether there is anything to find: most people have nothing, and should not wait for it. */
export const hasKnowledge = ({ tx: run, tenantId, user }: Scope): Promise<boolean> =>
  run(
    async (tx) => {
      const { rows } = await tx.execute(sql`
        select 1 from knowledge_sources
        where tenant_id = ${tenantId} and (user_id is null or user_id = ${user.id}) and state = 'ready' and removed_at is null
        limit 1`);
      return rows.length > 0;
    },
    { mayLag: true },
  );

/** A word counts the more the fewer pieces have it. */
export async function rankPieces(scope: Scope, asked: string, most: number): Promise<RankedPiece[]> {
  const stems = stemsOf(asked, mostStems);
  if (stems.length === 0) return [];
  const { tenantId, user } = scope;
  const isForCaller = may(user.role, "admin") ? sql`true` : sql`(user_id is not null or audience = 'everybody')`;
  const words = sql`${sql.param(stems)}::text[]`;
  // Comparing each word with each is faster than taking pieces apart, as long as few words are asked for.
  const hasSome = stems.length <= fewStems ? sql`p.words && ${words}` : sql`true`;
  const rows = await scope.tx(
    async (tx) =>
      (
        await tx.execute<Row>(sql`
      with sources as materialized (
        select id, title, kind, user_id is null as is_shared, valid_until::text as valid_until, pieces from knowledge_sources
        where tenant_id = ${tenantId} and (user_id is null or user_id = ${user.id}) and ${isForCaller}
          and state = 'ready' and removed_at is null
      ), hits as materialized (
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
      select p.id, p.page, p.heading, p.text, r.coverage::float8 as coverage, r.matched, s.id as "sourceId", s.title, s.kind,
        s.is_shared as "isShared", s.valid_until as "validUntil"
      from ranked r join sources s on s.id = r.source_id
      join knowledge_pieces p on p.tenant_id = ${tenantId} and p.id = r.id
      order by r.coverage desc, p.id`)
      ).rows,
    { mayLag: true },
  );
  return rows.map(({ id, page, heading, text, coverage, matched, sourceId, title, kind, isShared, validUntil }) => ({
    ...{ id, page, heading, text, coverage, matched },
    source: { id: sourceId, title, kind, isShared, isOutOfDate: isPast(validUntil, scope.now()) },
  }));
}
