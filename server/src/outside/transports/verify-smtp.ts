/** The Test button of SMTP: it sends a real mail and says what failed, within ten seconds. */
import type { Socket } from "node:net";
import { createTransport } from "nodemailer";
import { type MailServer, withDeadline } from "#outside/mail-server.ts";
import { smtpOptions } from "./smtp-options.ts";
import { asTransportError } from "./transport.ts";

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
    const transport = createTransport(smtpOptions(server, (opened) => (socket = opened)));
    const sending = transport.sendMail({
      from: { name: mail.fromName ?? "", address: mail.from },
      to: { name: "", address: mail.to },
      subject: "Intellibox test email",
      text: mail.message,
      ...(mail.messageId ? { messageId: mail.messageId } : {}),
    });
    const { messageId } = await withDeadline(deadlineMs, () => socket?.destroy(), sending);
    return { message: `Test email sent to ${mail.to}.`, messageId };
  } catch (error) {
    throw asTransportError(error);
  }
}
