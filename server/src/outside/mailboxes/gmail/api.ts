/** The calls of the Gmail API that we make, with the fields that we use. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { t } from "@intellibox/contract/text/t";
import { z } from "zod";
import { threaded } from "#lib/threads.ts";
import { type CloudAnswer, CloudError, type CloudRequest, cloudFetch } from "#outside/cloud-fetch.ts";
import type { CloudAccount } from "../cloud-account.ts";
import { fetchEach } from "./batch.ts";
import { described } from "./parts.ts";
import { about, encoded, labels, messageId, readWhole } from "./whole.ts";

const root = "/gmail/v1/users/me";

const profile = z.object({
  emailAddress: z.string(),
  historyId: z.string(),
  messagesTotal: z.number().int().nonnegative().optional().catch(undefined),
});
const labelTotal = z.object({ messagesTotal: z.number().int().nonnegative().default(0).catch(0) });
const listed = z.object({
  messages: z.array(z.object({ id: messageId, threadId: z.string() })).default([]),
  nextPageToken: z.string().optional(),
});
const named = z.array(z.object({ message: z.object({ id: messageId }), labelIds: labels })).default([]);
const historyPage = z.object({
  history: z
    .array(z.object({ messagesAdded: named, messagesDeleted: named, labelsAdded: named, labelsRemoved: named }))
    .default([]),
  historyId: z.string(),
  nextPageToken: z.string().optional(),
});
export const label = z.object({ id: z.string(), name: z.string(), type: z.string().default("user") });
const labelList = z.object({ labels: z.array(z.unknown()).default([]) });
const withHeaders = about.extend({
  payload: z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })) }),
});

const draft = z.object({ id: z.string(), message: z.object({ id: messageId }) });
const draftList = z.object({ drafts: z.array(draft).default([]), nextPageToken: z.string().optional() });

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.settings.sendAs */
const sendAs = z.object({
  sendAsEmail: z.string(),
  isPrimary: z.boolean().default(false),
  verificationStatus: z.string().optional(),
});
const sendAsList = z.object({ sendAs: z.array(sendAs).default([]) });

export type MessageAbout = z.output<typeof about>;
export type WholeMessage = MessageAbout & { raw: Buffer };
export type HistoryRecord = z.output<typeof historyPage>["history"][number];

/** `withoutTrash` leaves out spam, too. */
export type ListQuery = { q?: string; labelIds?: string[]; withoutTrash?: boolean };

export type GmailApi = ReturnType<typeof openGmailApi>;

const inThread = threaded<typeof import("./whole.ts")>(new URL("./whole.ts", import.meta.url));

/** A shorter answer is parsed on the main thread, because handing it to a worker thread would cost more. */
const smallBytes = 1 << 20;

/** Parses messages in a worker thread if they are large: base64 in JSON of many megabytes would block the event loop. */
async function readWholeMessage(answer: Buffer): Promise<WholeMessage> {
  try {
    if (answer.length <= smallBytes) {
      // Many small answers together block as long as a large one.
      await nextTurn();
      return withBuffer(readWhole(answer));
    }
    const bytes = new Uint8Array(answer);
    return withBuffer(await inThread("readWhole", [bytes], { transfer: [bytes.buffer] }));
  } catch (cause) {
    throw new CloudError("protocol", t("The provider gave an invalid answer."), { cause });
  }
}

/** Worker threads return a Uint8Array, not a Buffer. */
const withBuffer = ({ raw, ...rest }: MessageAbout & { raw: Uint8Array }): WholeMessage => ({
  ...rest,
  raw: Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength),
});

