import { and, eq } from "#db/orm.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import { snoozeIn } from "#features/snooze/snooze.ts";
import { idOf, momentIn, type Reader } from "./demo-mail.ts";

/** The keys of mails, and the days after which they come back. */
const snoozed = [
  ["german", 1],
  ["it", 5],
] as const;

/** Snoozes some mails until the morning of a coming day. */
export async function snoozeMails(scope: Scope, reader: Reader) {
  const { tenantId, user } = scope;
  for (const [key, days] of snoozed)
    await scope.tx(async (tx) => {
      const isIt = eq(messages.messageId, idOf(key, reader.me.email));
      const found = await tx
        .select({ id: messages.id })
        .from(messages)
        .where(and(eq(messages.tenantId, tenantId), eq(messages.userId, user.id), isIt));
      const ids = found.map(({ id }) => id);
      if (ids.length > 0) await snoozeIn(tx, scope, ids, momentIn(reader, days, 8));
    });
}
