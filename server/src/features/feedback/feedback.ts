import type { BodyOf, ResponseOf } from "@intellibox/contract/endpoint";
import { type FeedbackFigures, type feedback, ratedKinds } from "@intellibox/contract/endpoints/feedback";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { aiFeedback } from "#db/tables/ai-feedback.ts";
import { aiUsage } from "#db/tables/ai-usage.ts";
import { outbox } from "#db/tables/outbox.ts";
import type { Scope } from "#scope.ts";

type Given = BodyOf<typeof feedback.give>;

/** Only the user who got the answer may rate it. What is not given stays as it was. */
export const giveFeedback = (scope: Scope, id: string, { rating, changed, messageId }: Given) =>
  scope.tx(async (tx): Promise<ResponseOf<typeof feedback.give>> => {
    const { tenantId, user } = scope;
    const [answer] = await tx
      .select({ id: aiUsage.id })
      .from(aiUsage)
      .where(
        and(
          eq(aiUsage.tenantId, tenantId),
          eq(aiUsage.userId, user.id),
          eq(aiUsage.id, id),
          eq(aiUsage.succeeded, true),
        ),
      );
    if (!answer) throw notFound(t("Answer not found"));
    if (messageId !== undefined) await requireOwnMail(tx, scope, messageId);
    const given = {
      ...(rating !== undefined && { rating }),
      ...(changed !== undefined && { changed }),
      ...(messageId !== undefined && { messageId }),
    };
    await tx
      .insert(aiFeedback)
      .values({ tenantId, id, userId: user.id, ...given })
      .onConflictDoUpdate({ target: [aiFeedback.tenantId, aiFeedback.id], set: given });
    return { ok: true };
  });

async function requireOwnMail(tx: Tx, { tenantId, user }: Scope, messageId: string) {
  const [mail] = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.tenantId, tenantId), eq(outbox.userId, user.id), eq(outbox.messageId, messageId)));
  if (!mail) throw notFound(t("Mail not found"));
}

/** Counts the answers of the last days, the most used model first. */
export const feedbackFigures = (scope: Scope, { days }: { days: number }) =>
  scope.tx(async (tx): Promise<ResponseOf<typeof feedback.figures>> => {
    const since = new Date(scope.now().getTime() - days * 24 * 3600 * 1000).toISOString();
    const { rows } = await tx.execute<FeedbackFigures>(sql`
      select u.kind, u.provider, u.model, count(*)::int as answers,
        (count(*) filter (where f.rating = 'up'))::int as up,
        (count(*) filter (where f.rating = 'down'))::int as down,
        count(f.changed)::int as sent,
        (count(*) filter (where f.changed = 0))::int as unchanged,
        percentile_cont(0.5) within group (order by f.changed)::float8 as changed
      from ai_usage u left join ai_feedback f on f.tenant_id = u.tenant_id and f.id = u.id
      where u.tenant_id = ${scope.tenantId} and u.succeeded and u.at >= ${since}::timestamptz
        and u.kind = any (${sql.param([...ratedKinds])}::text[])
      group by u.kind, u.provider, u.model order by answers desc, u.kind, u.provider, u.model`);
    return { items: rows };
  });
