// Compares a stored mailbox with its server: every message, its flags and its bytes.
import type { Dovecot } from "./dovecot.ts";
import type { testWorld } from "./test-world.ts";

type World = Awaited<ReturnType<typeof testWorld>>;
type Held = { folder: string; messageId: string; unread: boolean };

const folders = { inbox: "INBOX", sent: "Sent", trash: "Trash" };

export function heldByServer(dovecot: Dovecot, account: string): Held[] {
  return Object.entries(folders)
    .flatMap(([folder, path]) => {
      const answer = dovecot.admin("-f", "json", "fetch", "-u", account, "hdr.message-id flags", "mailbox", path);
      const rows = JSON.parse(answer || "[]") as { "hdr.message-id": string; flags: string }[];
      return rows.map((row) => ({
        folder,
        messageId: row["hdr.message-id"].trim(),
        unread: !row.flags.includes("\\Seen"),
      }));
    })
    .sort(byName);
}

export async function heldByUs({ peek }: Pick<World, "peek">, userId: string): Promise<Held[]> {
  const rows = await peek<{ folder: string; message_id: string; unread: boolean }>(
    "select folder, message_id, unread from messages where user_id = $1 and folder <> 'gone'",
    [userId],
  );
  return rows.map(({ folder, message_id: messageId, unread }) => ({ folder, messageId, unread })).sort(byName);
}

/** The raw source of each message, by its Message-ID. */
export async function sourcesOf({ peek, world }: Pick<World, "peek" | "world">, userId: string) {
  const rows = await peek<{ message_id: string; source_key: string }>(
    "select m.message_id, c.source_key from messages m join message_contents c using (tenant_id, id) where m.user_id = $1",
    [userId],
  );
  const sources = new Map<string, string>();
  for (const { message_id: id, source_key: key } of rows)
    sources.set(id, Buffer.from((await world.outside.objects.get(key)) ?? []).toString());
  return sources;
}

const byName = (a: Held, b: Held) => (`${a.folder} ${a.messageId}` < `${b.folder} ${b.messageId}` ? -1 : 1);
