import { expect, type Page } from "@playwright/test";
import { type Dovecot, startDovecot } from "../server/test/dovecot.ts";
import { demoPassword, type Person, people } from "./people.ts";

/** Without TLS: a certificate made for a test is, rightly, not trusted by the product. */
export const startMailServer = () => startDovecot({ config: "ssl = no" });

export type Letter = {
  from?: string;
  to?: string;
  subject: string;
  text?: string;
  html?: string;
  date?: Date;
  messageId?: string;
  inReplyTo?: string;
  files?: { name: string; type: string; content: string | Buffer }[];
};

/** A mail as another program would have written it. */
export function mailOf(letter: Letter): string {
  const { from = "Priya Nair <priya@meridian.test>", to = "aarav@acme.test", subject, text, html, files = [] } = letter;
  const { date = new Date(), messageId = `<${crypto.randomUUID()}@meridian.test>`, inReplyTo } = letter;
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${date.toUTCString()}`,
    `Message-ID: ${messageId}`,
    ...(inReplyTo ? [`In-Reply-To: ${inReplyTo}`, `References: ${inReplyTo}`] : []),
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

type Session = { token: string };

/** Connects a mailbox of the test's own server by the API: for journeys that are about something else. */
export async function connectMailbox(page: Page, session: Session, dovecot: Dovecot, user: string) {
  const answer = await page.request.post("/api/mail/connect/imap", {
    headers: { authorization: `Bearer ${session.token}` },
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

/** Leaves a person with no mailbox but the demo's own, as the next journey expects. */
export async function removeMailboxes(page: Page, person: Person) {
  const login = await page.request.post("/api/auth/login", { data: { email: people[person], password: demoPassword } });
  const headers = { authorization: `Bearer ${(await login.json()).token}` };
  const { items } = await (await page.request.get("/api/mail/mailboxes", { headers })).json();
  for (const { id, provider } of items) {
    if (provider !== "local") await page.request.delete(`/api/mail/mailboxes/${id}`, { headers });
  }
}
