// Reads and changes messages: lists, single messages, raw sources, flags, moves, deletion.

import { draftFieldsOf, isOtherVersion, rewrite } from "./draft-json.ts";
import { bodyOf, type GraphAnswer, type GraphCall, graphError, preferenceOf } from "./graph-answer.ts";
import { headerOf, type StoredMessage, withAttachments } from "./mail-store.ts";
import { bodyJson, headersOf, listedFiles, oneFile } from "./message-content.ts";

/** Without a request for immutable ids, a message's id changes with each move. */
export const idOf = (call: GraphCall, { id, moves }: Pick<StoredMessage, "id" | "moves">) =>
  preferenceOf(call, "IdType") === "ImmutableId" ? id : `AAMk${moves}_${id}`;

export function findMessage({ store }: GraphCall, given: string): StoredMessage | undefined {
  const id = decodeURIComponent(given);
  const regular = /^AAMk(\d+)_(.+)$/.exec(id);
  const message = store.messages.get(regular?.[2] ?? id);
  return regular && message?.moves !== Number(regular[1]) ? undefined : message;
}

export const notFound = () => graphError(404, "ErrorItemNotFound", "The specified object was not found in the store.");

/** https://learn.microsoft.com/en-us/graph/api/resources/message */
export function present(
  call: GraphCall,
  message: StoredMessage,
  select: string[] | undefined,
  expand = call.query.get("$expand"),
) {
  const fields: Record<string, () => unknown> = {
    receivedDateTime: () => isoSeconds(message.receivedAt),
    sentDateTime: () => isoSeconds(message.receivedAt),
    lastModifiedDateTime: () => isoSeconds(new Date()),
    subject: () => headerOf(message.raw, "subject"),
    isRead: () => message.isRead,
    flag: () => ({ flagStatus: message.isFlagged ? "flagged" : "notFlagged" }),
    isDraft: () => message.isDraft,
    internetMessageId: () => message.internetMessageId,
    conversationId: () => message.conversationId,
    parentFolderId: () => call.store.folders.find(message.folder)?.id,
    hasAttachments: () =>
      message.attachments.some(({ contentId }) => !contentId) ||
      /content-disposition: *attachment/i.test(message.raw.toString("latin1")),
    changeKey: () => `CQ${message.version}`,
  };
  // Only if they are asked for, because they are large.
  const content: Record<string, () => unknown> = {
    internetMessageHeaders: () => headersOf(message),
    body: () => bodyJson(message),
  };
  const large = Object.entries(content)
    .filter(([name]) => select?.includes(name))
    .map(([name, read]) => [name, read()] as const);
  const draft = message.isDraft ? Object.entries(draftFieldsOf(message)) : [];
  const isChosen = ([name]: [string, unknown]) => !select || select.includes(name);
  // A list of thousands reads only what was asked for: some fields read the whole mail.
  const chosen = Object.entries(fields)
    .filter(isChosen)
    .map(([name, read]) => [name, read()] as const);
  const expanded = /^singleValueExtendedProperties\(\$filter=id eq '(.+)'\)$/.exec(expand ?? "")?.[1];
  const value = expanded && message.properties.get(expanded);
  return {
    "@odata.etag": `W/"CQ${message.version}"`,
    id: idOf(call, message),
    ...Object.fromEntries([...chosen, ...large, ...draft.filter(isChosen)]),
    ...(expand?.startsWith("attachments(") && { attachments: listedFiles(message) }),
    ...(value && { singleValueExtendedProperties: [{ id: expanded, value }] }),
  };
}

export const isoSeconds = (date: Date) => date.toISOString().replace(/\.\d+Z$/, "Z");
export const selectOf = (query: URLSearchParams) => query.get("$select")?.split(",");

