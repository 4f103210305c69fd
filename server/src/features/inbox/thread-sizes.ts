// The number of messages in the threads of a list.
import type { MessageFolder } from "@intellibox/contract/rules/folders";
import { maxThreadSize } from "@intellibox/contract/rules/limits";
import type { Tx } from "#db/fence.ts";
import { keepStatement, runKept } from "#db/kept-statement.ts";
import { type SQL, sql } from "#db/orm.ts";
import type { Scope } from "#scope.ts";
import { conversationFolders } from "./thread-summaries.ts";

type Values = Record<"tenantId" | "userId" | "threadId" | "folders", SQL>;

/** The size of one thread, as a subquery. */
export const sizeOfThread = ({ tenantId, userId, threadId, folders }: Values): SQL => sql`(
  select greatest(1, count(*) filter (where one.is_shown))::int from (
    select m.folder = any (${folders}::text[]) as is_shown from messages m
    where m.tenant_id = ${tenantId} and m.user_id = ${userId} and m.thread_id = ${threadId} and m.remove_at is null
    order by m.date desc limit ${sql.raw(String(maxThreadSize))}
  ) one)`;

/** The sizes of these threads, by their ids. */
export async function readThreadSizes(
  tx: Tx,
  { tenantId, user, once }: Scope,
  ids: string[],
  folders: MessageFolder[],
) {
  if (ids.length === 0) return new Map<string, number>();
  const values = { tenantId, userId: user.id, ids, folders: conversationFolders(folders) };
  const rows = await runKept<SizeRow>(tx, once(sizesStatement), values);
  return new Map(rows.map(({ threadId, size }) => [threadId, size]));
}

type SizeRow = { threadId: string; size: number };

const sizesStatement = () =>
  keepStatement<SizeRow>("thread-sizes", ["threadId", "size"], (_, value) => {
    const [tenantId, userId, folders] = [value("tenantId"), value("userId"), value("folders")];
    const size = sizeOfThread({ tenantId, userId, threadId: sql`t.id`, folders });
    return sql`select t.id, ${size} from unnest(${value("ids")}::uuid[]) as t (id)`;
  });
