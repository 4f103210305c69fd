// One account's mail, as in Exchange: folders, messages with immutable ids, and a record of every change.
import { randomBytes } from "node:crypto";
import { FolderTree } from "./folder-tree.ts";

export type StoredAttachment = {
  id: string;
  name: string;
  contentType: string;
  bytes: Buffer;
  /** Of a picture that is shown in the text. */
  contentId?: string;
};

export type StoredMessage = {
  /** Immutable: https://learn.microsoft.com/en-us/graph/outlook-immutable-id */
  id: string;
  /** The number of moves, which is part of the id that is not immutable. */
  moves: number;
  /** A folder's well-known name or id; "gone" for a deleted message. */
  folder: string;
  raw: Buffer;
  /** In whole seconds, as in Graph. */
  receivedAt: Date;
  isRead: boolean;
  isFlagged: boolean;
  isDraft: boolean;
  internetMessageId: string;
  conversationId: string;
  version: number;
  attachments: StoredAttachment[];
  /** Extended properties, by their ids. */
  properties: Map<string, string>;
};

export type Change = { seq: number; folder: string; id: string; kind: "created" | "updated" | "deleted" };

export const newKey = (bytes = 24) => randomBytes(bytes).toString("base64url");

export class MailStore {
  readonly email: string;
  readonly folders = new FolderTree();
  readonly messages = new Map<string, StoredMessage>();
  readonly changes: Change[] = [];
  /** The sent mails, as their recipients got them. */
  readonly sent: { raw: Buffer; recipients: string[] }[] = [];
  onChange: (change: Change) => void = () => undefined;
  #lastReceived = 0;
  /** By the Message-ID of each message. */
  readonly #conversations = new Map<string, string>();

  constructor(email: string) {
    this.email = email;
  }

  get seq() {
    return this.changes.length;
  }

