import type { ErrorBody, ErrorCode } from "@intellibox/contract/errors";

/** A call that did not go well. `message` is always fit to show. */
export class ApiError extends Error {
  /** 0 where no answer came at all. */
  readonly status: number;
  readonly code: ErrorCode | undefined;
  /** Field path → what is wrong with it. */
  readonly fields: Record<string, string>;
  /** What a mail server shows that is not trusted yet. */
  readonly certificate: ErrorBody["certificate"];

  constructor(message: string, { status = 0, body, cause }: { status?: number; body?: Body; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = "ApiError";
    this.status = status;
    this.code = body?.code;
    this.fields = body?.fields ?? {};
    this.certificate = body?.certificate;
  }
}

type Body = Partial<ErrorBody> & { message?: unknown };

/** The answer's `error` or `message`, else the fallback (which may name the `{status}`), else `HTTP {status}`. */
export function refused(status: number, found: unknown, fallback = "HTTP {status}") {
  const body = found && typeof found === "object" ? (found as Body) : {};
  const text = [body.error, body.message].find((said) => typeof said === "string" && said.trim() !== "");
  return new ApiError(String(text ?? fallback.replace("{status}", String(status))), { status, body });
}

/** What to show for anything thrown: its own message, else the fallback. */
export const messageOf = (error: unknown, fallback = "Something went wrong") =>
  (error instanceof Error && error.message) || fallback;
