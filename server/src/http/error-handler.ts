import type { ErrorBody } from "@intellibox/contract/errors";
import { scimPath } from "@intellibox/contract/rules/sso";
import type { Language } from "@intellibox/contract/text/language";
import { t } from "@intellibox/contract/text/t";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { AppError, invalid } from "#lib/errors.ts";
import { Busy, isStorageFull, storageFullMessage, Unavailable } from "#lib/faults.ts";
import { preferredLanguage, translatedText } from "#lib/languages.ts";
import { seldom } from "#lib/seldom.ts";
import { sendScimError } from "./scim-error.ts";

/** The answer for the caller. Details of an unexpected error are only logged. */
export function errorBody(
  error: unknown,
  requestId: string,
  language: Language = "en",
): { status: number; body: ErrorBody } {
  const shown = (text: string) => translatedText(text, language);
  const known = knownError(error);
  if (!known) return { status: 500, body: { error: shown(t("Something went wrong")), code: "internal", requestId } };
  const { status, code, message, fields, certificate: found, secondStep } = known;
  const certificate = found && {
    fingerprint: found.fingerprint,
    subject: found.subject,
    validUntil: found.validUntil.toISOString(),
  };
  const shownFields = fields && Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, shown(text)]));
  return {
    status,
    body: {
      error: shown(message),
      code,
      ...(shownFields && { fields: shownFields }),
      ...(certificate && { certificate }),
      ...(secondStep && { secondStep }),
    },
  };
}

function knownError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (isStorageFull(error)) return new AppError("storage_full", storageFullMessage, { retryAfter: 60 });
  if (error instanceof Busy)
    return new AppError("unavailable", t("Somebody else is changing this right now. Try again in a few seconds."), {
      retryAfter: 2,
    });
  if (error instanceof Unavailable)
    return new AppError("unavailable", t("The database cannot be reached at the moment. Try again in a few seconds."), {
      retryAfter: 5,
    });
  return fromFramework(error as Partial<FastifyError>);
}

/** While the database is away or a disk is full every call fails, so not each of them is logged. */
const logFault = seldom(10_000);

export function logFailure(log: FastifyRequest["log"], error: unknown, what: string) {
  if (error instanceof Unavailable || isStorageFull(error))
    logFault((others) => log.error({ error: (error as Error).message, others }, what));
  else log.error({ err: error }, what);
}

export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body } = errorBody(error, request.id, preferredLanguage(request.headers["accept-language"]));
  if (status >= 500) logFailure(request.log, error, "a call failed");
  const retryAfter = knownError(error)?.retryAfter;
  if (retryAfter) reply.header("retry-after", retryAfter);
  // Directories read no other form, also if the call did not reach the code of SCIM.
  if (request.url.startsWith(`${scimPath}/`)) return sendScimError(reply, { status, detail: body.error });
  return reply.status(status).send(body);
}

const frameworkErrors: Record<string, AppError> = {
  FST_ERR_CTP_INVALID_JSON_BODY: invalid(t("The body is not valid JSON")),
  FST_ERR_CTP_EMPTY_JSON_BODY: invalid(t("The body is empty")),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: invalid(t("The body is not as long as it says")),
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError("too_large", t("The body is too large")),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError("unsupported", t("Send JSON (content-type: application/json)")),
  FST_REQ_FILE_TOO_LARGE: new AppError("too_large", t("The file is too large")),
  FST_PARTS_LIMIT: new AppError("too_large", t("The form has too many parts")),
  FST_FILES_LIMIT: invalid(t("Too many files")),
  FST_FIELDS_LIMIT: invalid(t("The form has too many fields")),
  FST_INVALID_MULTIPART_CONTENT_TYPE: new AppError("unsupported", t("Send a form (content-type: multipart/form-data)")),
};

function fromFramework(error: Partial<FastifyError>): AppError | undefined {
  const known = error.code ? frameworkErrors[error.code] : undefined;
  if (known) return known;
  return error.statusCode && error.statusCode >= 400 && error.statusCode < 500
    ? invalid(t("The request could not be read"))
    : undefined;
}
