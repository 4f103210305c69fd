import type { BodyOf, QueryOf } from "@intellibox/contract/endpoint";
import type { mailMerges as calls, MergeRecipient } from "@intellibox/contract/endpoints/mail-merges";
import type { RecipientFilter, RecipientOutcome } from "@intellibox/contract/rules/mail-merge";
import { t } from "@intellibox/contract/text/t";
import { conflict, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, type SQL, sql } from "#db/orm.ts";
import { containing, pageBounds } from "#db/paging.ts";
import { firstOr } from "#db/rows.ts";
import { mailMergeRecipients, mailMerges } from "#db/tables/mail-merges.ts";
import type { Scope } from "#scope.ts";
import { areRecipientsOf, findOwn, isMerge, lockDraft, type MergeRow } from "./merges.ts";
import { logOf, outcomeOf } from "./totals.ts";

type Asked = QueryOf<typeof calls.recipients>;
const defaultLimit = 20;

type Row = {
  id: string;
  position: number;
  line: number | null;
  address: string;
  values: Record<string, string>;
  outcome: RecipientOutcome;
  left_out: MergeRecipient["leftOut"];
  error: string | null;
  sent_at: Date | null;
  opens: number;
  clicks: number;
  replied_at: Date | null;
  unsubscribed_at: Date | null;
  total: number;
};

const filters: Record<RecipientFilter, SQL> = {
  waiting: sql`r.state = 'waiting'`,
  left_out: sql`r.state = 'left_out'`,
  sending: sql`${outcomeOf} = 'sending'`,
  sent: sql`${outcomeOf} = 'sent'`,
  failed: sql`${outcomeOf} = 'failed'`,
  opened: sql`(l.opens > 0 or l.clicks > 0)`,
  clicked: sql`l.clicks > 0`,
  replied: sql`r.replied_at is not null`,
  unsubscribed: sql`r.unsubscribed_at is not null`,
};

/** Has the text in the address or in a value. */
const matching = (q: string) => sql`(r.address ilike ${containing(q)}
  or exists (select from jsonb_each_text(r.values) v where v.value ilike ${containing(q)}))`;

/** `after` is the last position of the batch before, for the export. */
export async function selectRecipients(
  tx: Tx,
  merge: MergeRow,
  {
    show,
    q,
    limit,
    offset = 0,
    after = -1,
  }: Pick<Asked, "show" | "q"> & { limit: number; offset?: number; after?: number },
) {
  const { rows } = await tx.execute<Row>(sql`
    select r.id, r.position, r.line, r.address, r.values, r.left_out, ${outcomeOf} as outcome, coalesce(r.error, l.error) as error,
      l.sent_at, coalesce(l.opens, 0) as opens, coalesce(l.clicks, 0) as clicks, r.replied_at, r.unsubscribed_at,
      count(*) over ()::int as total
    from mail_merge_recipients r ${logOf}
    where r.tenant_id = ${merge.tenantId} and r.merge_id = ${merge.id} and r.position > ${after}
      and ${show ? filters[show] : sql`true`} and ${q ? matching(q) : sql`true`}
    order by r.position limit ${limit} offset ${offset}`);
  return { items: rows.map(present), total: rows[0]?.total ?? 0 };
}

export async function listRecipients(tx: Tx, scope: Scope, id: string, asked: Asked) {
  const merge = await findOwn(tx, scope, id);
  const { page, limit = defaultLimit, q, show } = asked;
  return selectRecipients(tx, merge, { q, show, ...pageBounds({ page, limit }) });
}

const present = ({ total: _, left_out, sent_at, replied_at, unsubscribed_at, ...row }: Row): MergeRecipient => ({
  ...row,
  leftOut: left_out,
  sentAt: asDate(sent_at),
  repliedAt: asDate(replied_at),
  unsubscribedAt: asDate(unsubscribed_at),
});
const asDate = (at: Date | string | null) => (at === null ? null : new Date(at));

type Changed = { id: string; recipientId: string };

export async function changeRecipient(
  tx: Tx,
  scope: Scope,
  { id, recipientId }: Changed,
  { values, leftOut }: BodyOf<typeof calls.changeRecipient>,
) {
  const merge = await lockDraft(tx, scope, id);
  const one = and(areRecipientsOf(merge), eq(mailMergeRecipients.id, recipientId));
  const recipient = firstOr(await tx.select().from(mailMergeRecipients).where(one), notFound(t("Recipient not found")));
  if (leftOut === false && recipient.leftOut === "suppressed")
    throw conflict(t("{address} does not want such mail, or its mail came back.", { address: recipient.address }));
  const choice =
    leftOut === undefined || recipient.leftOut === "suppressed"
      ? {}
      : leftOut
        ? { state: "left_out" as const, leftOut: "chosen" as const }
        : { state: "waiting" as const, leftOut: null };
  await tx
    .update(mailMergeRecipients)
    .set({ ...choice, values: { ...recipient.values, ...values } })
    .where(one);
  await tx.update(mailMerges).set({ updatedAt: scope.now() }).where(isMerge(merge));
  return { ok: true as const };
}
