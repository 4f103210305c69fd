/** Why a connection could not be had: one short list for every protocol, and words for each that a user can act on. */

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

/** The fault behind an error or behind what caused it; undefined where the connection was not the trouble. */
export function connectFault(error: unknown): ConnectFault | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code, originalCode } = at as { code?: string; originalCode?: string };
    // nodemailer files the system's code away under `originalCode`, where it says more than its own.
    for (const name of [originalCode, code]) {
      const fault = name && (faultByCode[name] ?? (tlsCode.test(name) ? "tls" : undefined));
      if (fault) return fault;
    }
    if (at.name === "TimeoutError") return "timeout";
    if ("tlsFailed" in at && at.tlsFailed) return "tls";
  }
  return undefined;
}

/** What to tell the person who typed the host; `error` makes a TLS fault precise. */
export function connectMessage(fault: ConnectFault, error?: unknown): string {
  return fault === "tls" ? tlsMessage(error) : words[fault];
}

const words: Record<Exclude<ConnectFault, "tls">, string> = {
  name_not_found: "The server's name was not found. Check the host.",
  refused: "The server refused the connection. Check the host and the port.",
  timeout: "The server did not answer in time. Check the host and the port, and whether the port expects TLS.",
  unreachable: "The server could not be reached, or it ended the connection.",
  forbidden_host: "This host is not allowed.",
};

const anotherName = /altname|hostname.*match|HOSTNAME_MISMATCH/i;
const unknownIssuer = /self.signed|unable to (verify|get)|UNABLE_TO_|issuer|SELF_SIGNED/i;
/** As ImapFlow and nodemailer say that the server has no STARTTLS. */
const noStartTls = /support (required )?STARTTLS|upgrading connection with STARTTLS/i;

/** The password has not been sent. */
export const noEncryption =
  "The server offers no encryption, so the password was not sent. Turn Secure on, or tick Allow without TLS.";

/** Whether the connection would be good if the server's certificate were trusted. */
export function isUntrusted(error: unknown): boolean {
  const said = errorTexts(error).join(" ");
  return (
    connectFault(error) === "tls" &&
    !/expired|not yet valid/i.test(said) &&
    (anotherName.test(said) || unknownIssuer.test(said))
  );
}

const expired =
  "The server's certificate has expired, so it cannot be trusted, not even by its fingerprint. The server needs a new one.";
const notYetValid =
  "The server's certificate is not valid yet, so it cannot be trusted. Check the clocks of both servers.";

function tlsMessage(error: unknown): string {
  const said = errorTexts(error).join(" ");
  if (/not yet valid/i.test(said)) return notYetValid;
  if (/expired/i.test(said)) return expired;
  if (anotherName.test(said)) return "The server's certificate belongs to another name.";
  if (unknownIssuer.test(said)) return "The server's certificate is not trusted.";
  if (noStartTls.test(said)) return noEncryption;
  if (/wrong.version|packet length|http request|WRONG_VERSION/i.test(said))
    return "The server does not speak TLS on this port. Check the port, or turn Secure off.";
  return "No secure connection could be made with the server.";
}

function errorTexts(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5) return [];
  return [error.message, String((error as { code?: unknown }).code ?? ""), ...errorTexts(error.cause, depth + 1)];
}
