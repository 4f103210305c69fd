import { allEndpoints } from "@intellibox/contract/api";
import type { Endpoint } from "@intellibox/contract/endpoint";
import { type ErrorCode, errorStatus } from "@intellibox/contract/errors";
import { z } from "zod";

type Schema = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Schema;
  return rest;
};

/** The OpenAPI document, made from the very schemas that validate. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of allEndpoints) {
    paths[endpoint.path] ??= {};
    Object.assign(paths[endpoint.path] ?? {}, { [endpoint.method.toLowerCase()]: operation(endpoint) });
  }
  return {
    openapi: "3.1.0",
    info: { title: "Intellibox", version: "1", description: "Multi-tenant AI email assistant" },
    servers: [{ url: "/api" }],
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Error: schemaOf(errorSchema, "output") },
    },
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function operation(endpoint: Endpoint) {
  const { access, summary, params, query, headers, status = 200, response } = endpoint;
  const parameters = [
    ...parametersOf("path", params),
    ...parametersOf("query", query),
    ...parametersOf("header", headers),
  ];
  return {
    summary,
    tags: [endpoint.path.split("/")[1]],
    "x-access": access,
    security: access === "public" ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: { required: true, content: contentOf(endpoint) } }),
    responses: {
      [status]: { description: "Done", content: { "application/json": { schema: schemaOf(response, "input") } } },
      default: {
        description: "Refused",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

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
  requestId: z.string().optional().describe("To find an unexpected error in the log"),
});
