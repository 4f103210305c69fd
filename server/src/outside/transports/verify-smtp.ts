/** The Test button of SMTP: it sends a real mail and says what failed, within ten seconds. */
import type { Socket } from "node:net";
import { createTransport } from "nodemailer";
import { type MailServer, withDeadline } from "#outside/mail-server.ts";
import { composeMail, LetterError, newMessageId } from "#outside/mime/compose.ts";
import { smtpOptions } from "./smtp-options.ts";
import { asTransportError, TransportError } from "./transport.ts";

export type TestMail = {
  to: string;
  message: string;
  from: string;
  fromName?: string | undefined;
  /** Under which it is logged; one is made where it is absent. */
  messageId?: string | undefined;
};

/** Leaves the request a second of its ten for the rest. */
const defaultDeadlineMs = 9_000;

export async function testSmtp(
  server: MailServer,
  mail: TestMail,
  deadlineMs = defaultDeadlineMs,
): Promise<{ message: string; messageId: string }> {
  let socket: Socket | undefined;
  try {
    const letter = {
      messageId: mail.messageId ?? newMessageId(mail.from),
      date: new Date(),
      from: { name: mail.fromName ?? "", address: mail.from },
      to: [{ name: "", address: mail.to }],
      subject: "Intellibox test email",
      text: mail.message,
    };
    const composed = await composeMail(letter);
    const transport = createTransport(smtpOptions(server, (opened) => (socket = opened)));
    await withDeadline(deadlineMs, () => socket?.destroy(), transport.sendMail(composed));
    return { message: `Test email sent to ${mail.to}.`, messageId: letter.messageId };
  } catch (error) {
    if (error instanceof LetterError) throw new TransportError("permanent", error.message, { cause: error });
    throw asTransportError(error);
  }
}
