import type { FoundMail } from "@intellibox/contract/endpoints/questions";
import { readableFolders } from "@intellibox/contract/rules/folders";
import { beginningOfMail } from "#lib/html/beginning-of-mail.ts";
import { and, eq, inArray, isNull, sql } from "#db/orm.ts";
import { ownAddresses as ownAddressesOf } from "#db/own-addresses.ts";
import { messageContents, messages, type StoredAddress } from "#db/tables/messages.ts";
import type { QuestionMail } from "#engine/questions/types.ts";
import type { Scope } from "#scope.ts";
import { readMails } from "./read-mails.ts";
import { safeTextOf, type Warning } from "./untrusted.ts";

/** How much of a mail is read. Longer mail is mostly what it quotes. */
const maxRead = 12_000;
const maxHtml = 60_000;
const maxRecipients = 20;

/** A mail that was found, as it is cited and as it is read. */
export type LoadedMail = { found: FoundMail; mail: QuestionMail; warnings: Warning[] };

/** The addresses of the asker, in lower case. */
export const ownAddresses = async ({ tenantId, user, tx: run }: Scope): Promise<string[]> => [
  ...(await run((tx) => ownAddressesOf(tx, { tenantId, userId: user.id }))),
];

/** The messages in the order of the ids; those of others, and those that are gone, are left out. */
export async function loadMails(scope: Scope, ids: string[], own: string[]): Promise<LoadedMail[]> {
  if (ids.length === 0) return [];
  const rows = await scope.tx((tx) =>
    tx
      .select({
        id: messages.id,
        threadId: messages.threadId,
        from: messages.fromAddress,
        fromName: messages.fromName,
        date: messages.date,
        subject: messages.subject,
        folder: messages.folder,
        recipients: messageContents.recipients,
        // The HTML if there is any, because only it shows which text is hidden from a reader.
        body: sql<string>`left(coalesce(${messageContents.html}, ${messageContents.text}), ${maxHtml}::int)`,
      })
      .from(messages)
      .innerJoin(
        messageContents,
        and(eq(messageContents.tenantId, messages.tenantId), eq(messageContents.id, messages.id)),
      )
      .where(
        and(
          eq(messages.tenantId, scope.tenantId),
          eq(messages.userId, scope.user.id),
          sql`${messages.id} = any (${sql.param(ids)}::uuid[])`,
          inArray(messages.folder, [...readableFolders]),
          isNull(messages.removeAt),
          isNull(messages.goneAt),
        ),
      ),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  const texts = await readMails(
    scope,
    ordered.map(({ body }) => beginningOfMail(body, maxRead)),
  );
  return ordered.map((row, at) => {
    const read = texts[at] ?? { text: "", warnings: [] };
    const { id: messageId, threadId, from, fromName, date, subject } = row;
    return {
      found: { messageId, threadId, from, fromName, date, subject },
      mail: {
        from: fromName ? `${fromName} <${from}>` : from,
        to: [...row.recipients.to, ...row.recipients.cc].slice(0, maxRecipients).map(headerOf).join(", "),
        at: date,
        subject,
        body: safeTextOf(read),
        thread: threadId,
        isOwn: row.folder === "sent" || own.includes(from.toLowerCase()),
      },
      warnings: read.warnings,
    };
  });
}

const headerOf = ({ name, address }: StoredAddress) => (name ? `${name.replaceAll(",", " ")} <${address}>` : address);
