import type { PersonMail } from "@intellibox/contract/endpoints/people";
import { sql } from "#db/orm.ts";
import type { StoredAttachment } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import { readPerson } from "./read-people.ts";

const shown = 8;
/** Messages that are read per folder, newest first. Older mail is found by the search. */
const readPerFolder = 1500;
const readWithFiles = 500;
const folders = ["inbox", "archive", "other", "snoozed", "sent"] as const;

type MessageRow = { id: string; subject: string; date: string; folder: string };
type FileRow = { id: string; date: string; file: StoredAttachment };

export const personMail = (scope: Scope, id: string): Promise<PersonMail> =>
  scope.tx(async (tx) => {
    const { tenantId, user } = scope;
    const { addresses } = await readPerson(tx, scope, id);
    const wanted = sql`${sql.param(addresses)}::text[]`;
    const newest = sql.join(
      folders.map(
        (folder) => sql`(
          select id, thread_id, subject, date, folder, from_address, participants from messages
          where tenant_id = ${tenantId} and user_id = ${user.id} and folder = ${folder} and remove_at is null
          order by date desc, id desc limit ${readPerFolder})`,
      ),
      sql` union all `,
    );
    const messages = await tx.execute<MessageRow>(sql`
      select id, subject, date, folder from (
        select distinct on (thread_id) id, subject, date, folder from (${newest}) m
        where lower(from_address) = any (${wanted}) or (folder = 'sent' and participants && ${wanted})
        order by thread_id, date desc
      ) last order by date desc limit ${shown}`);
    const files = await tx.execute<FileRow>(sql`
      select m.id, m.date, file from (
        select id, date from (
          select id, date, folder, from_address, remove_at from messages
          where tenant_id = ${tenantId} and user_id = ${user.id} and has_attachment order by date desc, id desc limit ${readWithFiles}
        ) newest
        where lower(from_address) = any (${wanted}) and remove_at is null and folder = any (${sql.param([...folders])}::text[])
        order by date desc limit ${shown}
      ) m join message_contents c on c.tenant_id = ${tenantId} and c.id = m.id, jsonb_array_elements(c.attachments) as file
      where not coalesce((file ->> 'inline')::boolean, false)
      order by m.date desc limit ${shown}`);
    return {
      conversations: messages.rows.map((row) => ({
        ...{ messageId: row.id, subject: row.subject, date: new Date(row.date), isSent: row.folder === "sent" },
      })),
      files: files.rows.map(({ id: messageId, date, file: { part, fileName, mimeType, size } }) => ({
        ...{ messageId, part, fileName, mimeType, size, date: new Date(date) },
      })),
    };
  });
