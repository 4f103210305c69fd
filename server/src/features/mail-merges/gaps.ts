// Finds what prevents a start, and fills in the mail of each recipient.
import type { MergeCheck, MergeGap } from "@intellibox/contract/endpoints/mail-merges";
import { isBlankText } from "@intellibox/contract/rules/blank-text";
import type { TokenValues } from "@intellibox/contract/rules/fill-tokens";
import { isUnwritten } from "@intellibox/contract/rules/unwritten";
import { t } from "@intellibox/contract/text/t";
import { formatLocale } from "@intellibox/contract/text/translator";
import { AppError } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, asc, eq } from "#db/orm.ts";
import { mailMergeRecipients } from "#db/tables/mail-merges.ts";
import type { Scope } from "#scope.ts";
import { askForSender, senderOf } from "#features/outbox/sender.ts";
import { peopleByAddress } from "#features/people/known-people.ts";
import { quotaLeft } from "#features/plans/quota.ts";
import { suppressedAmong } from "#features/suppressions/suppressions.ts";
import {
  areRecipientsOf,
  contentOf,
  findOwn,
  lockDraft,
  type MergeContent,
  type MergeRow,
  recipientsWithIds,
} from "./merges.ts";
import { type Common, missingOf, tokensOfMail, valuesOf } from "./personal-mail.ts";
import { totalsOf } from "./totals.ts";

const mostListed = 200;

export type WaitingRecipient = Pick<
  typeof mailMergeRecipients.$inferSelect,
  "id" | "position" | "line" | "address" | "values"
>;

/** Those who are to get the mail, in the order of sending. */
export const waitingOf = (tx: Tx, merge: { tenantId: string; id: string }): Promise<WaitingRecipient[]> =>
  tx
    .select({
      id: mailMergeRecipients.id,
      position: mailMergeRecipients.position,
      line: mailMergeRecipients.line,
      address: mailMergeRecipients.address,
      values: mailMergeRecipients.values,
    })
    .from(mailMergeRecipients)
    .where(and(areRecipientsOf(merge), eq(mailMergeRecipients.state, "waiting")))
    .orderBy(asc(mailMergeRecipients.position));

/** The values that are the same for all recipients. */
export function commonOf({ user, now }: Scope, { fallbacks }: Pick<MergeContent, "fallbacks">): Common {
  const today = now().toLocaleDateString(formatLocale(), { day: "numeric", month: "long", year: "numeric" });
  return { me: { name: user.name, email: user.email, company: user.tenantName }, today, fallbacks };
}

/** Each recipient's values, in their order. */
export async function valuesOfAll(
  tx: Tx,
  scope: Scope,
  content: MergeContent,
  recipients: Pick<WaitingRecipient, "address" | "values">[],
): Promise<TokenValues[]> {
  const common = commonOf(scope, content);
  const known = await peopleByAddress(
    tx,
    scope,
    recipients.map(({ address }) => address),
  );
  return recipients.map((recipient) => valuesOf({ ...recipient, person: known.get(recipient.address) }, common));
}

type Draft = { merge: MergeRow; content: MergeContent };

async function gapsOf(tx: Tx, scope: Scope, { merge, content }: Draft) {
  const tokens = tokensOfMail({ subject: merge.subject, html: content.html });
  const recipients = await waitingOf(tx, merge);
  const values = await valuesOfAll(tx, scope, content, recipients);
  const gaps = recipients.flatMap(({ id, address, line }, at): MergeGap[] => {
    const missing = missingOf(tokens, values[at] ?? {});
    return missing.length > 0 ? [{ id, at, address, line, missing }] : [];
  });
  return { tokens, recipients, gaps };
}

/** Everything that a start needs, and the sentences that say what is missing. */
export async function checkDraft(tx: Tx, scope: Scope, { merge, content }: Draft): Promise<MergeCheck> {
  const { tokens, recipients, gaps } = await gapsOf(tx, scope, { merge, content });
  const suppressed = await suppressedAmong(
    tx,
    scope.tenantId,
    recipients.map(({ address }) => address),
  );
  const totals = (await totalsOf(tx, scope.tenantId, [merge.id]))(merge.id);
  const facts = await askForSender(tx, scope);
  const left = await quotaLeft(tx, { tenantId: scope.tenantId, quota: facts.quota, now: scope.now() });
  const ready = recipients.length - suppressed.size;
  const problems = [
    ready === 0 && t("Nobody would get this mail. Add recipients first."),
    isBlankText(merge.subject) && t("The subject is missing."),
    isUnwritten(content.html) && t("The text is missing."),
    gaps.length > 0 &&
      t("{count, plural, one {# recipient lacks} other {# recipients lack}} a value.", { count: gaps.length }),
    left !== null && ready > left && tooLittleQuota(ready, left),
    senderProblem(() => senderOf(scope, facts, accountOf(merge))),
  ].filter((problem) => typeof problem === "string");
  return {
    ...{ ready, problems, gapCount: gaps.length, gaps: gaps.slice(0, mostListed), quotaLeft: left },
    ...{ leftOut: totals.leftOut + suppressed.size, suppressed: suppressed.size },
    tokens: tokens.map(({ name }) => name),
  };
}

export const accountOf = ({ mailboxId, fromAccount }: MergeRow) => ({
  mailboxId: mailboxId ?? undefined,
  fromAccount: fromAccount ?? undefined,
});

const tooLittleQuota = (ready: number, left: number) =>
  t(
    "The plan of your company has {left, plural, =0 {no mail} one {# mail} other {# mails}} left this month, and this mail merge needs {ready}.",
    { left, ready: String(ready) },
  );

function senderProblem(choose: () => unknown): string | undefined {
  try {
    choose();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

export async function checkMerge(tx: Tx, scope: Scope, id: string): Promise<MergeCheck> {
  const merge = await findOwn(tx, scope, id);
  return checkDraft(tx, scope, { merge, content: await contentOf(tx, merge) });
}

export async function leaveOutGaps(tx: Tx, scope: Scope, id: string): Promise<MergeCheck> {
  const merge = await lockDraft(tx, scope, id);
  const content = await contentOf(tx, merge);
  const { gaps } = await gapsOf(tx, scope, { merge, content });
  const ids = gaps.map((gap) => gap.id);
  await tx
    .update(mailMergeRecipients)
    .set({ state: "left_out", leftOut: "chosen" })
    .where(recipientsWithIds(merge, ids));
  return checkDraft(tx, scope, { merge, content });
}
