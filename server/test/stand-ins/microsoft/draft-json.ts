// Drafts in Graph's JSON form: https://learn.microsoft.com/en-us/graph/api/user-post-messages
import { readMail } from "#outside/mime/read-mail.ts";
import { bodyOf, type GraphCall } from "./graph-answer.ts";
import { headerOf, newKey, type StoredMessage, withHeader } from "./mail-store.ts";

type People = { emailAddress: { address: string } }[];
type Given = {
  subject?: string;
  body?: { contentType: string; content: string };
  toRecipients?: People;
  ccRecipients?: People;
  bccRecipients?: People;
  singleValueExtendedProperties?: { id: string; value: string }[];
  attachments?: { name: string; contentType: string; contentId?: string; contentBytes: string }[];
};

const headers = { toRecipients: "To", ccRecipients: "Cc", bccRecipients: "Bcc" } as const;
/** https://learn.microsoft.com/en-us/office/client-developer/outlook/mapi/mapi-properties */
const properties = { "String 0x1042": "In-Reply-To", "String 0x1039": "References" } as const;

export function addDraft(call: GraphCall): StoredMessage {
  const given = bodyOf<Given>(call);
  const type = "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n";
  const empty = Buffer.from(`From: ${call.store.email}\r\nMIME-Version: 1.0\r\n${type}`);
  const fresh = { raw: empty, properties: new Map<string, string>() };
  const { raw = empty } = rewrite(fresh, { subject: "", body: { contentType: "html", content: "" }, ...given });
  const attachments = (given.attachments ?? []).map(({ contentBytes, ...file }) => ({
    ...{ id: newKey(), bytes: Buffer.from(contentBytes, "base64") },
    ...file,
  }));
  const internetMessageId = `<${newKey(12)}@prod.outlook.test>`;
  return call.store.add(raw, {
    ...{ folder: "drafts", isDraft: true, isRead: true, internetMessageId, attachments, properties: fresh.properties },
  });
}

/** Changes the properties of a draft. Returns its new bytes if its content changes. */
export function rewrite(message: Pick<StoredMessage, "raw" | "properties">, given: Given): { raw?: Buffer } {
  let { raw } = message;
  for (const { id, value } of given.singleValueExtendedProperties ?? []) {
    message.properties.set(id, value);
    const header = (properties as Record<string, string>)[id];
    if (header) raw = withHeader(raw, header, value);
  }
  if (given.subject !== undefined)
    raw = withHeader(raw, "Subject", `=?utf-8?B?${Buffer.from(given.subject).toString("base64")}?=`);
  for (const [name, header] of Object.entries(headers)) {
    const people = given[name as keyof typeof headers];
    const addresses = people?.map(({ emailAddress }) => emailAddress.address).join(", ");
    if (people) raw = withHeader(raw, header, addresses || undefined);
  }
  if (given.body) {
    const head = raw.toString("latin1").split("\r\n\r\n")[0];
    raw = Buffer.from(`${head}\r\n\r\n${asExchange(given.body.content).toString("base64")}\r\n`, "latin1");
  }
  return raw === message.raw ? {} : { raw };
}

/** Exchange writes HTML in its own way. */
const asExchange = (html: string) =>
  Buffer.from(
    `<html><head>\r\n<meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body>` +
      `${html.replaceAll("</p>", "</p>\r\n").replaceAll(/<(\/?)strong>/g, "<$1b>")}</body></html>`,
  );

export function draftFieldsOf({ raw }: StoredMessage) {
  const { subject, html, text, to, cc, bcc } = readMail(raw);
  const recipients = (all: { address: string }[]) => all.map(({ address }) => ({ emailAddress: { address } }));
  return {
    subject,
    body: { contentType: "html", content: html ?? text },
    ...{ toRecipients: recipients(to), ccRecipients: recipients(cc), bccRecipients: recipients(bcc) },
  };
}

export const isOtherVersion = ({ headers }: GraphCall, { version }: StoredMessage) =>
  headers["if-match"] !== undefined && headers["if-match"] !== `W/"CQ${version}"`;

/** The decoded subjects of the drafts. */
export const subjectsOf = (messages: StoredMessage[]) =>
  messages.map(({ raw }) => (headerOf(raw, "subject") ? readMail(raw).subject : "")).toSorted();
