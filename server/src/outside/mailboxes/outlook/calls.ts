import { t } from "@intellibox/contract/text/t";
/** Calls to Microsoft Graph for messages and folders, batched if that saves round trips. */
import { z } from "zod";
import { type CloudAnswer, CloudError, type CloudRequest, cloudFetch } from "#outside/cloud-fetch.ts";
import type { CloudAccount } from "../cloud-account.ts";
import type { AnswerMark, AnswerMarks } from "../mailbox.ts";

const version = "/v1.0";
/** Asks for ids of messages that survive a move. Every call needs the header. The ids of folders never change. */
const immutableIds = 'IdType="ImmutableId"';

export const messagePath = (id: string) => `/me/messages/${encodeURIComponent(id)}`;

/** Encodes spaces as %20: in a batch, Graph does not read "+" as a space. */
export const queryOf = (options: Record<string, string>) => String(new URLSearchParams(options)).replaceAll("+", "%20");

/** Quotes a text for a $filter. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Lists the messages with this Message-ID. */
export const byMessageId = (folder: string, messageId: string) => {
  const $filter = `internetMessageId eq ${quoted(messageId)}`;
  return `${folder}/messages?${queryOf({ $filter, $select: "id", $top: "1" })}`;
};

/** One call; the path follows the API version. */
export const graphCall = (account: CloudAccount, request: CloudRequest): Promise<CloudAnswer> =>
  cloudFetch(account, {
    ...request,
    path: version + request.path,
    headers: { prefer: immutableIds, ...request.headers },
  });

/** So that the message does not appear in the trash. */
export async function deletePermanently(account: CloudAccount, id: string): Promise<void> {
  await graphCall(account, { method: "POST", path: `${messagePath(id)}/permanentDelete`, isRepeatable: true });
}

const flag = z.object({ flagStatus: z.string() });
/** An id is base64. */
export const graphId = z.string().regex(/^[\x21-\x7e]{1,1000}$/);
export const graphItem = z.object({
  id: graphId,
  receivedDateTime: z.string().optional(),
  isRead: z.boolean().optional(),
  /** Absent if it was not asked for. */
  flag: flag.optional(),
  parentFolderId: z.string().optional(),
  singleValueExtendedProperties: z.array(z.object({ id: z.string(), value: z.string() })).nullish(),
  "@removed": z.unknown().optional(),
});
export type GraphItem = z.output<typeof graphItem>;
const page = z.object({
  value: z.array(graphItem),
  "@odata.nextLink": z.string().optional(),
  "@odata.deltaLink": z.string().optional(),
});
export type GraphPage = z.output<typeof page>;

export const itemFields = "receivedDateTime,isRead,flag";

/** PidTagLastVerbExecuted: what its owner did last with a message. Graph has no other name for it. */
const verbProperty = "Integer 0x1081";
/** PidTagIconIndex, by which Outlook shows it. */
const iconProperty = "Integer 0x1080";
export const verbOption = { $expand: `singleValueExtendedProperties($filter=id eq ${quoted(verbProperty)})` };
/** [MS-OXOMSG] 2.2.1.38: an answer to the sender, to all, a forward. */
const verbs: Record<string, AnswerMark> = { 102: "answered", 103: "answered", 104: "forwarded" };

/** Only the last one is known, so that the other one is left as it is stored. */
export function answerMarksOf({ singleValueExtendedProperties: all }: GraphItem): AnswerMarks {
  const mark = verbs[all?.find(({ id }) => id.toLowerCase() === verbProperty.toLowerCase())?.value ?? ""];
  return mark ? { [mark]: true } : {};
}

/** The body of the change that sets the mark. */
export const answerOf = (mark: AnswerMark) => ({
  singleValueExtendedProperties: [
    { id: verbProperty, value: mark === "answered" ? "102" : "104" },
    { id: iconProperty, value: mark === "answered" ? "261" : "262" },
  ],
});

/** https://learn.microsoft.com/graph/api/resources/followupflag: a completed flag is none any more. */
export const isFlagged = ({ flag }: GraphItem): boolean => flag?.flagStatus === "flagged";

