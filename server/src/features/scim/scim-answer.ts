// The frame of SCIM calls: the token, the content type, and errors in SCIM's own schema (RFC 7644 3.12).
import { AppError } from "#lib/errors.ts";
import { translateViolation } from "#db/violations.ts";
import type { RawReply, RawRequest } from "#http/route.ts";
import { scimType, sendScimError } from "#http/scim-error.ts";
import type { Visitor } from "#scope.ts";
import { companyOfToken } from "#features/sso/scim-token.ts";

type ScimErrorType = "invalidFilter" | "invalidSyntax" | "invalidPath" | "invalidValue" | "mutability" | "uniqueness";

export class ScimError extends Error {
  readonly status: number;
  readonly type: ScimErrorType | undefined;

  constructor(status: number, detail: string, type?: ScimErrorType) {
    super(detail);
    this.name = "ScimError";
    this.status = status;
    this.type = type;
  }
}

export const noSuchResource = () => new ScimError(404, "Resource not found");

export type ScimCall = {
  visitor: Visitor;
  /** The company whose token was given. All rows are of this company. */
  tenantId: string;
  request: RawRequest;
};

type ScimAnswer = { status?: number; body?: object; headers?: Record<string, string> };

/** Runs a call for the company of the token, and answers in SCIM's form whatever happens. */
export const scimHandler =
  (run: (call: ScimCall) => Promise<ScimAnswer> | ScimAnswer) =>
  async (visitor: Visitor, request: RawRequest, reply: RawReply) => {
    try {
      const tenantId = await companyOfToken(visitor, String(request.headers.authorization ?? ""));
      if (!tenantId) throw new ScimError(401, "The bearer token is missing or not valid");
      const { status = 200, body, headers = {} } = await run({ visitor, tenantId, request });
      return send(reply.headers(headers), status, body);
    } catch (error) {
      const refusal = scimErrorOf(error);
      // The error handler of the app logs and answers an unexpected error.
      if (!refusal) throw error;
      const { status, type, message: detail } = refusal;
      if (status === 401) reply.header("www-authenticate", "Bearer");
      return sendScimError(reply, { status, detail, scimType: type });
    }
  };

const send = (reply: RawReply, status: number, body: object | undefined) =>
  body === undefined ? reply.status(status).send() : reply.status(status).type(scimType).send(JSON.stringify(body));

function scimErrorOf(error: unknown): ScimError | undefined {
  if (error instanceof ScimError) return error;
  const known = translateViolation(error);
  if (!(known instanceof AppError)) return undefined;
  return new ScimError(known.status, known.message, known.code === "conflict" ? "uniqueness" : undefined);
}
