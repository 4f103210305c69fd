// The voice of the user who writes a mail, for the reader of that mail.
import {
  editedVoice,
  emptyFacts,
  type RecipientKind,
  type VoiceEdits,
  type VoiceFacts,
} from "@intellibox/contract/rules/voice";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { ownAddressesQuery } from "#db/own-addresses.ts";
import { recipientKindOf } from "#engine/voice/recipient-kind.ts";
import type { Scope } from "#scope.ts";

export type FoundVoice = { traits: VoiceFacts; kind: RecipientKind };

type Row = {
  facts: VoiceFacts | null;
  edits: VoiceEdits;
  own: string[] | null;
  sent: { address: string; count: number }[] | null;
};

/** More recipients are "several" in any case. */
const mostReaders = 20;

/** Undefined if the user switched it off, or nothing is known. `readers` are addresses. */
export const findVoice = ({ tenantId, user, tx: run }: Scope, readers: string[]): Promise<FoundVoice | undefined> =>
  run((tx) => findVoiceIn(tx, { tenantId, userId: user.id }, readers));

export async function findVoiceIn(
  tx: Tx,
  { tenantId, userId }: { tenantId: string; userId: string },
  readers: string[],
): Promise<FoundVoice | undefined> {
  const to = readers.slice(0, mostReaders).map((address) => address.toLowerCase());
  const { rows } = await tx.execute<Row>(sql`
    select v.facts, v.edits,
      (select array_agg(email) from (${ownAddressesQuery({ tenantId, userId })}) as addresses) as own,
      (select json_agg(json_build_object('address', a.address, 'count', a.sent_count)) from person_addresses a
        where a.tenant_id = v.tenant_id and a.user_id = v.user_id and a.address = any (${sql.param(to)}::text[])) as sent
    from voices v where v.tenant_id = ${tenantId} and v.user_id = ${userId} and v.is_on`);
  const [row] = rows;
  if (!row || (!row.facts && Object.keys(row.edits).length === 0)) return undefined;
  const sent = new Map((row.sent ?? []).map(({ address, count }) => [address, count]));
  const kind = recipientKindOf({
    to,
    own: row.own ?? [],
    sentTo: (address) => sent.get(address) ?? 0,
  });
  return { traits: editedVoice(row.facts ?? emptyFacts, row.edits), kind };
}
