import { type ErrorCode, errorStatus, type SecondStep } from "@intellibox/contract/errors";
import { t } from "@intellibox/contract/text/t";

type ShownCertificate = { fingerprint: string; subject: string; validUntil: Date };

/** The only error that a feature throws on purpose. Its message is shown to the user unchanged. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  /** Seconds after which a retry may succeed. */
  readonly retryAfter: number | undefined;
  /** The certificate of a mail server, if only the user's trust in it is missing. */
  readonly certificate: ShownCertificate | undefined;
  /** How a sign-in goes on. */
  readonly secondStep: SecondStep | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & {
      fields?: Record<string, string>;
      retryAfter?: number;
      certificate?: ShownCertificate;
      secondStep?: SecondStep;
    } = {},
  ) {
    super(message, options);
    this.name = "AppError";
    this.code = code;
    this.status = errorStatus[code];
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
    this.certificate = options.certificate;
    this.secondStep = options.secondStep;
  }
}

export const invalid = (message: string, fields?: Record<string, string>) =>
  new AppError("invalid", message, fields ? { fields } : {});
export const unauthenticated = (why = t("Please sign in")) => new AppError("unauthenticated", why);
export const forbidden = (why = t("You may not do that")) => new AppError("forbidden", why);
export const notFound = (why: string) => new AppError("not_found", why);
export const conflict = (why: string) => new AppError("conflict", why);
/** The message of something that was thrown. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
export const outsideFailed = (message: string, cause: unknown) => new AppError("outside_failed", message, { cause });
