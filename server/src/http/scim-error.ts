// Errors as directories read them (RFC 7644 3.12).
import type { FastifyReply } from "fastify";

export const scimType = "application/scim+json";

type ScimRefusal = { status: number; detail: string; scimType?: string | undefined };

export function sendScimError(reply: FastifyReply, { status, detail, scimType: kind }: ScimRefusal) {
  const schemas = ["urn:ietf:params:scim:api:messages:2.0:Error"];
  const body = { schemas, status: String(status), ...(kind && { scimType: kind }), detail };
  return reply.status(status).type(scimType).send(JSON.stringify(body));
}
