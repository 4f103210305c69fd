// Downloads by a link, because a browser saves a large file only from an address, and that request carries no token. The link is
// signed, names the person and the session, and works for a minute while that session lasts.
import { createHmac } from "node:crypto";
import { Readable } from "node:stream";
import { exportDownloadPath, exportLinkSeconds } from "@intellibox/contract/endpoints/data-tasks";
import { may } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import { equalInConstantTime } from "#lib/constant-time.ts";
import { conflict, forbidden, notFound } from "#lib/errors.ts";
import { and, eq } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { dataTasks } from "#db/tables/data-tasks.ts";
import type { Scope, Visitor } from "#scope.ts";
import { isSessionActive } from "#features/auth/sessions.ts";
import { type DataTaskRow, findOwnTask, isTask } from "#features/data-tasks/data-tasks.ts";
import { refuseForeignCompany } from "#features/users/user-rules.ts";
import { readExportFile } from "./export-files.ts";
import { refuseClosedMail } from "./start-export.ts";

const linkParts = ["tenant", "task", "user", "session", "expires"] as const;
type Link = Record<(typeof linkParts)[number], string>;

const signatureOf = (link: Link, key: Buffer) =>
  createHmac("sha256", key)
    .update(linkParts.map((part) => link[part]).join(" "))
    .digest("base64url");

export async function exportLink(scope: Scope, id: string) {
  const { user } = scope;
  const task = await scope.platformTx((tx) => findOwnTask(tx, scope, id));
  refuseUnfinished(task, scope.now());
  refuseClosedMail(scope, task.withMail);
  // The caller may have lost the role since the export began.
  if (task.subjectId !== user.id && !may(user.role, "admin")) throw forbidden();
  refuseForeignCompany(scope, task.subjectTenantId);
  const expires = String(Math.floor(scope.now().getTime() / 1000) + exportLinkSeconds);
  const link = { tenant: user.tenantId, task: id, user: user.id, session: user.sessionId ?? "", expires };
  const [key] = scope.sealer.keysFor("exports");
  return { url: `/api${exportDownloadPath}?${new URLSearchParams({ ...link, signature: signatureOf(link, key) })}` };
}

export async function openExport(visitor: Visitor, query: Record<string, unknown>) {
  const missing = notFound(t("Export not found"));
  const link = Object.fromEntries(linkParts.map((part) => [part, String(query[part] ?? "")])) as Link;
  const keys = visitor.sealer.keysFor("exports");
  const isSigned = keys.some((key) => equalInConstantTime(String(query.signature ?? ""), signatureOf(link, key)));
  if (!isSigned) throw missing;
  const now = visitor.now();
  if (Number(link.expires) * 1000 < now.getTime())
    throw conflict(t("This link has expired. Start the download again."));
  // As platform: there is no caller yet. The signature says whose file it is.
  const task = await visitor.platformTx(async (tx) => {
    if (!(await isSessionActive(tx, { tenantId: link.tenant, id: link.session }, now))) throw missing;
    const isTheirs = and(isTask({ tenantId: link.tenant, id: link.task }), eq(dataTasks.userId, link.user));
    return firstOr(await tx.select().from(dataTasks).where(isTheirs), missing);
  });
  refuseUnfinished(task, now);
  const { objects } = visitor.outside;
  return {
    bytes: task.bytes,
    fileName: `intellibox-${task.subjectKind}-${task.createdAt.toISOString().slice(0, 10)}.zip`,
    content: Readable.from(readExportFile(objects, task), { objectMode: false }),
  };
}

function refuseUnfinished({ kind, state, expiresAt }: DataTaskRow, now: Date) {
  if (kind !== "export" || state === "failed") throw notFound(t("Export not found"));
  if (state === "expired" || (expiresAt && expiresAt <= now))
    throw conflict(t("This export has expired. Start a new one."));
  if (state !== "done") throw conflict(t("This export is not finished yet"));
}
