// A transport that stores mail in memory, in place of SMTP.
import type { Outside } from "#outside/outside.ts";
import type { OutgoingMail } from "#outside/transports/transport.ts";

export type CapturedMail = { host: string; to: string; text: string };

/** Use it as `outside: { smtp: post.smtp }`. If `fault` is set, sending throws it. */
export function memoryTransport() {
  const mails: CapturedMail[] = [];
  const post = {
    mails,
    fault: undefined as Error | undefined,
    smtp: ((server) => ({
      send: async ({ raw, envelope }: OutgoingMail) => {
        if (post.fault) throw post.fault;
        // Quoted-printable folds long lines.
        const text = Buffer.from(raw).toString().replaceAll("=\r\n", "").replaceAll("=3D", "=");
        mails.push({ host: server.host, to: envelope.to.join(), text });
        return { accepted: envelope.to, refused: [], answer: "250 ok" };
      },
    })) as Outside["smtp"],
  };
  return post;
}
