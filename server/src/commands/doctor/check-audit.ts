import type pg from "pg";
import { type Finding, fault, ok, warning } from "./finding.ts";

type Chain = {
  code: string;
  chained: number;
  before: number;
  isChained: boolean;
  /** The sequence number at which the chain breaks, and how; null if it holds. */
  broken: { at: number; how: string } | null;
  unchained: number;
  erased: number;
};

const check = "Audit log";
const advice =
  "Somebody changed the database past the program. Compare with a backup or an exported log, and find out who had access. Nothing is repaired.";

/** Whether the audit log of each company is whole: nothing changed, inserted or deleted, also not at its end. */
export async function checkAudit(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<Chain>(chainsQuery);
  const faults = rows.flatMap(({ code, broken, unchained }) => [
    ...(broken ? [fault(check, `${code}: ${broken.how} at record ${broken.at} of the chain`, advice)] : []),
    ...(unchained > 0 ? [fault(check, `${code}: ${unchained} records are not in the chain`, advice)] : []),
  ]);
  if (faults.length > 0) return faults;
  const sum = (value: (row: Chain) => number) => rows.reduce((all, row) => all + value(row), 0);
  const [chained, before, erased] = [sum((row) => row.chained), sum((row) => row.before), sum((row) => row.erased)];
  const blanked = erased > 0 ? `, ${erased} of them blanked by erasures` : "";
  const heads = `${chained} records in ${rows.filter(({ isChained }) => isChained).length} chains hold${blanked}`;
  return [
    before > 0
      ? warning(
          check,
          `${heads}; ${before} older records are from before the chain`,
          "They go with the data retention of the audit log.",
        )
      : ok(check, heads),
  ];
}

/** A part that an erasure blanked has lost its salt, and must be blank: so nobody can put other words in its place. */
const chainsQuery = `
  with linked as (
    select a.*, c.anchor_hash, c.anchor_seq,
      lag(a.chain_hash) over w as hash_before, lag(a.chain_seq) over w as seq_before
    from public.audit_records a join public.audit_chains c on c.tenant_id = a.tenant_id
    where a.chain_seq is not null
    window w as (partition by a.tenant_id order by a.chain_seq, a.id)
  ), judged as (
    select tenant_id, chain_seq,
      (who_salt is null)::int + (what_salt is null)::int > 0 as is_erased,
      case
        when chain_seq <> coalesce(seq_before, anchor_seq) + 1 then 'records are missing or doubled'
        when chain_hash is distinct from public.audit_hash(coalesce(hash_before, anchor_hash), chain_seq, id, tenant_id, at, actor_id,
          actor_role, acting, action, target_id, who_digest, what_digest) then 'a record was changed'
        when who_salt is not null
          and who_digest is distinct from public.audit_digest(who_salt, jsonb_build_array(actor_name, actor_email, address)) then 'a record was changed'
        when what_salt is not null
          and what_digest is distinct from public.audit_digest(what_salt, jsonb_build_array(target_name, changes)) then 'a record was changed'
        when who_salt is null and (actor_name, actor_email, address) <> ('Erased user', '', '') then 'a record was changed'
        when what_salt is null and (target_name, changes::text) <> ('', '{}') then 'a record was changed'
      end as how
    from linked
  ), ended as (
    select tenant_id, count(*)::int as chained, max(chain_seq) as last,
      count(*) filter (where is_erased)::int as erased,
      (array_agg(json_build_object('at', chain_seq, 'how', how) order by chain_seq) filter (where how is not null))[1] as broken
    from judged group by tenant_id
  )
  select t.code, coalesce(e.chained, 0) as chained, c.tenant_id is not null as "isChained", coalesce(e.erased, 0) as erased,
    coalesce(e.broken, case
      when c.tenant_id is null then (
        select json_build_object('at', max(a.chain_seq), 'how', 'the ends of the chain are not recorded')
        from public.audit_records a where a.tenant_id = t.id having max(a.chain_seq) is not null)
      when coalesce(e.last, c.anchor_seq) <> c.seq then json_build_object('at', c.seq, 'how', 'the last records are missing')
      when (select a.chain_hash from public.audit_records a where a.tenant_id = c.tenant_id and a.chain_seq = c.seq) <> c.hash
        then json_build_object('at', c.seq, 'how', 'the end was changed')
    end) as broken,
    (select count(*)::int from public.audit_records a
      where a.tenant_id = t.id and a.chain_seq is null and (c.started_at is null or a.at < c.started_at)) as before,
    (select count(*)::int from public.audit_records a where a.tenant_id = c.tenant_id and a.chain_seq is null and a.at >= c.started_at) as unchained
  from public.tenants t left join public.audit_chains c on c.tenant_id = t.id left join ended e on e.tenant_id = t.id
  order by t.code`;
