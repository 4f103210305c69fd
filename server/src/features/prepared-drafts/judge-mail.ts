// Decides whether a mail gets a prepared draft. No model is asked: most mail needs no answer, and must cost nothing.
import { messageDraftName } from "@intellibox/contract/rules/draft-names";
import { readableFolders } from "@intellibox/contract/rules/folders";
import type { SenderKind } from "@intellibox/contract/rules/prepared-drafts";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { ownAddresses } from "#db/own-addresses.ts";
import { recipientKindOf } from "#engine/voice/recipient-kind.ts";
import type { Scope } from "#scope.ts";
import { replyIntents } from "#features/assistant/draft-reply.ts";
import { loadMails } from "#features/assistant/load-mails.ts";
import { noteMails } from "#features/briefing/briefing.ts";
import { getDraft } from "#features/drafts/drafts.ts";
import { maxEarlier } from "#features/inbox/assist.ts";
import { readDangers } from "#features/mail-dangers/read-dangers.ts";
import { kindsOf } from "#features/mail-facts/mail-kinds.ts";
import { readRuleMails, type StoredRuleMail } from "#features/mail-facts/read-rule-mails.ts";
import { foldMail } from "#features/mail-facts/rule-mail.ts";
import { waitsForAnswer } from "#features/prepared-draft-state/waits-for-answer.ts";

/** A mail that a draft is prepared for: the sentence that asks, and how many earlier messages of its thread are read. */
export type AskingMail = { senderKind: SenderKind; ask: string; earlier: number };

/** Undefined if the mail gets no draft. The cheap questions come first. */
export async function judgeMail(scope: Scope, id: string): Promise<AskingMail | undefined> {
  const found = await scope.tx((tx) => factsOf(tx, scope, id));
  if (!found) return undefined;
  const { mail, own, senderKind, earlier } = found;
  const isToReader = mail.to.some(({ address }) => own.includes(address.toLowerCase()));
  if (!isToReader || !kindsOf(foldMail(mail)).has("personal")) return undefined;
  if ((await getDraft(scope, messageDraftName(mail.messageId, mail.id))).draft) return undefined;
  const [loaded] = await loadMails(scope, [id], own);
  // A mail with orders for the assistant, or with hidden text, is left to its reader.
  if (!loaded || loaded.mail.isOwn || loaded.warnings.length > 0) return undefined;
  const headersOf = new Map([[id, mail.headers]]);
  const [note] = await noteMails(scope, [loaded], { headersOf, own, until: scope.now() });
  if (!note?.ask) return undefined;
  const { intents, noAnswer } = await replyIntents(scope, { emailBody: loaded.mail.body, from: "", message: id });
  if (noAnswer || intents.some(({ stance }) => stance === "verify")) return undefined;
  const { dangers } = await readDangers(scope, id);
  if (dangers.some(({ isGrave }) => isGrave)) return undefined;
  return { senderKind, ask: note.ask, earlier };
}

type Facts = { mail: StoredRuleMail; own: string[]; senderKind: SenderKind; earlier: number };
type Row = { prepares_for: SenderKind[]; is_colleague: boolean; earlier: number };

/** Undefined if the mail waits for no answer, or if its owner has not chosen its kind of sender. */
async function factsOf(tx: Tx, scope: Scope, id: string): Promise<Facts | undefined> {
  const { tenantId, user } = scope;
  const { rows } = await tx.execute<Row>(sql`
    select b.prepares_for,
      exists (select from users u where u.tenant_id = ${tenantId} and lower(u.email) = lower(m.from_address)) as is_colleague,
      (select count(*)::int from (
        select from messages e
        where e.tenant_id = m.tenant_id and e.user_id = m.user_id and e.thread_id = m.thread_id and e.id <> m.id and e.date <= m.date
          and e.folder = any (${sql.param([...readableFolders])}::text[]) and e.remove_at is null limit ${maxEarlier}
      ) before) as earlier
    from messages m join mailboxes b on b.tenant_id = m.tenant_id and b.id = m.mailbox_id
    where m.tenant_id = ${tenantId} and m.user_id = ${user.id} and m.id = ${id} and ${waitsForAnswer}`);
  const [row] = rows;
  const [mail] = row ? await readRuleMails(tx, scope, [id]) : [];
  if (!row || !mail) return undefined;
  const own = [...(await ownAddresses(tx, { tenantId, userId: user.id }))];
  const senderKind = senderKindOf(mail, own, row.is_colleague);
  return row.prepares_for.includes(senderKind) ? { mail, own, senderKind, earlier: row.earlier } : undefined;
}

function senderKindOf({ from, isKnownSender }: StoredRuleMail, own: string[], isColleague: boolean): SenderKind {
  const isOfCompany = recipientKindOf({ to: [from.address], own, sentTo: () => 0 }) === "colleague";
  if (isColleague || isOfCompany) return "colleagues";
  return isKnownSender ? "contacts" : "others";
}
