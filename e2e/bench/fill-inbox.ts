import pg from "pg";

/** Adds a mailbox with so many messages to a demo user. Every second has the layout of a newsletter. Returns its id. */
export async function fillInbox(databaseUrl: string, email: string, messages: number): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(
      `create temp table filled on commit drop as
        with box as (
          insert into mailboxes (tenant_id, id, user_id, kind, email)
          select tenant_id, gen_random_uuid(), id, 'imap', 'bench@example.com' from users where email = $1
          returning tenant_id, id, user_id
        )
        select n, tenant_id, gen_random_uuid() as id, user_id, box.id as mailbox_id, now() - n * interval '7 minutes' as date
        from box, generate_series(1, $2) n`,
      [email, messages],
    );
    await client.query(intoMessages);
    await client.query(intoContents);
    await client.query(intoSearch);
    const { rows } = await client.query("select mailbox_id from filled limit 1");
    await client.query("commit");
    await client.query("analyze messages, message_contents, message_search");
    return rows[0].mailbox_id;
  } finally {
    await client.end();
  }
}

const subject = `'Order ' || n || ' for ' || (array['cotton samples','steel brackets','office chairs','spring catalogue'])[n % 4 + 1]`;
const sender = `'Sender ' || n % 400`;
const address = `'sender' || n % 400 || '@example.com'`;
const text = `repeat('Thank you for order ' || n || '. The goods leave the warehouse on Thursday and reach you within the week. ', 12)`;

const intoMessages = `insert into messages (tenant_id, id, user_id, mailbox_id, remote_id, folder, thread_id, message_id, subject,
    base_subject, from_name, from_address, participants, date, snippet, unread, has_attachment, size)
  select tenant_id, id, user_id, mailbox_id, 'bench-' || n, 'inbox', id, '<bench-' || n || '@example.com>', ${subject},
    ${subject}, ${sender}, ${address}, array[${address}], date, left(${text}, 180), n % 3 = 0, n % 9 = 0, 4000 from filled`;

const intoContents = `insert into message_contents (tenant_id, id, user_id, recipients, "references", text, html, attachments,
    headers, truncated, source_key)
  select tenant_id, id, user_id, '{"to":[],"cc":[],"bcc":[],"replyTo":[]}', '{}', ${text},
    case when n % 2 = 0 then '<table width="600"><tr><td style="font-family:Arial;padding:24px"><h1>' || ${subject} || '</h1><p>'
      || ${text} || '</p></td></tr></table>' end, '[]', '{}', false, '' from filled`;

const intoSearch = `insert into message_search (tenant_id, id, user_id, mailbox_id, folder, date, unread, has_attachment, words)
  select tenant_id, id, user_id, mailbox_id, 'inbox', date, n % 3 = 0, n % 9 = 0, to_tsvector('english', ${subject}) from filled`;
