import type { FoundPiece, KnowledgeSource } from "@intellibox/contract/endpoints/knowledge";
import { may } from "@intellibox/contract/rules/access";
import { isPast } from "@intellibox/contract/rules/knowledge";
import { sql } from "#db/orm.ts";
import type { Scope } from "#scope.ts";

/** The entries that the caller may find, as a `with` query named sources. Row-level security hides other companies and people. */
export function readableSources({ tenantId, user }: Scope) {
  const isForCaller = may(user.role, "admin") ? sql`true` : sql`(user_id is not null or audience = 'everybody')`;
  return sql`sources as materialized (
        select id, title, kind, user_id is null as is_shared, valid_until::text as valid_until, pieces from knowledge_sources
        where tenant_id = ${tenantId} and (user_id is null or user_id = ${user.id}) and ${isForCaller}
          and state = 'ready' and removed_at is null
      )`;
}

/** A piece `p` of an entry `s`. */
export const foundColumns = sql`p.id, p.page, p.heading, p.text, s.id as "sourceId", s.title, s.kind,
        s.is_shared as "isShared", s.valid_until as "validUntil"`;

export type FoundRow = {
  id: string;
  page: number | null;
  heading: string;
  text: string;
  sourceId: string;
  title: string;
  kind: KnowledgeSource["kind"];
  isShared: boolean;
  validUntil: string | null;
};

export function presentFound(scope: Scope, row: FoundRow): FoundPiece {
  const { id, page, heading, text, sourceId, title, kind, isShared, validUntil } = row;
  const isOutOfDate = isPast(validUntil, scope.now());
  return { id, page, heading, text, source: { id: sourceId, title, kind, isShared, isOutOfDate } };
}

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
