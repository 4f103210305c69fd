import { splitThread, type ThreadMessage } from "@intellibox/contract/rules/split-thread";
import { type Content, Fault, isAbort, type Kind, type Reading } from "./content.ts";
import { limits } from "./limits.ts";

/** A parsed .eml or .msg file. */
export type ParsedMailFile = {
  from: string;
  to: string;
  cc: string;
  at: string | null;
  subject: string;
  body: string;
  attachments: Attachment[];
};
export type Attachment = { name: string; open: () => Uint8Array | undefined };

/** The mail's text under a header that `splitThread` recognises, then the text of its attachments. */
export async function readParsedMail(kind: Kind, mail: ParsedMailFile, reading: Reading): Promise<Content> {
  const content: Content = { kind, pieces: [`${headerOf(mail)}\n\n${mail.body}`], truncated: false };
  content.messages = messagesOf(mail);
  const total = mail.attachments.length;
  for (const [at, attachment] of mail.attachments.entries()) {
    reading.onProgress({ done: at, total, what: `Reading ${attachment.name}` });
    const inner = await readAttachment(attachment, reading);
    if (inner.content) {
      content.pieces.push(`\n\n--- ${attachment.name} ---`, ...inner.content.pieces);
      content.messages.push(...(inner.content.messages ?? []));
    } else content.pieces.push(`\n\n--- ${attachment.name} (not read) ---`);
    content.truncated ||= inner.content?.truncated ?? inner.isLeftOut;
  }
  return content;
}

/** An unreadable attachment is named and skipped. */
async function readAttachment(attachment: Attachment, reading: Reading) {
  reading.parts.left -= 1;
  const isTooMuch = reading.parts.left < 0 || reading.depth >= limits.mailDepth || performance.now() > reading.stopAt;
  if (isTooMuch) return { content: undefined, isLeftOut: true };
  try {
    const bytes = attachment.open();
    if (!bytes || bytes.length === 0) return { content: undefined, isLeftOut: false };
    const content = await reading.readInner(bytes, attachment.name);
    return { content: withBytes(content, bytes), isLeftOut: false };
  } catch (error) {
    if (isAbort(error)) throw error;
    return { content: undefined, isLeftOut: error instanceof Fault && error.fault === "too_large" };
  }
}

/** Adds the attachment's bytes to its pictures, because the server has only the outer file. */
function withBytes(content: Content, bytes: Uint8Array): Content {
  const pieces = content.pieces.map((piece) => (typeof piece === "string" ? piece : { bytes, ...piece }));
  return { ...content, pieces };
}

function headerOf({ from, to, cc, at, subject }: ParsedMailFile) {
  const lines = { From: from, To: to, Cc: cc, Date: at ?? "", Subject: subject };
  return Object.entries(lines)
    .filter(([, value]) => value !== "")
    .map(([label, value]) => `${label}: ${oneLine(value)}`)
    .join("\n");
}

const oneLine = (value: string) => value.replace(/\s+/g, " ").trim();

/** The mail, then the mails that it quotes. A forward without own text is represented by the forwarded mail. */
function messagesOf({ from, to, at, body }: ParsedMailFile): ThreadMessage[] {
  const [first, ...rest] = splitThread(body);
  if (!first) return [{ from, to, at, body: "" }];
  return first.from === "" ? [{ from, to, at, body: first.body }, ...rest] : [first, ...rest];
}
