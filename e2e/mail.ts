import { expect, type Page } from "@playwright/test";
import { type Dovecot, startDovecot } from "../server/test/dovecot.ts";

/** Without TLS, because the product does not trust a test's certificate. */
export const startMailServer = () => startDovecot({ config: "ssl = no" });

export type TestMail = {
  from?: string;
  to?: string;
  subject: string;
  text?: string;
  html?: string;
  date?: Date;
  messageId?: string;
  inReplyTo?: string;
  /** More header lines. */
  headers?: string[];
  files?: { name: string; type: string; content: string | Buffer }[];
};

/** A mail as another mail program would write it. */
export function mailOf(mail: TestMail): string {
  const { from = "Priya Nair <priya@meridian.test>", to = "aarav@acme.test", subject, text, html, files = [] } = mail;
  const { date = new Date(), messageId = `<${crypto.randomUUID()}@meridian.test>`, inReplyTo } = mail;
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${date.toUTCString()}`,
    `Message-ID: ${messageId}`,
    ...(inReplyTo ? [`In-Reply-To: ${inReplyTo}`, `References: ${inReplyTo}`] : []),
    ...(mail.headers ?? []),
    "MIME-Version: 1.0",
  ];
  const body = part(html === undefined ? "text/plain" : "text/html", Buffer.from(html ?? text ?? ""));
  if (files.length === 0) return [...head, ...body].join("\r\n");
  const parts = [body, ...files.map(({ name, type, content }) => part(type, Buffer.from(content), name))];
  const lines = parts.flatMap((lines) => ["--parts", ...lines]);
  return [...head, "Content-Type: multipart/mixed; boundary=parts", "", ...lines, "--parts--", ""].join("\r\n");
}

function part(type: string, content: Buffer, name?: string) {
  return [
    `Content-Type: ${type}${name ? `; name="${name}"` : "; charset=utf-8"}`,
    ...(name ? [`Content-Disposition: attachment; filename="${name}"`] : []),
    "Content-Transfer-Encoding: base64",
    "",
    content.toString("base64").replaceAll(/.{76}/g, "$&\r\n"),
  ];
}

export type Session = { token: string };
/** A page, or anything else that can call the product. */
type Caller = Pick<Page, "request">;

const as = ({ token }: Session) => ({ headers: { authorization: `Bearer ${token}` } });

/** Connects a mailbox of the test's mail server through the API. */
export async function connectMailbox({ request }: Caller, session: Session, dovecot: Dovecot, user: string) {
  const answer = await request.post("/api/mail/connect/imap", {
    ...as(session),
    data: {
      host: "localhost",
      port: dovecot.ports.imap,
      secure: false,
      username: `${user}@acme.test`,
      password: "test",
      folder: "INBOX",
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as { id: string; email: string };
}

/**
 * Waits until a mailbox has so many messages and no sync is running, so that the list does not change under a journey. A first
 * sync brings at most 50, so older mail is requested.
 */
export async function waitForMail({ request }: Caller, session: Session, mailboxId: string, count: number) {
  const url = "/api/mail/mailboxes";
  const look = async () => {
    const { items } = await (await request.get(url, as(session))).json();
    const box = items.find(({ id }: { id: string }) => id === mailboxId);
    if (box.syncing) return "syncing";
    if (box.counts.messages < count)
      await request.post(`${url}/${mailboxId}/sync`, { ...as(session), data: { limit: 1000 } });
    return box.counts.messages;
  };
  await expect.poll(look, { timeout: 60_000, intervals: [200, 500, 1000] }).toBe(count);
}

/** Removes all mailboxes of a user except the demo's own, as the next journey expects. */
export async function removeMailboxes(caller: Caller, session: Session) {
  const { items } = await (await caller.request.get("/api/mail/mailboxes", as(session))).json();
  for (const { id, provider } of items) {
    if (provider !== "local") await caller.request.delete(`/api/mail/mailboxes/${id}`, as(session));
  }
}
