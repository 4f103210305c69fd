import { allEndpoints } from "@intellibox/contract/api";
import type { Endpoint } from "@intellibox/contract/endpoint";
import { type ErrorCode, errorStatus } from "@intellibox/contract/errors";
import { type KeyAccess, keyAccessOf, scopesNeeded } from "@intellibox/contract/key-calls";
import { keyPrefix, keyScopes } from "@intellibox/contract/rules/key-scopes";
import { z } from "zod";
import { type RawOperation, rawOperations } from "./raw-operations.ts";

type Schema = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Schema;
  return rest;
};

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

/** Generates the OpenAPI document from the schemas that validate the calls. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of allEndpoints) {
    paths[endpoint.path] ??= {};
    Object.assign(paths[endpoint.path] ?? {}, { [endpoint.method.toLowerCase()]: operation(endpoint) });
  }
  for (const operation of rawOperations) {
    const path = operation.path.replace(/^\/api(?=\/)/, "");
    // A path outside of /api has its own server entry.
    paths[path] ??= path === operation.path ? { servers: [{ url: "/" }] } : {};
    Object.assign(paths[path] ?? {}, { [operation.method.toLowerCase()]: rawOperation(path, operation) });
  }
  return {
    openapi: "3.1.0",
    info: { title: "Intellibox", version: "1", description: "Multi-tenant AI email assistant" },
    servers: [{ url: "/api" }],
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "The token of a session" },
        apiKey: {
          ...{ type: "http", scheme: "bearer", bearerFormat: `${keyPrefix}…` },
          description: `A key for programs, made in My Profile or Settings. A call names the scopes that its key needs: ${Object.entries(
            keyScopes,
          )
            .map(([scope, { label }]) => `\`${scope}\` (${label})`)
            .join(", ")}`,
        },
      },
      schemas: { Error: schemaOf(errorSchema, "output") },
    },
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

type DescribedCall = Pick<Endpoint, "path" | "summary" | "access" | "params" | "query" | "headers"> & {
  key: KeyAccess;
};

/** The fields that every operation has. */
function commonFields({ path, summary, access, key, params, query, headers }: DescribedCall) {
  const parameters = [
    ...parametersOf("path", params),
    ...parametersOf("query", query),
    ...parametersOf("header", headers),
  ];
  const scopes = access === "public" ? undefined : scopesNeeded(key);
  return {
    summary,
    tags: [path.split("/")[1]],
    "x-access": access,
    security: access === "public" ? [] : [{ bearer: [] }, ...(scopes ? [{ apiKey: scopes }] : [])],
    ...(parameters.length > 0 && { parameters }),
  };
}

const refused = {
  description: "Refused",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
};

function operation(endpoint: Endpoint) {
  const { status = 200, response } = endpoint;
  return {
    ...commonFields({ ...endpoint, key: keyAccessOf(endpoint) }),
    ...(endpoint.stepUp && { "x-step-up": true }),
    ...(endpoint.body && { requestBody: { required: true, content: contentOf(endpoint) } }),
    responses: {
      [status]: { description: "Done", content: { "application/json": { schema: schemaOf(response, "input") } } },
      default: refused,
    },
  };
}

function rawOperation(path: string, { body, answers, key = "never", ...described }: RawOperation) {
  const responses = Object.entries(answers).map(([status, { description, type, headers }]) => [
    status,
    {
      description,
      ...(headers && {
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
        ),
      }),
      ...(type && { content: { [type]: { schema: contentSchema(type) } } }),
    },
  ]);
  return {
    ...commonFields({ ...described, key, path }),
    ...(body && { requestBody: { content: { "application/json": { schema: schemaOf(body, "input") } } } }),
    responses: { ...Object.fromEntries(responses), default: refused },
  };
}

const contentSchema = (type: string) =>
  type === "application/json" ? {} : { type: "string", ...(!type.startsWith("text/") && { format: "binary" }) };

function contentOf({ body, files }: Endpoint) {
  const schema = body ? schemaOf(body, "input") : {};
  const multipart = files && {
    "multipart/form-data": {
      schema: {
        allOf: [
          schema,
          {
            type: "object",
            properties: { [files.field]: { type: "array", items: { type: "string", format: "binary" } } },
          },
        ],
      },
    },
  };
  return { "application/json": { schema }, ...multipart };
}

function parametersOf(place: "path" | "query" | "header", shape: z.ZodObject | undefined) {
  if (!shape) return [];
  const { properties = {}, required = [] } = schemaOf(shape, "input") as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema,
  }));
}

const errorSchema = z.object({
  error: z.string().describe("A sentence for the user"),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  fields: z.record(z.string(), z.string()).optional().describe("Field → what is wrong with it"),
  secondStep: z
    .object({ challenge: z.string(), code: z.boolean(), passkey: z.boolean(), recoveryCode: z.boolean() })
    .optional()
    .describe("With `second_step_required`: what POST /auth/second-step takes, and the factors of the person"),
  requestId: z.string().optional().describe("To find an unexpected error in the log"),
});
