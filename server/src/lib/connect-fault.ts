// Why a connection failed: one short list for every protocol, with a message for each that a user can act on.

export type ConnectFault = "name_not_found" | "refused" | "timeout" | "tls" | "unreachable" | "forbidden_host";

const faultByCode: Record<string, ConnectFault> = {
  EFORBIDDENHOST: "forbidden_host",
  EDNS: "name_not_found",
  ENOTFOUND: "name_not_found",
  ENODATA: "name_not_found",
  EAI_AGAIN: "name_not_found",
  ECONNREFUSED: "refused",
  ETIMEDOUT: "timeout",
  ETIMEOUT: "timeout",
  CONNECT_TIMEOUT: "timeout",
  GREETING_TIMEOUT: "timeout",
  UPGRADE_TIMEOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  ECONNRESET: "unreachable",
  EPIPE: "unreachable",
  UND_ERR_SOCKET: "unreachable",
  EPROTO: "tls",
  ETLS: "tls",
};
const tlsCode = /^ERR_(TLS|SSL)_|CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^CRL_|^INVALID_CA$|^PATH_LENGTH_EXCEEDED$/;

/** Finds the fault in an error or its causes. Undefined if the error is not about the connection. */
export function connectFault(error: unknown): ConnectFault | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code, originalCode } = at as { code?: string; originalCode?: string };
    // nodemailer puts the system's code into `originalCode`, which is more specific than its own `code`.
    for (const name of [originalCode, code]) {
      const fault = name && (faultByCode[name] ?? (tlsCode.test(name) ? "tls" : undefined));
      if (fault) return fault;
    }
    if (at.name === "TimeoutError") return "timeout";
    if ("tlsFailed" in at && at.tlsFailed) return "tls";
  }
  return undefined;
}

/** A message for the person who typed the host. `error` makes the message of a TLS fault more specific. */
export function connectMessage(fault: ConnectFault, error?: unknown): string {
  return fault === "tls" ? tlsMessage(error) : messages[fault];
}

const messages: Record<Exclude<ConnectFault, "tls">, string> = {
  name_not_found: "The server's name was not found. Check the host.",
  refused: "The server refused the connection. Check the host and the port.",
  timeout: "The server did not answer in time. Check the host and the port, and whether the port expects TLS.",
  unreachable: "The server could not be reached, or it ended the connection.",
  forbidden_host: "This host is not allowed.",
};

const anotherName = /altname|hostname.*match|HOSTNAME_MISMATCH/i;
const unknownIssuer = /self.signed|unable to (verify|get)|UNABLE_TO_|issuer|SELF_SIGNED/i;
/** The errors of ImapFlow and nodemailer for a server without STARTTLS. */
const noStartTls = /support (required )?STARTTLS|upgrading connection with STARTTLS/i;

export const noEncryption =
  "The server offers no encryption, so the password was not sent. Turn Secure on, or tick Allow without TLS.";

/** True if only trust in the server's certificate is missing. */
export function isUntrusted(error: unknown): boolean {
  const texts = errorTexts(error).join(" ");
  return (
    connectFault(error) === "tls" &&
    !/expired|not yet valid/i.test(texts) &&
    (anotherName.test(texts) || unknownIssuer.test(texts))
  );
}

const expired =
  "The server's certificate has expired, so it cannot be trusted, not even by its fingerprint. The server needs a new one.";
const notYetValid =
  "The server's certificate is not valid yet, so it cannot be trusted. Check the clocks of both servers.";

function tlsMessage(error: unknown): string {
  const texts = errorTexts(error).join(" ");
  if (/not yet valid/i.test(texts)) return notYetValid;
  if (/expired/i.test(texts)) return expired;
  if (anotherName.test(texts)) return "The server's certificate belongs to another name.";
  if (unknownIssuer.test(texts)) return "The server's certificate is not trusted.";
  if (noStartTls.test(texts)) return noEncryption;
  if (/wrong.version|packet length|http request|WRONG_VERSION/i.test(texts))
    return "The server does not speak TLS on this port. Check the port, or turn Secure off.";
  return "No secure connection could be made with the server.";
}

function errorTexts(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5) return [];
  return [error.message, String((error as { code?: unknown }).code ?? ""), ...errorTexts(error.cause, depth + 1)];
}
