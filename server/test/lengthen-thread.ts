type Peek = (text: string, values?: unknown[]) => Promise<object[]>;

/**
 * Adds copies of a message to its thread, each a second older than the one before: every third in the archive, every second unread,
 * every fifth starred. Its mailbox must have an archive. They are on no server, so do not sync afterwards.
 */
export const lengthenThread = (peek: Peek, id: string, copies: number) =>
  peek(
    `with one as (select m.*, s.words from messages m join message_search s on s.id = m.id where m.id = $1), made as (
      insert into messages (tenant_id, id, user_id, mailbox_id, remote_id, folder, thread_id, subject, base_subject, from_name, from_address,
        participants, date, snippet, unread, starred, has_attachment, size)
      select tenant_id, gen_random_uuid(), user_id, mailbox_id, 'copy ' || n, case n % 3 when 0 then 'archive' else 'inbox' end, thread_id, subject,
        base_subject, from_name, from_address, participants, date - n * interval '1 second', snippet, n % 2 = 0, n % 5 = 0, false, size
      from one, generate_series(1, $2::int) n returning *
    ), found as (
      insert into message_search (tenant_id, id, user_id, mailbox_id, folder, date, unread, has_attachment, words)
      select m.tenant_id, m.id, m.user_id, m.mailbox_id, m.folder, m.date, m.unread, false, one.words from made m, one
    )
    insert into message_folders (tenant_id, user_id, mailbox_id, folder_id, message_id, remote_id, date, unread)
    select m.tenant_id, m.user_id, m.mailbox_id, f.id, m.id, m.remote_id, m.date, m.unread
    from made m join folders f on f.mailbox_id = m.mailbox_id and f.role = m.folder
    on conflict do nothing`,
    [id, copies],
  );
