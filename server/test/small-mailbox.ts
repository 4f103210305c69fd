// A minimal IMAP or POP3 server that accepts any user, for tests of connections and not of mail.
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { Certificate } from "./certificate.ts";
import { startTcpServer } from "./tcp-server.ts";

type Options = {
  /** The certificate for STARTTLS or implicit TLS. */
  certificate?: Certificate | undefined;
  secure?: boolean;
};

/** `inTheClear` has everything that it received before the connection was encrypted. */
export async function startSmallMailbox(protocol: "imap" | "pop3", { certificate, secure = false }: Options = {}) {
  const inTheClear: string[] = [];
  const answer = protocol === "imap" ? answerImap : answerPop3;
  const serve = (socket: Socket, isEncrypted: boolean, greeting: string) => {
    const offersTls = certificate !== undefined && !isEncrypted;
    if (greeting) socket.write(greeting);
    socket
      .on("error", () => undefined)
      .on("data", (chunk: Buffer) => {
        for (const line of chunk.toString().split("\r\n").filter(Boolean)) {
          if (!isEncrypted) inTheClear.push(line);
          const reply = answer(line, offersTls);
          if (reply !== "upgrade") socket.write(reply);
          else {
            socket.removeAllListeners("data");
            socket.write(protocol === "imap" ? `${line.split(" ")[0]} OK begin\r\n` : "+OK begin\r\n");
            serve(encrypted(socket, certificate), true, "");
          }
        }
      });
  };
  const greeting = protocol === "imap" ? "* OK ready\r\n" : "+OK ready\r\n";
  const listener = await startTcpServer((socket) =>
    secure ? serve(encrypted(socket, certificate), true, greeting) : serve(socket, false, greeting),
  );
  return { ...listener, inTheClear };
}

const encrypted = (socket: Socket, certificate: Certificate | undefined) =>
  new TLSSocket(socket, { isServer: true, ...certificate });

function answerImap(line: string, offersTls: boolean): string {
  const [tag, command = ""] = line.split(" ");
  switch (command.toUpperCase()) {
    case "STARTTLS":
      return offersTls ? "upgrade" : `${tag} BAD no\r\n`;
    case "CAPABILITY":
      return `* CAPABILITY IMAP4rev1${offersTls ? " STARTTLS" : ""}\r\n${tag} OK done\r\n`;
    case "LOGOUT":
      return `* BYE bye\r\n${tag} OK done\r\n`;
    default:
      return `${tag} OK done\r\n`;
  }
}

function answerPop3(line: string, offersTls: boolean): string {
  const command = line.split(" ")[0]?.toUpperCase();
  if (command === "STLS") return offersTls ? "upgrade" : "-ERR no\r\n";
  if (command === "CAPA") return `+OK\r\nUSER\r\nUIDL\r\n${offersTls ? "STLS\r\n" : ""}.\r\n`;
  if (command === "UIDL" || command === "LIST") return "+OK\r\n.\r\n";
  return "+OK 0 0\r\n";
}
