/** The Test buttons of IMAP and POP3: they sign in and report what failed, within ten seconds. */
import { type MailServer, withDeadline } from "#outside/mail-server.ts";
import { createImapClient, imapError } from "./imap/client.ts";
import { asMailboxError } from "./mailbox.ts";
import { defaultPace } from "./minimum-throughput.ts";
import { checkIdentifiable } from "./pop3/identify.ts";
import { openPop3Session } from "./pop3/session.ts";

export type Verified = { message: string };

/** A second less than the request's limit of ten. */
const defaultDeadlineMs = 9_000;

export async function testImap(server: MailServer, deadlineMs = defaultDeadlineMs): Promise<Verified> {
  try {
    const client = await createImapClient(server, { verifyOnly: true });
    await withDeadline(deadlineMs, () => client.close(), client.connect());
    return { message: `Signed in to ${server.host} as ${server.username}.` };
  } catch (error) {
    throw imapError(error);
  }
}

export async function testPop3(server: MailServer, deadlineMs = defaultDeadlineMs): Promise<Verified> {
  const abort = new AbortController();
  try {
    const limits = { connectMs: deadlineMs, idleMs: deadlineMs, pace: defaultPace };
    const session = openPop3Session(server, limits, abort.signal).then(async (open) => {
      await checkIdentifiable(open);
      return open;
    });
    const { quit } = await withDeadline(deadlineMs, () => abort.abort(), session);
    // The sign-in has succeeded; an error at QUIT does not matter.
    await withDeadline(1000, () => abort.abort(), quit()).catch(() => undefined);
    return { message: `Signed in to ${server.host} as ${server.username}.` };
  } catch (error) {
    throw asMailboxError(error);
  }
}