export function openGmailApi(account: CloudAccount) {
  const call = (request: CloudRequest): Promise<CloudAnswer> => cloudFetch(account, request);
  const one = (id: string) => `${root}/messages/${encodeURIComponent(id)}`;
  /** Uploads the mail as raw bytes beside its metadata, which has no size limit but the provider's. */
  const upload = (path: string, meta: object, raw: Uint8Array, units: number) => {
    const boundary = `part_${crypto.randomUUID()}`;
    const head = `--${boundary}\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(meta)}\r\n--${boundary}\r\ncontent-type: message/rfc822\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), raw, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const headers = { "content-type": `multipart/related; boundary=${boundary}` };
    return call({ method: "POST", path: `/upload${root}${path}`, headers, body, units, timeoutMs: 120_000 });
  };

  return {
    profile: async () => (await call({ path: `${root}/profile` })).json(profile),
    /** Newest first. */
    listPage: async ({ q, labelIds, withoutTrash = false }: ListQuery, maxResults: number, pageToken?: string) => {
      const query = { q, labelIds: labelIds ?? [], maxResults, pageToken, includeSpamTrash: !withoutTrash };
      return (await call({ path: `${root}/messages`, query, units: 5 })).json(listed);
    },
    historyPage: async (startHistoryId: string, pageToken?: string) => {
      const query = { startHistoryId, maxResults: 500, pageToken };
      return (await call({ path: `${root}/history`, query, units: 2 })).json(historyPage);
    },
    /** Without those that are not as documented. */
    labels: async () => {
      const { labels: all } = (await call({ path: `${root}/labels`, maxBytes: 32 << 20 })).json(labelList);
      return all.flatMap((one) => label.safeParse(one).data ?? []);
    },
    /** How many messages a label has. */
    totalOf: async (labelId: string) =>
      (await call({ path: `${root}/labels/${encodeURIComponent(labelId)}` })).json(labelTotal).messagesTotal,
    createLabel: async (name: string) => {
      const json = { name, labelListVisibility: "labelShow", messageListVisibility: "show" };
      return (await call({ method: "POST", path: `${root}/labels`, json, units: 5 })).json(label);
    },
    /** The addresses that the account may send from. */
    sendAs: async () => (await call({ path: `${root}/settings/sendAs` })).json(sendAsList).sendAs,
    /** The messages that still exist, by id. */
    about: async (ids: string[]) => {
      const found = await fetchEach(account, ids, (id) => `${one(id)}?format=minimal`, { maxBytes: 8 << 20 });
      return new Map([...found].map(([id, answer]) => [id, answer.json(about)]));
    },
    whole: async (ids: string[], maxBytes: number) => {
      const found = await fetchEach(account, ids, (id) => `${one(id)}?format=raw`, { maxBytes });
      const read = new Map<string, WholeMessage>();
      for (const [id, { bytes }] of found) read.set(id, await readWholeMessage(bytes));
      return read;
    },
    /** The parts of messages, without the bytes of attachments. */
    described: async (ids: string[], maxBytes: number) => {
      const found = await fetchEach(account, ids, (id) => `${one(id)}?format=full`, { maxBytes });
      return [...found.values()].map((answer) => answer.json(described));
    },
    /** The bytes of an attachment in base64url. */
    attachment: async (id: string, attachmentId: string) => {
      const path = `${one(id)}/attachments/${encodeURIComponent(attachmentId)}`;
      return (await call({ path, units: 5, maxBytes: 4 << 20 })).json(z.object({ data: encoded })).data;
    },
    headers: async (id: string) =>
      (await call({ path: one(id), query: { format: "metadata" }, units: 5 })).json(withHeaders),
    modify: async (id: string, change: { addLabelIds?: string[]; removeLabelIds?: string[] }) => {
      await call({ method: "POST", path: `${one(id)}/modify`, json: change, units: 5, isRepeatable: true });
    },
    trash: async (id: string) => {
      await call({ method: "POST", path: `${one(id)}/trash`, units: 5, isRepeatable: true });
    },
    remove: async (id: string) => {
      await call({ method: "DELETE", path: one(id), units: 10 });
    },
    /** Stores a mail without sending it. */
    insert: (raw: Uint8Array, labelIds: string[]) =>
      upload("/messages?uploadType=multipart&internalDateSource=dateHeader", { labelIds }, raw, 25),
    /** One page of all drafts: each change gives the message of a draft another id, but not the draft. */
    draftsPage: async (pageToken?: string) =>
      (await call({ path: `${root}/drafts`, query: { maxResults: 500, pageToken }, units: 5 })).json(draftList),
    /** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.drafts */
    keepDraft: async (raw: Uint8Array, draftId: string | undefined) => {
      const json = { message: { raw: Buffer.from(raw).toString("base64url") } };
      const path = draftId === undefined ? `${root}/drafts` : `${root}/drafts/${encodeURIComponent(draftId)}`;
      return (await call({ method: draftId === undefined ? "POST" : "PUT", path, json, units: 15 })).json(draft);
    },
    removeDraft: async (draftId: string) => {
      await call({ method: "DELETE", path: `${root}/drafts/${encodeURIComponent(draftId)}`, units: 10 });
    },
    send: (raw: Uint8Array, threadId: string | undefined) =>
      upload("/messages/send?uploadType=multipart", threadId ? { threadId } : {}, raw, 100),
  };
}