/** https://learn.microsoft.com/en-us/graph/api/user-list-messages: the filters and the order that the product uses. */
export function listMessages(call: GraphCall, folder: string | undefined): GraphAnswer {
  const { query, store, url, path } = call;
  const test = filterOf(query.get("$filter"));
  if (!test) return graphError(400, "ErrorInvalidUrlQueryFilter", "The filter is not understood.");
  const found = (folder ? store.in(folder) : [...store.messages.values()]).filter(test);
  found.sort((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime());
  const [skip, top] = [Number(query.get("$skip") ?? 0), Math.min(1000, Number(query.get("$top") ?? 10))];
  const next = new URLSearchParams(query);
  next.set("$skip", String(skip + top));
  return {
    status: 200,
    json: {
      value: found.slice(skip, skip + top).map((message) => present(call, message, selectOf(query))),
      ...(found.length > skip + top && { "@odata.nextLink": `${url}/v1.0${path}?${next}` }),
    },
  };
}

function filterOf(text: string | null): ((message: StoredMessage) => boolean) | undefined {
  if (!text) return () => true;
  const byId = /^internetMessageId eq '((?:[^']|'')*)'$/.exec(text)?.[1]?.replaceAll("''", "'");
  if (byId !== undefined) return ({ internetMessageId }) => internetMessageId === byId;
  // https://learn.microsoft.com/en-us/graph/api/singlevaluelegacyextendedproperty-get
  const property = /^singleValueExtendedProperties\/Any\(ep: ep\/id eq '(.+)' and ep\/value eq '(.+)'\)$/.exec(text);
  if (property) return ({ properties }) => properties.get(property[1] ?? "") === property[2];
  const before = /^receivedDateTime lt (\S+)$/.exec(text)?.[1];
  return before ? ({ receivedAt }) => receivedAt.getTime() < Date.parse(before) : undefined;
}

export function oneMessage(call: GraphCall, id: string, action: string | undefined): GraphAnswer | undefined {
  const message = findMessage(call, id);
  const { method, store, query } = call;
  if (!message) return notFound();
  // https://learn.microsoft.com/en-us/graph/outlook-get-mime-message
  if (method === "GET" && action === "$value")
    return {
      ...{ status: 200, headers: { "content-type": "text/plain" } },
      bytes: withAttachments(message.raw, message.attachments),
    };
  const [, file] = /^attachments\/([^/]+)$/.exec(action ?? "") ?? [];
  if (method === "GET" && file) return oneFile(message, file);
  if (method === "GET" && !action) return { status: 200, json: present(call, message, selectOf(query)) };
  if (method === "PATCH" && !action) return patch(call, message);
  // https://learn.microsoft.com/en-us/graph/api/message-move
  if (method === "POST" && action === "move") {
    const folder = store.folders.find(bodyOf<{ destinationId?: string }>(call).destinationId ?? "");
    if (!folder) return graphError(404, "ErrorFolderNotFound", "The specified folder could not be found in the store.");
    store.move(message, folder.name);
    return { status: 201, json: present(call, message, undefined) };
  }
  // https://learn.microsoft.com/en-us/graph/api/message-delete
  if (method === "DELETE" && !action) {
    store.move(message, message.folder === "deleteditems" ? "gone" : "deleteditems");
    return { status: 204 };
  }
  return undefined;
}

/** https://learn.microsoft.com/en-us/graph/api/message-update */
function patch(call: GraphCall, message: StoredMessage): GraphAnswer {
  type Given = { isRead?: boolean; internetMessageId?: string; flag?: { flagStatus?: string } } & {
    singleValueExtendedProperties?: { id: string; value: string }[];
  };
  const { isRead, internetMessageId, flag, singleValueExtendedProperties: extended = [] } = bodyOf<Given>(call);
  if (internetMessageId !== undefined && !message.isDraft)
    return graphError(400, "ErrorInvalidPropertySet", "The property can be set on drafts only.");
  if (isOtherVersion(call, message))
    return graphError(412, "ErrorIrresolvableConflict", "The change key does not match the current change key.");
  // https://learn.microsoft.com/en-us/graph/api/singlevaluelegacyextendedproperty-post-singlevalueextendedproperties
  if (!message.isDraft) for (const { id, value } of extended) message.properties.set(id, value);
  call.store.update(message, {
    ...(isRead !== undefined && { isRead }),
    // https://learn.microsoft.com/en-us/graph/api/resources/followupflag
    ...(flag?.flagStatus !== undefined && { isFlagged: flag.flagStatus === "flagged" }),
    ...(internetMessageId !== undefined && { internetMessageId }),
    ...(message.isDraft && rewrite(message, bodyOf(call))),
  });
  return { status: 200, json: present(call, message, undefined) };
}
