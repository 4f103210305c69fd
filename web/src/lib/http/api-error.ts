import type { ErrorBody, ErrorCode } from "@intellibox/contract/errors";
import { t } from "@intellibox/contract/text/t";

/** A failed call. `message` can always be shown to the user. */
export class ApiError extends Error {
  /** 0 if there was no response. */
  readonly status: number;
  readonly code: ErrorCode | undefined;
  /** Field path → what is wrong with it. */
  readonly fields: Record<string, string>;
  /** The untrusted certificate of a mail server. */
  readonly certificate: ErrorBody["certificate"];
  /** How a sign-in goes on. */
  readonly secondStep: ErrorBody["secondStep"];
  /** True if the server could not be reached. */
  readonly isUnreached: boolean;

  constructor(message: string, { status = 0, body, cause, isUnreached = false }: ApiErrorFacts = {}) {
    super(message, { cause });
    this.name = "ApiError";
    this.status = status;
    this.code = body?.code;
    this.fields = body?.fields ?? {};
    this.certificate = body?.certificate;
    this.secondStep = body?.secondStep;
    this.isUnreached = isUnreached;
  }
}

type ApiErrorFacts = { status?: number; body?: Body; cause?: unknown; isUnreached?: boolean };
type Body = Partial<ErrorBody> & { message?: unknown };

/** The message is the response's `error` or `message`, otherwise the fallback, which may contain `{status}`. */
export function refused(status: number, found: unknown, fallback = "HTTP {status}") {
  const body = found && typeof found === "object" ? (found as Body) : {};
  const text = [body.error, body.message].find((said) => typeof said === "string" && said.trim() !== "");
  return new ApiError(String(text ?? fallback.replace("{status}", String(status))), { status, body });
}

/** The message of anything thrown, otherwise the fallback. */
export const messageOf = (error: unknown, fallback = t("Something went wrong")) =>
  (error instanceof Error && error.message) || fallback;

export const isUnreached = (error: unknown) => error instanceof ApiError && error.isUnreached;

/** True if a call was refused because the company has no AI model that can do it. */
export const needsModel = (error: unknown) => error instanceof ApiError && error.code === "model_required";
