// A mail server that keeps what it is given, in place of the door to SMTP.
import type { Outside } from "#outside/outside.ts";
import type { OutgoingMail } from "#outside/transports/transport.ts";

export type KeptMail = { host: string; to: string; text: string };

/** `outside: { smtp: post.smtp }`; where `fault` is set, that is what sending throws. */
export function keptMail() {
  const mails: KeptMail[] = [];
  const post = {
    mails,
    fault: undefined as Error | undefined,
    smtp: ((server) => ({
      send: async ({ raw, envelope }: OutgoingMail) => {
        if (post.fault) throw post.fault;
        // Long lines travel folded (quoted-printable).
        const text = Buffer.from(raw).toString().replaceAll("=\r\n", "").replaceAll("=3D", "=");
        mails.push({ host: server.host, to: envelope.to.join(), text });
        return { accepted: envelope.to, refused: [], answer: "250 ok" };
      },
    })) as Outside["smtp"],
  };
  return post;
}
