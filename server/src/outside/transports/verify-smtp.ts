/** The Test button of SMTP: sends a real mail, and reports what failed within ten seconds. */
import type { Socket } from "node:net";
import { createTransport } from "nodemailer";
import { type MailServer, withDeadline } from "#outside/mail-server.ts";
import { composeMail, InvalidMailError, newMessageId } from "#outside/mime/compose.ts";
import { smtpOptions } from "./smtp-options.ts";
import { asTransportError, TransportError } from "./transport.ts";

export type TestMail = {
  to: string;
  message: string;
  from: string;
  fromName?: string | undefined;
  /** The id in the log; generated if absent. */
  messageId?: string | undefined;
};

/** Of the ten seconds of the request, one is left for the rest. */
const defaultDeadlineMs = 9_000;

export async function testSmtp(
  server: MailServer,
  mail: TestMail,
  deadlineMs = defaultDeadlineMs,
): Promise<{ message: string; messageId: string }> {
  let socket: Socket | undefined;
  try {
    const content = {
      messageId: mail.messageId ?? newMessageId(mail.from),
      date: new Date(),
      from: { name: mail.fromName ?? "", address: mail.from },
      to: [{ name: "", address: mail.to }],
      subject: "Intellibox test email",
      text: mail.message,
    };
    const composed = await composeMail(content);
    const transport = createTransport(smtpOptions(server, (opened) => (socket = opened)));
    await withDeadline(deadlineMs, () => socket?.destroy(), transport.sendMail(composed));
    return { message: `Test email sent to ${mail.to}.`, messageId: content.messageId };
  } catch (error) {
    if (error instanceof InvalidMailError) throw new TransportError("permanent", error.message, { cause: error });
    throw asTransportError(error);
  }
}
