// Web addresses that are called about events of a person's mail, or of the mail of everybody in the company.
import { randomBytes } from "node:crypto";
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { webhooks as calls, Webhook, WebhookForm } from "@intellibox/contract/endpoints/webhooks";
import { may } from "@intellibox/contract/rules/access";
import { maxWebhooks, secretOverlapHours } from "@intellibox/contract/rules/webhooks";
import { t } from "@intellibox/contract/text/t";
import { conflict, forbidden, invalid, notFound } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import type { Tx } from "#db/fence.ts";
import { and, asc, eq, getTableColumns, isNull, sql } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { openSecret, placeOf, sealedColumns } from "#db/sealed-columns.ts";
import { webhookDeliveries, webhooks } from "#db/tables/webhooks.ts";
import { WebhookError } from "#outside/webhooks.ts";
import type { Scope } from "#scope.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";
import { settingsOf } from "#features/mail-rules/allowed-actions.ts";

export type WebhookOwner = "person" | "company";
export type WebhookRow = typeof webhooks.$inferSelect;

const waiting = sql<number>`(
  select count(*)::int from ${webhookDeliveries} d
  where d.tenant_id = ${webhooks.tenantId} and d.webhook_id = ${webhooks.id} and d.state = 'waiting')`;
type ShownRow = WebhookRow & { waiting: number };
const columns = { ...getTableColumns(webhooks), waiting };

const present = (row: ShownRow, now: Date): Webhook => {
  const { id, name, url, events, state, pausedReason, failingSince, lastDeliveredAt, createdAt, version } = row;
  const overlaps = row.earlierUntil !== null && row.earlierUntil > now;
  return {
    ...{ id, name, url, events, state, pausedReason, failingSince, lastDeliveredAt, createdAt, version },
    ...{ waiting: row.waiting, earlierSecretUntil: overlaps ? row.earlierUntil : null },
  };
};

export const listWebhooks = (scope: Scope, owner: WebhookOwner) =>
  scope.tx(async (tx) => {
    const rows = await tx
      .select(columns)
      .from(webhooks)
      .where(isOf(scope, owner))
      .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
    return {
      items: rows.map((row) => present(row, scope.now())),
      refusal: (await refusalOf(tx, scope, owner)) ?? null,
    };
  });

export async function createWebhook(scope: Scope, owner: WebhookOwner, form: WebhookForm) {
  await refuseBadAddress(scope, form.url);
  return scope.tx(async (tx) => {
    await refuseForbidden(tx, scope, owner);
    const most = maxWebhooks[owner];
    if ((await tx.$count(webhooks, isOf(scope, owner))) >= most)
      throw conflict(t("There are {max} webhooks already. Delete one that is not used any more.", { max: most }));
    const { tenantId } = scope;
    const userId = owner === "company" ? null : scope.user.id;
    const { id, secret, secretSealed } = sealNew(scope);
    const row = only(
      await tx
        .insert(webhooks)
        .values({ ...form, id, tenantId, userId, secretSealed })
        .returning(),
    );
    await changed(tx, scope, "webhook.created", row, { host: hostOf(form.url), events: form.events });
    return { webhook: present({ ...row, waiting: 0 }, scope.now()), secret };
  });
}

export async function updateWebhook(
  scope: Scope,
  owner: WebhookOwner,
  id: string,
  { basedOn, ...form }: BodyOf<typeof calls.update>,
): Promise<Webhook> {
  if (form.state === "on") await refuseBadAddress(scope, form.url);
  return scope.tx(async (tx) => {
    const before = await lockWebhook(tx, scope, owner, id);
    if (before.version !== basedOn)
      throw conflict(t("This webhook was changed meanwhile. Open it again, and repeat your change."));
    if (form.state === "on") await refuseForbidden(tx, scope, owner);
    const starts = form.state === "on" && before.state !== "on";
    const set = {
      ...{ ...form, version: before.version + 1, pausedReason: null },
      // It gets as long as a new one before it is paused again.
      ...(starts && { failingSince: null }),
    };
    await tx
      .update(webhooks)
      .set(set)
      .where(isWebhook(scope, owner, id));
    const { name, url, events, state } = form;
    const changes = changesBetween({ ...before, host: hostOf(before.url) }, { name, host: hostOf(url), events, state });
    await changed(tx, scope, "webhook.updated", { ...before, name }, changes);
    return readWebhook(tx, scope, owner, id);
  });
}

export const removeWebhook = (scope: Scope, owner: WebhookOwner, id: string): Promise<{ ok: true }> =>
  scope.tx(async (tx) => {
    const row = await lockWebhook(tx, scope, owner, id);
    await tx.delete(webhooks).where(isWebhook(scope, owner, id));
    await changed(tx, scope, "webhook.deleted", row, { host: hostOf(row.url) });
    return { ok: true };
  });

