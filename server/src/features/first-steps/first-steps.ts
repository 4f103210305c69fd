import { type FirstSteps, mailSteps, type StepKey, stepsOf } from "@intellibox/contract/endpoints/first-steps";
import type { Role } from "@intellibox/contract/rules/access";
import type { Tx } from "#db/fence.ts";
import { eq, sql } from "#db/orm.ts";
import { only } from "#db/rows.ts";
import { activity, activityCounts } from "#db/tables/activity.ts";
import { mailServers } from "#db/tables/mail-servers.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { modelSettingsOf } from "#features/ai-settings/model-settings.ts";

type Done = Record<StepKey, boolean>;

/** The steps that the user has done, read from the data itself. No step is stored, so none can be wrong. */
export async function getFirstSteps(scope: Scope): Promise<FirstSteps> {
  const { role, mailClosed = false } = scope.user;
  const hasCompanies = stepsOf[role].includes("company") && (await hasOtherCompanies(scope));
  return scope.tx(async (tx) => {
    const { isDismissed, ...done } = await readSteps(tx, scope);
    const hasModel =
      stepsOf[role].includes("ai") && (await modelSettingsOf(tx, scope).then(({ provider }) => provider !== "builtin"));
    return { steps: listSteps({ role, mailClosed }, { ...done, ai: hasModel, company: hasCompanies }), isDismissed };
  });
}

/** Not audited: it changes only what the caller sees. */
export async function dismissFirstSteps(scope: Scope, isDismissed: boolean): Promise<FirstSteps> {
  await scope.tx((tx) =>
    tx
      .update(users)
      .set({ firstStepsDismissedAt: isDismissed ? scope.now() : null })
      .where(eq(users.id, scope.user.id)),
  );
  return getFirstSteps(scope);
}

const listSteps = ({ role, mailClosed }: { role: Role; mailClosed: boolean }, done: Done) =>
  stepsOf[role].filter((key) => !mailClosed || !mailSteps.includes(key)).map((key) => ({ key, isDone: done[key] }));

/** One statement, whose parts each stop at the first row. */
async function readSteps(tx: Tx, { user }: Scope) {
  const used = (kinds: string[]) => {
    const isUse = sql`a.user_id = ${user.id} and a.kind in ${kinds}`;
    return sql`exists (select from ${activityCounts} a where ${isUse}) or exists (select from ${activity} a where ${isUse})`;
  };
  const { rows } = await tx.execute<Omit<Done, "ai" | "company"> & { isDismissed: boolean }>(sql`
    select u.first_steps_dismissed_at is not null as "isDismissed", u.signature_html <> '' as signature,
      exists (select from ${mailboxes} m where m.user_id = u.id) as mailbox,
      exists (select from ${mailServers} s where s.tenant_id = u.tenant_id and s.protocol = 'smtp') as "mailServer",
      exists (select from ${users} o where o.tenant_id = u.tenant_id and o.id <> u.id) as people,
      ${used(["compose", "reply"])} as "aiDraft",
      ${used(["summarize"])} as summary
    from ${users} u where u.id = ${user.id}`);
  return only(rows);
}

// As platform: the companies of others are counted, not read.
const hasOtherCompanies = (scope: Scope) =>
  scope.platformTx(async (tx) => {
    const others = await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.isOwner, false)).limit(1);
    return others.length > 0;
  });
