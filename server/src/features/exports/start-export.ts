// Who may export whose data. Mail stays closed to others: an administrator gets what administrators see. With the mail, each
// person whose mail it is sees who exported it and why, and the audit log names it.
import type { BodyOf } from "@intellibox/contract/endpoint";
import { type dataTasks as calls, maxOpenExports } from "@intellibox/contract/endpoints/data-tasks";
import { t } from "@intellibox/contract/text/t";
import { AppError, conflict, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, ne } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { dataTasks } from "#db/tables/data-tasks.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { addNotice } from "#features/auth/notices.ts";
import { addDataTask, isOpenTask, type NewDataTask, presentTaskOf } from "#features/data-tasks/data-tasks.ts";
import { findUser } from "#features/users/list-users.ts";
import { refuseAboveRank, refuseForeignCompany } from "#features/users/user-rules.ts";
import { exportsJob } from "./write-export.ts";

type Form = BodyOf<typeof calls.exportUser>;

export const exportOwn = (scope: Scope) => {
  const { tenantId, id } = scope.user;
  return start(scope, { subjectKind: "user", subjectId: id, subjectTenantId: tenantId, withMail: true }, async (tx) => {
    await audit(tx, scope, { action: "user.exported", tenantId, targetId: id, targetName: scope.user.email });
  });
};

export async function exportUser(scope: Scope, id: string, form: Form) {
  if (id === scope.user.id) throw conflict(t("Export your own data in My Profile"));
  const { user, isOwner } = await scope.tx((tx) => findUser(tx, id));
  refuseForeignCompany(scope, user.tenantId);
  refuseAboveRank(scope, { roleCode: user.roleCode, tenantIsOwner: isOwner });
  refuseClosedMail(scope, form.withMail);
  const { tenantId, email } = user;
  const subject = { subjectKind: "user", subjectId: id, subjectTenantId: tenantId, withMail: form.withMail } as const;
  return start(scope, subject, async (tx) => {
    await audit(tx, scope, {
      ...{ action: "user.exported", tenantId, targetId: id, targetName: email },
      changes: changesOf(form),
    });
    if (form.withMail) await addNotice(tx, scope, { tenantId, userId: id, kind: "mail-exported", reason: form.reason });
  });
}

export async function exportTenant(scope: Scope, id: string, form: Form) {
  const tenant = await scope.tx(async (tx) =>
    firstOr(
      await tx.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, id)),
      notFound(t("Company not found")),
    ),
  );
  refuseForeignCompany(scope, id);
  refuseClosedMail(scope, form.withMail);
  const subject = { subjectKind: "company", subjectId: id, subjectTenantId: id, withMail: form.withMail } as const;
  return start(scope, subject, async (tx) => {
    await audit(tx, scope, {
      ...{ action: "tenant.exported", tenantId: id, targetId: id, targetName: tenant.name },
      changes: changesOf(form),
    });
    if (!form.withMail) return;
    const others = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.tenantId, id), ne(users.id, scope.user.id)));
    for (const { id: userId } of others)
      await addNotice(tx, scope, { tenantId: id, userId, kind: "mail-exported", reason: form.reason });
  });
}

const changesOf = ({ withMail, reason }: Form) => ({ mail: withMail, ...(reason && { reason }) });

/** A session that began with a password set by somebody else gets no mail by way of an export either. */
export function refuseClosedMail({ user }: Scope, withMail: boolean) {
  if (user.mailClosed && withMail)
    throw new AppError("mail_closed", t("Your mail is closed because somebody else set your password. Open it first."));
}

type Subject = Omit<NewDataTask, "kind">;

/** As platform: the task is in the caller's own company, its subject may be in another. */
const start = (scope: Scope, subject: Subject, record: (tx: Tx) => Promise<void>) =>
  scope.platformTx(async (tx) => {
    const { tenantId, id } = scope.user;
    const open = await tx.$count(
      dataTasks,
      and(eq(dataTasks.tenantId, tenantId), eq(dataTasks.userId, id), eq(dataTasks.kind, "export"), isOpenTask),
    );
    if (open >= maxOpenExports)
      throw conflict(
        t("You have {count} exports under way. Wait until one is done, or stop one.", {
          count: String(maxOpenExports),
        }),
      );
    const task = await addDataTask(tx, scope, { kind: "export", ...subject });
    await record(tx);
    await scope.enqueue(tx, exportsJob, {});
    return presentTaskOf(tx, scope, task);
  });
