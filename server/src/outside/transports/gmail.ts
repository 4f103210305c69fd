/** Sends by the Gmail API: the bytes unchanged, in the thread of the answered mail. Gmail files the copy in Sent itself. */

import { CloudError } from "#outside/cloud-fetch.ts";
import type { CloudAccount } from "#outside/mailboxes/cloud-account.ts";
import { type GmailApi, openGmailApi } from "#outside/mailboxes/gmail/api.ts";
import { findByMessageId } from "#outside/mailboxes/gmail/gmail.ts";
import { headerOf } from "#outside/mime/headers.ts";
import { readMail } from "#outside/mime/read-mail.ts";
import { isUnsure, refusedBy } from "./cloud-fault.ts";
import { type Delivery, type OutgoingMail, type SendPhase, type Transport, TransportError } from "./transport.ts";

export const openGmailTransport = (account: CloudAccount): Transport => ({
  send: (mail, onPhase) => send(openGmailApi(account), mail, onPhase),
});

async function send(
  api: GmailApi,
  mail: OutgoingMail,
  onPhase: (phase: SendPhase) => Promise<void>,
): Promise<Delivery> {
  await onPhase("connecting");
  const { inReplyTo, to, cc } = readMail(headerOf(mail.raw));
  // Calls Gmail first, even if there is no thread to find, so that an unreachable provider is noticed before `data_sent`.
  const threadId = await threadOf(api, inReplyTo).catch((error: unknown) => {
    throw refusedBy("Gmail", error);
  });
  const raw = withHidden(mail, [...to, ...cc]);
  await onPhase("data_sent");
  try {
    await api.send(raw, threadId).catch((error: unknown) => {
      // The thread is gone and nothing was sent: send it without a thread.
      if (threadId && error instanceof CloudError && error.status === 404) return api.send(raw, undefined);
      throw error;
    });
  } catch (error) {
    if (!isUnsure(error)) throw refusedBy("Gmail", error);
    const words = "Gmail did not confirm that it took the mail.";
    throw new TransportError("unknown_outcome", words, { cause: error });
  }
  return { accepted: mail.envelope.to, refused: [], answer: "Gmail took the mail." };
}

async function threadOf(api: GmailApi, inReplyTo: string | null): Promise<string | undefined> {
  if (inReplyTo) return (await findByMessageId(api, inReplyTo))?.threadId;
  await api.profile();
  return undefined;
}

/** Gmail delivers to the recipients in the header, and removes Bcc before it does. */
function withHidden({ raw, envelope }: OutgoingMail, named: { address: string }[]): Uint8Array {
  const shown = new Set(named.map(({ address }) => address.toLowerCase()));
  const hidden = envelope.to.filter((address) => !shown.has(address.toLowerCase()));
  return hidden.length === 0 ? raw : Buffer.concat([Buffer.from(`Bcc: ${hidden.join(", ")}\r\n`), raw]);
}
