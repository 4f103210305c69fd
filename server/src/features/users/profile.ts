import type { BodyOf, ResponseOf } from "@intellibox/contract/endpoint";
import type { users as userCalls } from "@intellibox/contract/endpoints/users";
import { maySendAs } from "@intellibox/contract/rules/send-as";
import { t } from "@intellibox/contract/text/t";
import { invalid, notFound } from "#lib/errors.ts";
import { cleanWritten } from "#lib/html/clean-written.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { mailServers } from "#db/tables/mail-servers.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";

type Profile = ResponseOf<typeof userCalls.profile>;

const ofUser = sql`${mailboxes.tenantId} = ${users.tenantId} and ${mailboxes.userId} = ${users.id}`;

const profileColumns = {
  signatureHtml: users.signatureHtml,
  undoSeconds: users.undoSeconds,
  repliesToAll: users.repliesToAll,
  forwardsAsFile: users.forwardsAsFile,
  imagesPolicy: users.imagesPolicy,
  tracksMail: users.tracksMail,
  followUpDays: users.followUpDays,
  tone: users.tone,
  offersReplies: users.offersReplies,
  language: users.language,
  defaultMailboxId: sql<string | null>`(select ${mailboxes.id} from ${mailboxes}
    where ${ofUser} and ${mailboxes.isDefaultSender})`,
  signatures: sql<Profile["signatures"]>`coalesce((
    select json_agg(json_build_object('mailboxId', ${mailboxes.id}, 'signatureHtml', ${mailboxes.signatureHtml}))
    from ${mailboxes} where ${ofUser} and ${mailboxes.signatureHtml} is not null), '[]'::json)`,
  canSend: sql<boolean>`exists (select 1 from ${mailServers}
    where ${mailServers.tenantId} = ${users.tenantId} and ${mailServers.protocol} = 'smtp')`,
};

export const getProfile = (scope: Scope) => scope.tx((tx) => readProfile(tx, scope));

const readProfile = async (tx: Tx, { user }: Scope) =>
  firstOr(await tx.select(profileColumns).from(users).where(eq(users.id, user.id)), notFound(t("User not found")));

/** Not audited: it changes only the caller's own signature and preferences. */
export async function updateProfile(scope: Scope, form: BodyOf<typeof userCalls.updateProfile>) {
  const { signatureHtml, defaultMailboxId, ...rest } = form;
  const row = { ...rest, ...(signatureHtml !== undefined && { signatureHtml: cleanWritten(signatureHtml) }) };
  return scope.tx(async (tx) => {
    if (Object.keys(row).length > 0) await tx.update(users).set(row).where(eq(users.id, scope.user.id));
    if (defaultMailboxId !== undefined) await chooseDefaultMailbox(tx, scope, defaultMailboxId);
    return readProfile(tx, scope);
  });
}

async function chooseDefaultMailbox(tx: Tx, { tenantId, user }: Scope, chosen: string | null) {
  // Locked together, so that two choices at once do not leave two defaults.
  const own = await tx
    .select()
    .from(mailboxes)
    .where(and(eq(mailboxes.tenantId, tenantId), eq(mailboxes.userId, user.id)))
    .orderBy(mailboxes.id)
    .for("update");
  const mailbox = own.find(({ id }) => id === chosen);
  if (chosen && !mailbox) throw notFound(t("Mailbox not found"));
  if (mailbox && !maySendAs(mailbox, user.email)) {
    const words = t("{email} is not proved to be yours, so mail cannot leave as it.", { email: mailbox.email });
    throw invalid(words, { defaultMailboxId: words });
  }
  const choose = (id: string, isDefaultSender: boolean) =>
    tx
      .update(mailboxes)
      .set({ isDefaultSender })
      .where(and(eq(mailboxes.tenantId, tenantId), eq(mailboxes.id, id)));
  // First the earlier one: there is one default at any moment.
  for (const { id, isDefaultSender } of own) if (isDefaultSender && id !== chosen) await choose(id, false);
  if (mailbox) await choose(mailbox.id, true);
}
