// Notes answers to the mail of a mail merge, and reports of mail servers that an address does not exist.
import { publish } from "#db/events.ts";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import type { ParsedMail } from "#outside/mime/parsed-mail.ts";
import { addressIn } from "#features/suppressions/addresses-in.ts";
import { suppress } from "#features/suppressions/suppressions.ts";

type Owner = { tenantId: string; userId: string };
type Arrived = Pick<ParsedMail, "from" | "references" | "inReplyTo" | "headers" | "text">;

const maxReferences = 100;

/** Runs in the transaction that stores the mails. */
export async function noteMergeAnswers(tx: Tx, owner: Owner, arrived: Arrived[]) {
  const answered = await noteReplies(
    tx,
    owner,
    arrived.filter((mail) => !isAutomatic(mail)),
  );
  const bounced = await noteBounces(tx, owner, arrived.filter(isReport));
  if (answered || bounced) await publish(tx, owner, { kind: "mail-merges", data: {} });
}

/** An out-of-office note is no answer. */
const isAutomatic = ({ headers }: Arrived) =>
  headers.autoSubmitted !== undefined && !/^no\b/i.test(headers.autoSubmitted);

async function noteReplies(tx: Tx, { tenantId, userId }: Owner, replies: Arrived[]): Promise<boolean> {
  const named = new Set(
    replies.flatMap(({ references, inReplyTo }) =>
      [...references, ...(inReplyTo ? [inReplyTo] : [])].slice(-maxReferences),
    ),
  );
  if (named.size === 0) return false;
  const { rowCount } = await tx.execute(sql`
    update mail_merge_recipients set replied_at = now()
    where tenant_id = ${tenantId} and user_id = ${userId} and message_id = any (${sql.param([...named])}::text[])
      and message_id is not null and replied_at is null`);
  return (rowCount ?? 0) > 0;
}

/** Anybody can send such a report. It concerns only addresses that a mail merge of this user wrote to. */
const isReport = (mail: Arrived) =>
  /^(?:mailer-daemon|postmaster)@/i.test(mail.from.address) && mail.text.includes("Final-Recipient:");

async function noteBounces(tx: Tx, { tenantId, userId }: Owner, reports: Arrived[]): Promise<boolean> {
  const addresses = [...new Set(reports.flatMap(({ text }) => failedRecipients(text)))];
  if (addresses.length === 0) return false;
  const { rows } = await tx.execute<{ address: string }>(sql`
    select distinct address from mail_merge_recipients
    where tenant_id = ${tenantId} and address = any (${sql.param(addresses)}::text[]) and user_id = ${userId} and state = 'accepted'`);
  const known = rows.map(({ address }) => address);
  if (known.length === 0) return false;
  return (await suppress(tx, { tenantId, addresses: known, kind: "bounced" })) > 0;
}

/** The recipients of a delivery report (RFC 3464) whose address is wrong for good, by its status code (RFC 3463). */
export function failedRecipients(text: string): string[] {
  const sections = text
    .slice(0, 200_000)
    .split(/^(?=Final-Recipient:)/im)
    .slice(1, 101);
  return sections.flatMap((section) => {
    const isFailed = /^Action: *failed/im.test(section);
    const status = /^Status: *(5\.\d{1,3}\.\d{1,3})/im.exec(section)?.[1];
    const address = /^Final-Recipient: *(\S{1,254})/im.exec(section)?.[1];
    return isFailed && status && isWrongAddress(status) ? (addressIn(address) ?? []) : [];
  });
}

/** Bad mailbox or domain, moved, or disabled. Not a full mailbox, and not a refusal of the content. */
export const isWrongAddress = (status: string) => /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/.test(status);

/** Suppresses the address of a mail to many that the mail server refused for good. As platform, which may not read more of it. */
export async function noteRefusedAddress(tx: Tx, { tenantId, id }: { tenantId: string; id: string }, error: string) {
  const status = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(error)?.[0];
  if (!status || !isWrongAddress(status)) return;
  const { rows } = await tx.execute<{ address: string }>(
    sql`select address from mail_merge_recipients where tenant_id = ${tenantId} and log_id = ${id} and log_id is not null`,
  );
  const addresses = rows.map(({ address }) => address);
  if (addresses.length > 0) await suppress(tx, { tenantId, addresses, kind: "bounced", note: error.slice(0, 300) });
}
