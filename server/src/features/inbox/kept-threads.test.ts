import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { randomFrom } from "#test/random-from.ts";
import { testWorld } from "#test/test-world.ts";

const { person, call, peek } = await testWorld({ jobs: false });

type Row = {
  id: string;
  thread: string;
  box: string;
  folder: string;
  minute: number;
  wokenAt: number | null;
  isStarred: boolean;
  isDeleted: boolean;
  isFiled: boolean;
};

const begin = Date.UTC(2026, 0, 1);
const timeOf = (minute: number | null) => (minute === null ? null : new Date(begin + minute * 60_000).toISOString());
const kept = ["inbox", "snoozed", "sent", "drafts", "archive", "other"];

/** Mail in three threads of hundreds and many short ones. Some of it came back from a snooze, some is being deleted. */
async function fill(random: () => number) {
  const who = await person("NORMAL_USER");
  const boxes = [newId(), newId()];
  const folder = newId();
  for (const box of boxes)
    await peek(
      "insert into mailboxes (tenant_id, id, user_id, kind, email, username) values ($1, $2, $3, 'imap', $4, $4)",
      [who.tenantId, box, who.id, `${box}@threads.test`],
    );
  await peek(
    "insert into folders (tenant_id, id, user_id, mailbox_id, key, name, is_followed) values ($1, $2, $3, $4, 'w', 'Work', true)",
    [who.tenantId, folder, who.id, boxes[0]],
  );
  const below = (most: number) => Math.floor(random() * most);
  const threads = Array.from({ length: 90 }, newId);
  const rows = Array.from({ length: 450 }, (_, at): Row => {
    const place = ["inbox", "inbox", "inbox", "archive", "sent", "other", "trash", "junk"][below(8)] ?? "inbox";
    const isWoken = place === "inbox" && below(15) === 0;
    // The newest are of three threads mostly, so that a page begins behind them.
    const thread = threads[at > 170 && below(20) > 0 ? below(3) : below(90)] ?? "";
    return {
      ...{ id: newId(), thread, box: boxes[below(2)] ?? "", folder: place, minute: at },
      wokenAt: isWoken ? at + below(300) : null,
      ...{ isStarred: below(6) === 0, isDeleted: below(30) === 0, isFiled: below(3) === 0 },
    };
  });
  const given = rows.map(({ minute, wokenAt, ...row }) => ({ ...row, date: timeOf(minute), woken: timeOf(wokenAt) }));
  await peek(
    `insert into messages (tenant_id, id, user_id, mailbox_id, remote_id, folder, thread_id, subject, base_subject, from_name, from_address,
       participants, date, woken_at, snippet, unread, starred, has_attachment, size, remove_at)
     select $1, id, $2, box, id, folder, thread, '', '', '', 'a@b.test', '{}', date, woken, '', false, "isStarred", false, 1,
       case when "isDeleted" then now() end
     from json_to_recordset($3::json) as r (id uuid, thread uuid, box uuid, folder text, date timestamptz, woken timestamptz, "isStarred" boolean, "isDeleted" boolean)`,
    [who.tenantId, who.id, JSON.stringify(given)],
  );
  const filed = rows.filter(({ isFiled }) => isFiled).map(({ id }) => id);
  await peek(
    `insert into message_folders (tenant_id, user_id, mailbox_id, folder_id, message_id, remote_id, date, unread, is_hidden)
     select tenant_id, user_id, mailbox_id, $1, id, remote_id, date, unread, remove_at is not null from messages where id = any ($2)`,
    [folder, filed],
  );
  return { who, rows, boxes, folder };
}

test("each list of threads has each thread once, headed by its newest message in the list, on pages of any size", async () => {
  const { who, rows, boxes, folder } = await fill(randomFrom(19));
  const lists: [object, (row: Row) => boolean][] = [
    [{}, (row) => row.folder === "inbox"],
    [{ mailbox: boxes[1] }, (row) => row.folder === "inbox" && row.box === boxes[1]],
    [{ folder: "archive" }, (row) => row.folder === "archive"],
    [{ folder: "trash" }, (row) => row.folder === "trash"],
    [{ folder: "all" }, (row) => kept.includes(row.folder)],
    [{ folder: "all", mailbox: boxes[0] }, (row) => kept.includes(row.folder) && row.box === boxes[0]],
    [{ folder: "starred" }, (row) => kept.includes(row.folder) && row.isStarred],
    [{ folderId: folder }, (row) => row.isFiled && kept.includes(row.folder)],
    // The same by conditions that no plan is kept for.
    [{ q: "is:starred" }, (row) => kept.includes(row.folder) && row.folder !== "drafts" && row.isStarred],
  ];
  for (const [query, isListed] of lists) {
    const isInbox = Object.keys(query).every((key) => key === "mailbox");
    const positionOf = (row: Row) => (isInbox ? (row.wokenAt ?? row.minute) : row.minute);
    const listed = rows.filter((row) => isListed(row) && !row.isDeleted);
    const heads = [...Map.groupBy(listed, ({ thread }) => thread).values()].flatMap((thread) => thread.at(-1) ?? []);
    heads.sort((one, other) => positionOf(other) - positionOf(one) || (one.id < other.id ? 1 : -1));
    for (const limit of [9, 50]) {
      const found: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const asked = { ...query, group: "thread" as const, limit, ...(cursor && { cursor }) };
        const { status, body } = await call(who, api.inbox.threads, { query: asked as never });
        expect(status).toBe(200);
        found.push(...body.items.map(({ id }) => id));
        cursor = body.nextCursor;
      }
      expect([query, limit, found]).toEqual([query, limit, heads.map(({ id }) => id)]);
    }
    const { body } = await call(who, api.inbox.threads, { query: { ...query, group: "thread" } as never });
    if (!("q" in query)) expect([query, body.total]).toEqual([query, heads.length]);
  }
});
