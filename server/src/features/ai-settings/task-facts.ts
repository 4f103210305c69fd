// Reads all facts that a task for a model needs in one statement, because every first token waits for it.
import { runNamed, type Tx } from "#db/fence.ts";
import { planIdOf } from "#db/plan-of.ts";
import type { Scope } from "#scope.ts";
import type { AiChoiceRow, AiRows, AiSettingsRow } from "./model-settings.ts";
import { startOfDay, startOfMonth, sumUsage, type TokenQuota, type UsedModel, type UsedTokens } from "./token-usage.ts";

export type TaskFacts = AiRows & {
  /** The user's saved signature; null if there is none, or if the user acts for another company. */
  signatureHtml: string | null;
  /** Null if the company's plan has no quota of tokens. */
  quota: TokenQuota | null;
  /** The use of providers since 00:00 UTC. Zero if no daily budget is set. */
  usedToday: UsedTokens;
};

type Row = {
  settings: Record<string, unknown> | null;
  choice: Record<string, unknown> | null;
  signature: string | null;
  plan: string | null;
  quota: string | null;
  used: number | null;
  today: UsedModel[] | null;
};

const statement = `
  select to_json(s) as settings, to_json(c) as choice, u.signature_html as signature, p.name as plan, p.monthly_tokens as quota,
    case when p.monthly_tokens is not null then (
      select coalesce(sum(a.tokens_in + a.tokens_out), 0)::float8 from ai_usage a
      where a.tenant_id = $1 and a.at >= $3 and a.provider <> 'builtin') end as used,
    case when coalesce(s.daily_tokens, s.daily_cost, c.daily_tokens, c.daily_cost) is not null then (
      select json_agg(m) from (
        select a.provider, a.model, sum(a.tokens_in)::float8 as "tokensIn", sum(a.tokens_out)::float8 as "tokensOut"
        from ai_usage a where a.tenant_id = $1 and a.at >= $4 and a.provider <> 'builtin' group by a.provider, a.model) m) end as today
  from tenants t
  left join ai_settings s on s.tenant_id = t.id
  left join ai_choices c on c.tenant_id = t.id
  left join users u on u.tenant_id = t.id and u.id = $2
  left join plans p on p.id = ${planIdOf("t")}
  where t.id = $1`;

/** Begins to read at once, so that the caller can prepare the task meanwhile. */
export function findTaskFacts(scope: Scope): Promise<TaskFacts> {
  const found = scope.tx((tx) => readTaskFacts(tx, scope), { keepsPlans: true, singleRead: true });
  // The caller may fail before it awaits the facts.
  found.catch(() => undefined);
  return found;
}

/** `user` may be the company itself, in work that nobody asked for. */
type Asking = { tenantId: string; user: { id: string }; now(): Date };

export async function readTaskFacts(tx: Tx, { tenantId, user, now }: Asking): Promise<TaskFacts> {
  const values = [tenantId, user.id, startOfMonth(now()), startOfDay(now())];
  const [row] = await runNamed<Row>(tx, { name: "task_facts", text: statement, values });
  return {
    row: (camelCased(row?.settings) as AiSettingsRow | undefined) ?? undefined,
    choice: (camelCased(row?.choice) as AiChoiceRow | undefined) ?? undefined,
    signatureHtml: row?.signature ?? null,
    quota: row?.quota == null ? null : { plan: row.plan ?? "", tokens: Number(row.quota), used: row.used ?? 0 },
    usedToday: sumUsage(row?.today ?? []),
  };
}

/** A row of JSON with the names of the table's definition. Moments stay strings: no task reads them. */
const camelCased = (row: Record<string, unknown> | null | undefined) =>
  row &&
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
