// The part of the loop bench that needs a mailbox, which is full of long mail on a server of its own.

import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { mailOf } from "#test/mail-of.ts";

type Call = (path: string, init?: RequestInit) => Promise<Response>;
type Attempt = () => Promise<Response>;
export type MailAttempts = { attempts: Record<string, Attempt>; close(): Promise<void> };

const words = "Please send the signed contract to Priya by Friday, and call me about it. ";
const longText = words.repeat(270).slice(0, 20_000);
const fullPage = 200;

/** Undefined without an IMAP server. */
export async function mailAttempts(call: Call): Promise<MailAttempts> {
  if (!hasDovecot) return { attempts: {}, close: async () => undefined };
  const dovecot = await startDovecot({ config: "ssl = no" });
  try {
    return { attempts: await attemptsAt(call, dovecot), close: () => dovecot.remove() };
  } catch (error) {
    await dovecot.remove();
    throw error;
  }
}

async function attemptsAt(call: Call, dovecot: Dovecot): Promise<MailAttempts["attempts"]> {
  for (let at = 0; at < fullPage; at++)
    await dovecot.deliver("bench", mailOf({ subject: `Contract ${at}`, text: longText, html: `<p>${longText}</p>` }));
  await connect(call, dovecot);
  const listed = await until("A full page of mail", async () => {
    // A first sync brings fewer old mails.
    await call("/mail/sync", { method: "POST", body: JSON.stringify({ limit: 1000 }) });
    const { items } = await json<{ items: { id: string }[] }>(call(`/mail/threads?limit=${fullPage}`));
    return items.length === fullPage ? items : undefined;
  });
  const search = (q: string) => () => call(`/mail/threads?limit=${fullPage}&q=${encodeURIComponent(q)}`);
  return {
    "search: a page of long mail": search("contract"),
    "search: a phrase in long mail": search('"send the signed" contract'),
    "search: a phrase of one word": search(`contract "${"call ".repeat(60)}"`),
    "open: long mail": () => call(`/mail/messages/${listed[0]?.id}`),
    "list: with bodies": () => call("/mail/threads?limit=50&include=body"),
    "arriving: 25 MB": arriving(call, dovecot),
  };
}

async function connect(call: Call, dovecot: Dovecot) {
  const { host, port, username, password } = dovecot.imap("bench", false);
  const form = { host, port, username, password, secure: false, allowPlain: true };
  const answer = await call("/mail/connect/imap", { method: "POST", body: JSON.stringify(form) });
  if (!answer.ok) throw new Error(`The mailbox was not connected: ${await answer.text()}`);
}

/** Delivers a mail with a large file and one with large HTML, and resolves when both are synced. */
function arriving(call: Call, dovecot: Dovecot): Attempt {
  const file = { name: "plan.bin", type: "application/octet-stream", content: Buffer.alloc(18_000_000, "plan ") };
  const html = `<p>${words}</p>`.repeat(60_000);
  let under: Promise<Response> | undefined;
  const bring = async () => {
    const subject = `Large ${Math.random()}`;
    await dovecot.deliver("bench", mailOf({ subject, files: [file] }));
    await dovecot.deliver("bench", mailOf({ subject, html }));
    const answer = await call("/mail/sync", { method: "POST", body: "{}" });
    if (!answer.ok) return answer;
    return until("The large mail", async () => {
      const found = await call("/mail/threads?limit=2");
      const { items } = (await found.clone().json()) as { items: { subject: string }[] };
      return items.filter((item) => item.subject === subject).length === 2 ? found : undefined;
    });
  };
  // A mailbox has one sync at a time, so all lanes wait for the same mail.
  return async () => {
    under ??= bring().finally(() => {
      under = undefined;
    });
    return (await under).clone();
  };
}

const json = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T;

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + 120_000;
  while (performance.now() < end) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resume) => setTimeout(resume, 500));
  }
  throw new Error(`${what} did not come`);
}