  /** By default, each message is a second newer than the previous one, so that the order by time is defined. */
  add(raw: string | Buffer, options: Partial<StoredMessage> = {}): StoredMessage {
    const bytes = Buffer.from(raw);
    const now = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
    this.#lastReceived = Math.max(this.#lastReceived + 1000, now);
    const id = `AAkALgAA${newKey(60)}`;
    const message: StoredMessage = {
      id,
      moves: 0,
      folder: "inbox",
      raw: bytes,
      receivedAt: new Date(this.#lastReceived),
      isRead: false,
      isFlagged: false,
      isDraft: false,
      internetMessageId: headerOf(bytes, "message-id") || `<${newKey(12)}@prod.outlook.test>`,
      conversationId: this.#conversationOf(bytes),
      version: 1,
      attachments: [],
      properties: new Map(),
      ...options,
    };
    this.messages.set(id, message);
    this.#conversations.set(message.internetMessageId, message.conversationId);
    this.#note(message.folder, id, "created");
    return message;
  }

  update(
    message: StoredMessage,
    changes: Partial<Pick<StoredMessage, "isRead" | "isFlagged" | "internetMessageId" | "raw">>,
  ) {
    Object.assign(message, changes);
    this.#conversations.set(message.internetMessageId, message.conversationId);
    this.touch(message);
  }

  touch(message: StoredMessage) {
    message.version++;
    this.#note(message.folder, message.id, "updated");
  }

  move(message: StoredMessage, folder: string) {
    this.#note(message.folder, message.id, "deleted");
    message.folder = folder;
    message.moves++;
    message.version++;
    if (folder === "gone") this.messages.delete(message.id);
    else this.#note(folder, message.id, "created");
  }

  in(folder: string): StoredMessage[] {
    return [...this.messages.values()].filter((message) => message.folder === folder);
  }

  /** Deletes a folder and what is in it, for good. */
  dropFolder(name: string) {
    for (const message of this.in(name)) this.messages.delete(message.id);
    this.folders.remove(name);
  }

  find(subject: string): StoredMessage {
    const found = [...this.messages.values()].find(({ raw }) => headerOf(raw, "subject") === subject);
    if (!found) throw new Error(`No message is called ${subject}`);
    return found;
  }

  #conversationOf(raw: Buffer): string {
    const parents = `${headerOf(raw, "in-reply-to")} ${headerOf(raw, "references")}`.match(/<[^<>]*>/g) ?? [];
    const parent = parents.find((id) => this.#conversations.has(id));
    return (parent && this.#conversations.get(parent)) ?? `AAQk${newKey(20)}`;
  }

  #note(folder: string, id: string, kind: Change["kind"]) {
    if (folder === "gone") return;
    const change = { seq: this.changes.length + 1, folder, id, kind };
    this.changes.push(change);
    this.onChange(change);
  }
}

/** A header's unfolded value, or an empty string. */
export function headerOf(raw: Buffer, name: string): string {
  const ends = ["\n\n", "\n\r\n"].map((end) => raw.indexOf(end)).filter((at) => at >= 0);
  const head = raw.toString("latin1", 0, ends.length > 0 ? Math.min(...ends) : raw.length);
  const line = new RegExp(`^${name}:((?:.*)(?:\\r?\\n[ \\t].*)*)`, "im").exec(head)?.[1] ?? "";
  return line.replaceAll(/\r?\n[ \t]+/g, " ").trim();
}

/** Sets a header of a mail, or removes it if there is no value. */
export function withHeader(raw: Buffer, name: string, value?: string): Buffer {
  const line = new RegExp(`^${name}:.*(?:\\r?\\n[ \\t].*)*\\r?\\n`, "gim");
  const text = raw.toString("latin1");
  const end = text.search(/\r?\n\r?\n/);
  const head = text.slice(0, end < 0 ? text.length : end + 2).replaceAll(line, "");
  const rest = end < 0 ? "" : text.slice(end + 2);
  return Buffer.from(`${value === undefined ? "" : `${name}: ${value}\r\n`}${head}${rest}`, "latin1");
}

/** The mail as sent, with the files that separate calls attached to the draft. */
export function withAttachments(raw: Buffer, attachments: StoredAttachment[]): Buffer {
  if (attachments.length === 0) return raw;
  const boundary = `standin-${newKey(12)}`;
  const type = headerOf(raw, "content-type") || "text/plain";
  const encoding = headerOf(raw, "content-transfer-encoding");
  const text = raw.toString("latin1");
  const body = text.slice(text.search(/\r?\n\r?\n/)).replace(/^\r?\n\r?\n/, "");
  const outer = withHeader(
    withHeader(raw, "Content-Transfer-Encoding"),
    "Content-Type",
    `multipart/mixed; boundary="${boundary}"`,
  ).toString("latin1");
  const head = outer.slice(0, outer.search(/\r?\n\r?\n/));
  const parts = attachments.map(
    ({ name, contentType, bytes, contentId }) =>
      `--${boundary}\r\nContent-Type: ${contentType}; name="${name}"\r\n` +
      `Content-Disposition: ${contentId ? "inline" : "attachment"}; filename="${name}"\r\n` +
      (contentId ? `Content-ID: <${contentId}>\r\n` : "") +
      `Content-Transfer-Encoding: base64\r\n\r\n${bytes.toString("base64").replaceAll(/.{76}/g, "$&\r\n")}\r\n`,
  );
  const first = `--${boundary}\r\nContent-Type: ${type}\r\n${encoding ? `Content-Transfer-Encoding: ${encoding}\r\n` : ""}\r\n${body}\r\n`;
  return Buffer.from(`${head}\r\n\r\n${first}${parts.join("")}--${boundary}--\r\n`, "latin1");
}

/** The addresses of a mail's recipients, including Bcc. */
export const recipientsOf = (raw: Buffer): string[] => [
  ...new Set(["to", "cc", "bcc"].flatMap((name) => headerOf(raw, name).match(/[^\s<>,;:"]+@[^\s<>,;"]+/g) ?? [])),
];
