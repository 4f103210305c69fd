import type { BodyOf } from "@intellibox/contract/endpoint";
import {
  type templates as calls,
  maxTemplates,
  type Template,
  type TemplateContent,
  type TemplateItem,
} from "@intellibox/contract/endpoints/templates";
import { may } from "@intellibox/contract/rules/access";
import { snippetLength } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { conflict, forbidden, invalid, notFound } from "#lib/errors.ts";
import { cleanWritten } from "#lib/html/clean-written.ts";
import { wordsOfHtml } from "#lib/html/text.ts";
import { threaded } from "#lib/threads.ts";
import { WorkerLostError } from "#lib/worker-pool.ts";
import type { Tx } from "#db/fence.ts";
import { and, asc, eq, isNull, or, sql } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { templates } from "#db/tables/templates.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { refuseKey } from "#features/api-keys/refuse-key.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";

type TemplateRow = typeof templates.$inferSelect;

/** Every column but the text, which may be long. */
const itemColumns = {
  id: templates.id,
  userId: templates.userId,
  name: templates.name,
  shortName: templates.shortName,
  subject: templates.subject,
  snippet: templates.snippet,
  version: templates.version,
  usedCount: templates.usedCount,
  lastUsedAt: templates.lastUsedAt,
  updatedAt: templates.updatedAt,
};

const itemOf = <Row extends Omit<TemplateItem, "isShared"> & { userId: string | null }>({ userId, ...row }: Row) => ({
  ...row,
  isShared: userId === null,
});
const templateOf = (row: TemplateRow): Template => itemOf(row);

export const listTemplates = (scope: Scope): Promise<{ items: TemplateItem[] }> =>
  scope.tx(async (tx) => {
    const rows = await tx
      .select(itemColumns)
      .from(templates)
      .where(and(isVisible(scope), isNull(templates.removedAt)))
      .orderBy(asc(sql`lower(${templates.name})`), asc(templates.id));
    return { items: rows.map(itemOf) };
  });

export const getTemplate = (scope: Scope, id: string): Promise<Template> =>
  scope.tx(async (tx) =>
    templateOf(
      firstOr(
        await tx
          .select()
          .from(templates)
          .where(and(isTemplate(scope, id), isNull(templates.removedAt))),
        notFound(t("Template not found")),
      ),
    ),
  );

export async function createTemplate(scope: Scope, form: BodyOf<typeof calls.create>): Promise<Template> {
  const { isShared, ...content } = form;
  if (isShared) refuseMember(scope);
  const values = {
    ...(await written(scope, content)),
    tenantId: scope.tenantId,
    userId: isShared ? null : scope.user.id,
  };
  return scope.tx(async (tx) => {
    await refuseTooMany(tx, scope, isShared);
    const now = scope.now();
    const row = only(
      await tx
        .insert(templates)
        .values({ ...values, createdAt: now, updatedAt: now })
        .returning(),
    );
    await record(tx, scope, "template.created", row);
    return templateOf(row);
  });
}

export async function updateTemplate(
  scope: Scope,
  id: string,
  { basedOn, ...content }: BodyOf<typeof calls.update>,
): Promise<Template> {
  const values = await written(scope, content);
  return scope.tx(async (tx) => {
    const before = await lockTemplate(tx, scope, id, basedOn);
    const row = only(
      await tx
        .update(templates)
        .set({ ...values, version: before.version + 1, updatedAt: scope.now() })
        .where(isTemplate(scope, id))
        .returning(),
    );
    const { bodyHtml, snippet, ...named } = values;
    const changes = { ...changesBetween(before, named), ...(bodyHtml !== before.bodyHtml && { text: "changed" }) };
    await record(tx, scope, "template.updated", row, changes);
    return templateOf(row);
  });
}

/** Not part of the version, so that using a template does not disturb somebody who changes it. */
export async function countUse(scope: Scope, id: string): Promise<{ ok: true }> {
  const used = await scope.tx((tx) =>
    tx
      .update(templates)
      .set({ usedCount: sql`${templates.usedCount} + 1`, lastUsedAt: scope.now() })
      .where(and(isTemplate(scope, id), isNull(templates.removedAt)))
      .returning({ id: templates.id }),
  );
  firstOr(used, notFound(t("Template not found")));
  return { ok: true };
}

/** Locks a template that the caller may change, if it still has the given version. */
export async function lockTemplate(tx: Tx, scope: Scope, id: string, basedOn: number): Promise<TemplateRow> {
  const found = await tx
    .select()
    .from(templates)
    .where(and(isTemplate(scope, id), isNull(templates.removedAt)))
    .for("update");
  const row = firstOr(found, notFound(t("Template not found")));
  if (row.userId === null) refuseMember(scope);
  if (row.version !== basedOn)
    throw conflict(t("This template was changed meanwhile. Open it again, and repeat your change."));
  return row;
}

export function refuseMember({ user }: Scope) {
  refuseKey({ user });
  if (!may(user.role, "admin"))
    throw forbidden(t("Only an administrator can change templates of the company. Duplicate it to make your own."));
}

/** Two calls at the same time may pass this by one; the limit only bounds the storage. */
export async function refuseTooMany(tx: Tx, scope: Scope, isShared: boolean) {
  const { tenantId, user } = scope;
  const isOwner = isShared ? isNull(templates.userId) : eq(templates.userId, user.id);
  const rows = await tx
    .select({ id: templates.id })
    .from(templates)
    .where(and(eq(templates.tenantId, tenantId), isOwner, isNull(templates.removedAt)))
    .limit(maxTemplates);
  if (rows.length >= maxTemplates)
    throw conflict(
      t("There are {maxTemplates} templates already. Delete one that is not used any more.", { maxTemplates }),
    );
}

const inThread = threaded<typeof import("#lib/html/clean-written.ts")>(
  new URL("../../lib/html/clean-written.ts", import.meta.url),
);
/** Longer HTML is cleaned in a worker thread: deeply nested tags take half a second. */
const shortLength = 8 * 1024;

/** The text as it is stored: what the editor can write, and nothing that could run or load. */
async function written(scope: Scope, content: TemplateContent) {
  const given = content.bodyHtml;
  const bodyHtml =
    given.length <= shortLength
      ? cleanWritten(given)
      : await inThread("cleanWritten", [given], { owner: ownerOf(scope), timeoutMs: 5_000 }).catch((error: unknown) => {
          throw error instanceof WorkerLostError
            ? invalid(t("The text takes too long to read. Please simplify its formatting."))
            : error;
        });
  const words = wordsOfHtml(bodyHtml).replaceAll(/\s+/g, " ").trim();
  if (words === "") throw invalid(t("Text is required"), { bodyHtml: t("Text is required") });
  // People type the ";" with it, because that is how they use it.
  const shortName = content.shortName.replace(/^;+/, "");
  return { ...content, shortName, bodyHtml, snippet: words.slice(0, snippetLength) };
}

/** Changes of the company's templates are audited; a person's own are nobody else's business. */
export async function record(tx: Tx, scope: Scope, action: string, row: TemplateRow, changes = {}) {
  if (row.userId === null) await audit(tx, scope, { action, targetId: row.id, targetName: row.name, changes });
}

/** Row-level security has the same condition. Repeated here so that PostgreSQL uses the index. */
const isVisible = ({ tenantId, user }: Scope) =>
  and(eq(templates.tenantId, tenantId), or(isNull(templates.userId), eq(templates.userId, user.id)));
export const isTemplate = (scope: Scope, id: string) => and(isVisible(scope), eq(templates.id, id));
export const presentTemplate = templateOf;