/** The earlier secret signs too for a day, so that the receiver has time to learn the new one. */
export const replaceSecret = (scope: Scope, owner: WebhookOwner, id: string) =>
  scope.tx(async (tx) => {
    const { sealer, tenantId } = scope;
    const before = await lockWebhook(tx, scope, owner, id);
    const { secret, secretSealed } = sealNew(scope, id);
    const earlier = earlierOf(scope, before);
    const set = {
      ...{ secretSealed, version: before.version + 1 },
      earlierSealed:
        earlier === undefined ? null : sealer.seal(earlier, placeOf(sealedColumns.earlierWebhookSecret, tenantId, id)),
      earlierUntil: earlier === undefined ? null : new Date(scope.now().getTime() + secretOverlapHours * 3600_000),
    };
    await tx
      .update(webhooks)
      .set(set)
      .where(isWebhook(scope, owner, id));
    await changed(tx, scope, "webhook.secret-replaced", before);
    return { webhook: await readWebhook(tx, scope, owner, id), secret };
  });

/** Undefined if its master key is lost: then nobody can sign with it any more. */
function earlierOf({ sealer, tenantId }: Scope, { id, secretSealed: sealed }: WebhookRow): string | undefined {
  try {
    return openSecret(sealer, sealedColumns.webhookSecret, { tenantId, row: id, sealed });
  } catch {
    return undefined;
  }
}

function sealNew({ sealer, tenantId }: Scope, id: string = newId()) {
  const secret = `whsec_${randomBytes(32).toString("base64url")}`;
  return { id, secret, secretSealed: sealer.seal(secret, placeOf(sealedColumns.webhookSecret, tenantId, id)) };
}

async function refuseBadAddress(scope: Scope, url: string) {
  await scope.outside.checkWebhook(url).catch((cause: unknown) => {
    if (!(cause instanceof WebhookError)) throw cause;
    throw Object.assign(invalid(cause.message, { url: cause.message }), { cause });
  });
}

/** The permission that rules need to call web addresses: a webhook of a person sends the same data out. */
export async function refusalOf(tx: Tx, { tenantId }: Scope, owner: WebhookOwner): Promise<string | undefined> {
  if (owner === "company") return undefined;
  const { webhooks: isAllowed } = await settingsOf(tx, tenantId);
  return isAllowed
    ? undefined
    : t("Your company does not allow calls of web addresses. An administrator can allow them in Rules & Automations.");
}

async function refuseForbidden(tx: Tx, scope: Scope, owner: WebhookOwner) {
  const refusal = await refusalOf(tx, scope, owner);
  if (refusal) throw forbidden(refusal);
}

export const isOf = ({ tenantId, user }: Scope, owner: WebhookOwner) =>
  and(
    eq(webhooks.tenantId, tenantId),
    // The role is checked again, because row-level security shows the company's rows to everybody in it.
    owner === "company"
      ? and(isNull(webhooks.userId), may(user.role, "admin") ? undefined : sql`false`)
      : eq(webhooks.userId, user.id),
  );
const isWebhook = (scope: Scope, owner: WebhookOwner, id: string) => and(isOf(scope, owner), eq(webhooks.id, id));
const missing = () => notFound(t("Webhook not found"));

export async function lockWebhook(tx: Tx, scope: Scope, owner: WebhookOwner, id: string): Promise<WebhookRow> {
  return firstOr(
    await tx
      .select()
      .from(webhooks)
      .where(isWebhook(scope, owner, id))
      .for("update"),
    missing(),
  );
}

export async function readWebhook(tx: Tx, scope: Scope, owner: WebhookOwner, id: string): Promise<Webhook> {
  const row = firstOr(
    await tx
      .select(columns)
      .from(webhooks)
      .where(isWebhook(scope, owner, id)),
    missing(),
  );
  return present(row, scope.now());
}

/** Of a web address, only the host is recorded: many receivers have a secret in the path. */
const hostOf = (url: string) => URL.parse(url)?.host ?? "";

/** Audits the change, and tells the pages of those who see the webhook. */
async function changed(tx: Tx, scope: Scope, action: string, row: WebhookRow, changes: Record<string, unknown> = {}) {
  const kind = row.userId === null ? "company" : "personal";
  await audit(tx, scope, { action, targetId: row.id, targetName: row.name, changes: { kind, ...changes } });
  await tellOfWebhooks(tx, scope, row);
}

export async function tellOfWebhooks(
  tx: Tx,
  { publish }: Pick<Scope, "publish">,
  { tenantId, userId }: { tenantId: string; userId: string | null },
) {
  await publish(tx, userId === null ? { tenantId } : { tenantId, userId }, { kind: "webhooks", data: {} });
}
