import type { ErrorBody, ErrorCode } from "@intellibox/contract/errors";

/** The server's codes, and three for calls without a usable answer. */
export type ClientErrorCode = ErrorCode | "unreachable" | "timeout" | "unexpected_answer";

type Facts = {
  code: ClientErrorCode;
  status?: number;
  fields?: Record<string, string> | undefined;
  retryAfter?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
};

/** A failed call. `message` is a sentence for a person; decide by `code`. */
export class ApiError extends Error {
  readonly code: ClientErrorCode;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** Field path → what is wrong with it. Empty unless the input was refused. */
  readonly fields: Readonly<Record<string, string>>;
  /** After how many seconds the call may be made again, if the server said so. */
  readonly retryAfter: number | undefined;
  /** Names the failure in the server's log. */
  readonly requestId: string | undefined;

  constructor(message: string, { code, status = 0, fields = {}, retryAfter, requestId, cause }: Facts) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }
}

/** For answers of a proxy in front of the server, which have no code of ours. */
const codeOfStatus: Record<number, ErrorCode> = {
  ...{ 400: "invalid", 401: "unauthenticated", 403: "forbidden", 404: "not_found", 409: "conflict" },
  ...{ 413: "too_large", 415: "unsupported", 429: "rate_limited", 503: "unavailable" },
};

/** The error of an answer that is not a success. A body of another form counts as empty. */
export function errorOf(status: number, found: unknown, retryAfter?: number) {
  const body: Partial<ErrorBody> = found && typeof found === "object" ? found : {};
  const isOurs = typeof body.code === "string" && typeof body.error === "string";
  return new ApiError(isOurs ? String(body.error) : `The server answered with status ${status}`, {
    ...{ status, retryAfter, fields: body.fields, requestId: body.requestId },
    code:
      isOurs && body.code ? body.code : (codeOfStatus[status] ?? (status >= 500 ? "internal" : "unexpected_answer")),
  });
}
