import type { Endpoint } from "@intellibox/contract/endpoint";
import type { z } from "zod";

/** The facts of an endpoint that the client needs. The package that is built for other repositories has these facts and no schemas. */
export type ClientCall = {
  method: Endpoint["method"];
  path: string;
  /** The field of its files, if it takes any. */
  filesField?: string | undefined;
  /** Repeating it with the same `Idempotency-Key` does the work once. */
  takesIdempotencyKey?: boolean | undefined;
  streams?: boolean | undefined;
  paging?: "cursor" | "page" | undefined;
  decode: (body: unknown) => { success: true; data: unknown } | { success: false; error: unknown };
};

const fieldsOf = (schema: z.ZodType | undefined): object =>
  schema && "shape" in schema ? (schema.shape as object) : {};

export function clientCallOf({ method, path, query, headers, files, streams, response }: Endpoint): ClientCall {
  const [asked, answered] = [fieldsOf(query), fieldsOf(response)];
  const isList = "items" in answered;
  return {
    ...{ method, path, filesField: files?.field, streams },
    takesIdempotencyKey: "idempotency-key" in fieldsOf(headers),
    paging:
      isList && "cursor" in asked && "nextCursor" in answered
        ? "cursor"
        : isList && "page" in asked && "total" in answered
          ? "page"
          : undefined,
    decode: (body) => response.safeParse(body),
  };
}
