import { api } from "@intellibox/contract/api";
import { byId } from "@intellibox/contract/fields";
import { pageCountHeader } from "@intellibox/contract/rules/file-paths";
import { z } from "zod";
import { countedAddress } from "#lib/counted-address.ts";
import { imageLinkPath } from "#lib/image-links.ts";
import { parsePart } from "#http/refusal.ts";
import { on, onRaw, onUnlessKnown, type RawRoute } from "#http/route.ts";
import { draftReplyTo, extractTasksOf, summarizeMessage } from "./assist.ts";
import { changeMessages, deleteMessage, markRead, restoreMessage } from "./change-messages.ts";
import { digestThread } from "./digest.ts";
import { type Download, dispositionOf, readAttachment, readSource, zipAttachments } from "./downloads.ts";
import { drawAttachmentPage } from "./draw-attachment-page.ts";
import { fetchRemoteImage } from "./image-proxy.ts";
import { stateOfPage, statesOfList } from "./list-state.ts";
import { allowImages, readMessage } from "./read-message.ts";
import { listThreads } from "./threads.ts";

const { inbox } = api;
const onePart = byId.extend({ part: z.string().max(200) });
const onePage = onePart.extend({ page: z.coerce.number().int().min(1).max(10_000) });

/** Keeps untrusted content from running as a page of our origin. */
const inertHeaders = { "content-security-policy": "sandbox; default-src 'none'", "x-content-type-options": "nosniff" };

/** An attachment is always a download, whatever its type says. */
const asFile = ({ fileName }: Pick<Download, "fileName">) => ({
  ...inertHeaders,
  "content-type": "application/octet-stream",
  "content-disposition": dispositionOf(fileName),
  "cache-control": "private, no-store",
});

/** By address and link: users of one office share an address, and a forwarded link is used from several. */
const readerOf: RawRoute["countedBy"] = (request) =>
  `${countedAddress(request.ip)} ${String((request.query as { r?: unknown }).r).slice(0, 40)}`;

export const inboxRoutes = [
  onUnlessKnown(inbox.threads, (scope, { query, unlessKnown }) =>
    unlessKnown(
      statesOfList(scope, query),
      () => listThreads(scope, query),
      (page) => stateOfPage(scope, query, page),
    ),
  ),
  on(inbox.message, (scope, { params }) => readMessage(scope, params.id)),
  on(inbox.markRead, (scope, { params, body }) => markRead(scope, params.id, body.read)),
  on(inbox.deleteMessage, (scope, { params, query }) => deleteMessage(scope, params.id, query.undoSeconds)),
  on(inbox.restoreMessage, (scope, { params }) => restoreMessage(scope, params.id)),
  on(inbox.bulk, (scope, { body }) => changeMessages(scope, body.ids, body.action)),
  on(inbox.allowImages, (scope, { params, body }) => allowImages(scope, params.id, body)),
  on(inbox.summarizeMessage, (scope, { params, body, emit }) => summarizeMessage(scope, params.id, body, emit)),
  on(inbox.digest, (scope, { params, body, emit }) => digestThread(scope, params.id, body, emit)),
  on(inbox.draftReply, (scope, { params, body, emit }) => draftReplyTo(scope, params.id, body, emit)),
  on(inbox.extractTasks, (scope, { params, body, emit }) => extractTasksOf(scope, params.id, body, emit)),
  onRaw(
    { method: "GET", path: "/api/mail/messages/:id/attachments/:part", access: "signed-in", key: "mail:read" },
    async (scope, request, reply) => {
      const { id, part } = parsePart(onePart, request.params, "params");
      const file = await readAttachment(scope, id, part);
      return reply.headers(asFile(file)).send(Buffer.from(file.bytes));
    },
  ),
  onRaw(
    {
      method: "GET",
      path: "/api/mail/messages/:id/attachments/:part/pages/:page",
      access: "signed-in",
      key: "mail:read",
    },
    async (scope, request, reply) => {
      const { id, part, page } = parsePart(onePage, request.params, "params");
      const { picture, pages } = await drawAttachmentPage(scope, { id, part, page });
      return reply
        .headers({ ...inertHeaders, "content-type": "image/webp", "cache-control": "private, no-store" })
        .header(pageCountHeader, pages)
        .send(Buffer.from(picture));
    },
  ),
  onRaw(
    { method: "GET", path: "/api/mail/messages/:id/attachments.zip", access: "signed-in", key: "mail:read" },
    async (scope, request, reply) => {
      const { fileName, content } = await zipAttachments(scope, parsePart(byId, request.params, "params").id);
      return reply.headers({ ...asFile({ fileName }), "content-type": "application/zip" }).send(content);
    },
  ),
  onRaw(
    { method: "GET", path: "/api/mail/messages/:id/source", access: "signed-in", key: "mail:read" },
    async (scope, request, reply) => {
      const file = await readSource(scope, parsePart(byId, request.params, "params").id);
      return reply.headers(asFile(file)).send(Buffer.from(file.bytes));
    },
  ),
  // Public, because the browser sends no token for a picture. The signature of the link authorizes it.
  onRaw(
    { method: "GET", path: `/api${imageLinkPath}`, access: "public", perMinute: 600, countedBy: readerOf },
    async (visitor, request, reply) => {
      const { type, body } = await fetchRemoteImage(visitor, request.query as Record<string, unknown>);
      return reply
        .headers({ ...inertHeaders, "content-type": type, "cache-control": "private, max-age=86400" })
        .send(body);
    },
  ),
];
