import { type SQL, sql } from "#db/orm.ts";
import { waitsForAnswer } from "./waits-for-answer.ts";

type Values = Record<"tenantId" | "userId" | "id", SQL>;

/** A subquery for the prepared draft of a message; null if there is none, or if the message waits for no answer any more. */
export const preparedDraftOf = ({ tenantId, userId, id }: Values): SQL => sql`(
  select p.written || jsonb_build_object('writtenAt', p.written_at) from prepared_drafts p
  join messages m on m.tenant_id = p.tenant_id and m.id = p.id
  where p.tenant_id = ${tenantId} and p.user_id = ${userId} and p.id = ${id} and p.written_at is not null and ${waitsForAnswer})`;