/** Pages of messages in the order of their links; each is a page or its error. */
export async function readPages(account: CloudAccount, links: string[], pageSize: number) {
  const pages = await readMany(account, links, page, pageSize);
  return pages.map((one) => {
    if (one instanceof Error) return one;
    const next = one["@odata.nextLink"] ?? one["@odata.deltaLink"];
    // Before it is stored, where it would stop every later sync.
    const isOwn = next === undefined || relativeTo(account, next) !== undefined;
    return isOwn ? one : new CloudError("protocol", t("The provider named an address that is not its own."));
  });
}

/** The answers of several GET calls in the order of their links; each is what the schema makes of it, or its error. */
export async function readMany<Schema extends z.ZodType>(
  account: CloudAccount,
  links: string[],
  schema: Schema,
  pageSize?: number,
): Promise<(z.output<Schema> | CloudError)[]> {
  const prefer = pageSize === undefined ? immutableIds : `${immutableIds}, odata.maxpagesize=${pageSize}`;
  const all: (z.output<Schema> | CloudError)[] = [];
  for (let at = 0; at < links.length; at += longestBatch) {
    const some = links.slice(at, at + longestBatch);
    const inOne = some.length > 1 ? await readTogether(account, some, schema, prefer) : new Map();
    all.push(
      ...(await Promise.all(
        // A refused part is requested again by a single call, which waits and renews the token as needed.
        some.map(async (link, at) => inOne.get(at) ?? readAlone(account, link, schema, prefer)),
      )),
    );
  }
  return all;
}

async function readAlone<Schema extends z.ZodType>(
  account: CloudAccount,
  path: string,
  schema: Schema,
  prefer: string,
): Promise<z.output<Schema> | CloudError> {
  try {
    return (await cloudFetch(account, { path: addressOf(path), headers: { prefer } })).json(schema);
  } catch (error) {
    if (error instanceof CloudError) return error;
    throw error;
  }
}

/** learn.microsoft.com/graph/json-batching */
export const longestBatch = 20;
const answers = z.object({
  responses: z.array(z.object({ id: z.string(), status: z.number(), body: z.unknown().optional() })),
});
const refusal = z.object({ error: z.object({ code: z.string() }) });

async function readTogether<Schema extends z.ZodType>(
  account: CloudAccount,
  links: string[],
  schema: Schema,
  prefer: string,
): Promise<Map<number, z.output<Schema> | CloudError>> {
  const below = links.map((link) => relativeTo(account, link));
  const requests = below.flatMap((url, at) =>
    url ? [{ id: String(at), method: "GET", url, headers: { Prefer: prefer } }] : [],
  );
  const found = new Map<number, z.output<Schema> | CloudError>();
  const request: CloudRequest = { method: "POST", path: "/$batch", json: { requests }, units: requests.length };
  const { responses } = (await graphCall(account, { ...request, isRepeatable: true })).json(answers);
  for (const { id, status, body } of responses) {
    const parsed = status === 200 ? schema.safeParse(body) : undefined;
    if (parsed?.success) found.set(Number(id), parsed.data);
    // The only refusals that asking again does not change.
    else if (status === 404 || status === 410) {
      const reason = refusal.safeParse(body).data?.error.code ?? "";
      found.set(Number(id), new CloudError("gone", t("The message or folder is no longer there."), { status, reason }));
    }
  }
  return found;
}

/** A link relative to the batch endpoint; undefined for another host, which the single call then refuses. */
function relativeTo({ base }: CloudAccount, link: string): string | undefined {
  if (link.startsWith("/")) return link;
  return link.startsWith(`${base}${version}/`) ? link.slice(base.length + version.length) : undefined;
}

const addressOf = (link: string) => (link.startsWith("/") ? version + link : link);

/** The id of a message or folder is none. */
const isMalformed = ({ reason }: CloudError) => reason === "ErrorInvalidIdMalformed";

/**
 * The delta link is too old, or the mailbox was moved (learn.microsoft.com/graph/delta-query-overview#synchronization-reset). A link
 * that the provider does not understand, though it has given it, is of no more use.
 */
export const isExpired = (error: CloudError) =>
  !isMalformed(error) &&
  (error.status === 410 ||
    error.status === 400 ||
    /^(Error)?SyncState(NotFound|Invalid)|resyncRequired/i.test(error.reason));

/** The message or folder does not exist. */
export const isMissing = (error: CloudError) => isMalformed(error) || (error.fault === "gone" && !isExpired(error));
