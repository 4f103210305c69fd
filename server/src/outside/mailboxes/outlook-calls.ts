/** Questions to Microsoft Graph about messages: several at once where that saves the way there and back. */
import { z } from "zod";
import { type CloudAnswer, CloudError, type CloudRequest, cloudFetch } from "#outside/cloud-fetch.ts";
import type { CloudAccount } from "./cloud-account.ts";
import type { MailFolder } from "./mailbox.ts";

/** Graph's own names, which are paths in every language (learn.microsoft.com/graph/api/resources/mailfolder). */
export const folderPaths: Record<MailFolder, string> = {
  inbox: "/me/mailFolders/inbox",
  sent: "/me/mailFolders/sentitems",
  trash: "/me/mailFolders/deleteditems",
};

const version = "/v1.0";
/** Without it an id ends when its message moves. It has to be asked for with every call. */
const immutableIds = 'IdType="ImmutableId"';

export const messagePath = (id: string) => `/me/messages/${encodeURIComponent(id)}`;

/** Spaces as %20: within a batch, nothing says that a plus sign is one. */
export const queryOf = (options: Record<string, string>) => String(new URLSearchParams(options)).replaceAll("+", "%20");

/** A list of the messages of this id. */
export const byMessageId = (folder: string, messageId: string) => {
  const $filter = `internetMessageId eq '${messageId.replaceAll("'", "''")}'`;
  return `${folder}/messages?${queryOf({ $filter, $select: "id", $top: "1" })}`;
};

/** One call below the version. */
export const graphCall = (account: CloudAccount, request: CloudRequest): Promise<CloudAnswer> =>
  cloudFetch(account, {
    ...request,
    path: version + request.path,
    headers: { prefer: immutableIds, ...request.headers },
  });

const item = z.object({
  id: z.string(),
  receivedDateTime: z.string().optional(),
  isRead: z.boolean().optional(),
  "@removed": z.unknown().optional(),
});
export type GraphItem = z.output<typeof item>;
const page = z.object({
  value: z.array(item),
  "@odata.nextLink": z.string().optional(),
  "@odata.deltaLink": z.string().optional(),
});
export type GraphPage = z.output<typeof page>;

export const itemFields = "receivedDateTime,isRead";

/** Lists, in the order of their links; each is a page, or what was wrong with that one. */
export async function readPages(
  account: CloudAccount,
  links: string[],
  pageSize: number,
): Promise<(GraphPage | CloudError)[]> {
  const prefer = `${immutableIds}, odata.maxpagesize=${pageSize}`;
  const inOne = links.length > 1 ? await readTogether(account, links, prefer) : new Map<number, GraphPage>();
  return Promise.all(
    // One that was refused is asked for again by itself: waiting and renewing are known there.
    links.map(async (link, at) => inOne.get(at) ?? readAlone(account, link, prefer)),
  );
}

async function readAlone(account: CloudAccount, path: string, prefer: string): Promise<GraphPage | CloudError> {
  try {
    return (await cloudFetch(account, { path: addressOf(path), headers: { prefer } })).json(page);
  } catch (error) {
    if (error instanceof CloudError) return error;
    throw error;
  }
}

const answers = z.object({
  responses: z.array(z.object({ id: z.string(), status: z.number(), body: z.unknown().optional() })),
});

/** JSON batching, up to 20 calls in one (learn.microsoft.com/graph/json-batching). */
async function readTogether(account: CloudAccount, links: string[], prefer: string): Promise<Map<number, GraphPage>> {
  const below = links.map((link) => relativeTo(account, link));
  const requests = below.flatMap((url, at) =>
    url ? [{ id: String(at), method: "GET", url, headers: { Prefer: prefer } }] : [],
  );
  const found = new Map<number, GraphPage>();
  const request: CloudRequest = { method: "POST", path: "/$batch", json: { requests }, units: requests.length };
  const { responses } = (await graphCall(account, { ...request, isRepeatable: true })).json(answers);
  for (const { id, status, body } of responses) {
    const parsed = status === 200 ? page.safeParse(body) : undefined;
    if (parsed?.success) found.set(Number(id), parsed.data);
  }
  return found;
}

/** A link as a batch takes it; undefined where it leads elsewhere, which the call by itself refuses. */
function relativeTo({ base }: CloudAccount, link: string): string | undefined {
  if (link.startsWith("/")) return link;
  return link.startsWith(`${base}${version}/`) ? link.slice(base.length + version.length) : undefined;
}

const addressOf = (link: string) => (link.startsWith("/") ? version + link : link);

/** The bookmark is too old, or its mailbox was moved (learn.microsoft.com/graph/delta-query-overview#synchronization-reset). */
export const isExpired = ({ status, reason }: CloudError) =>
  status === 410 || /^(Error)?SyncState(NotFound|Invalid)|resyncRequired/i.test(reason);
