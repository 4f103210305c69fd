/** Calls to Microsoft Graph for messages, batched if that saves round trips. */
import { z } from "zod";
import { type CloudAnswer, CloudError, type CloudRequest, cloudFetch } from "#outside/cloud-fetch.ts";
import type { CloudAccount } from "./cloud-account.ts";
import type { MailFolder } from "./mailbox.ts";

/** Graph's well-known folder names, which do not depend on the language (learn.microsoft.com/graph/api/resources/mailfolder). */
export const folderPaths: Record<MailFolder, string> = {
  inbox: "/me/mailFolders/inbox",
  sent: "/me/mailFolders/sentitems",
  trash: "/me/mailFolders/deleteditems",
};

const version = "/v1.0";
/** Asks for ids that survive a move. Every call needs the header. */
const immutableIds = 'IdType="ImmutableId"';

export const messagePath = (id: string) => `/me/messages/${encodeURIComponent(id)}`;

/** Encodes spaces as %20: in a batch, Graph does not read "+" as a space. */
export const queryOf = (options: Record<string, string>) => String(new URLSearchParams(options)).replaceAll("+", "%20");

/** Lists the messages with this Message-ID. */
export const byMessageId = (folder: string, messageId: string) => {
  const $filter = `internetMessageId eq '${messageId.replaceAll("'", "''")}'`;
  return `${folder}/messages?${queryOf({ $filter, $select: "id", $top: "1" })}`;
};

/** One call; the path follows the API version. */
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

/** Pages in the order of their links; each is a page or its error. */
export async function readPages(
  account: CloudAccount,
  links: string[],
  pageSize: number,
): Promise<(GraphPage | CloudError)[]> {
  const prefer = `${immutableIds}, odata.maxpagesize=${pageSize}`;
  const inOne = links.length > 1 ? await readTogether(account, links, prefer) : new Map<number, GraphPage>();
  return Promise.all(
    // A refused part is requested again by a single call, which waits and renews the token as needed.
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

/** A link relative to the batch endpoint; undefined for another host, which the single call then refuses. */
function relativeTo({ base }: CloudAccount, link: string): string | undefined {
  if (link.startsWith("/")) return link;
  return link.startsWith(`${base}${version}/`) ? link.slice(base.length + version.length) : undefined;
}

const addressOf = (link: string) => (link.startsWith("/") ? version + link : link);

/** The delta link is too old, or the mailbox was moved (learn.microsoft.com/graph/delta-query-overview#synchronization-reset). */
export const isExpired = ({ status, reason }: CloudError) =>
  status === 410 || /^(Error)?SyncState(NotFound|Invalid)|resyncRequired/i.test(reason);
