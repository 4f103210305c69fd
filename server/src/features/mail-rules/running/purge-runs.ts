import type { Tx } from "#db/fence.ts";
import { lt } from "#db/orm.ts";
import { mailRuleReplies, mailRuleRuns } from "#db/tables/mail-rules.ts";

/** How long the history is kept. */
export const historyDays = 90;
/** Longer than what a template is held back for. */
const replyDays = 7;
const before = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);

/** Called every hour, as platform. */
export async function purgeRuns(tx: Tx, now: Date) {
  await tx.delete(mailRuleRuns).where(lt(mailRuleRuns.at, before(now, historyDays)));
  await tx.delete(mailRuleReplies).where(lt(mailRuleReplies.at, before(now, replyDays)));
}
