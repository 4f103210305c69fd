import type { Endpoint } from "@intellibox/contract/endpoint";

/** A call outside the contract, whose response is a file or a stream instead of JSON. */
export const rawEndpoint = (path: string, tenancy: Endpoint["tenancy"] = "personal") =>
  ({ method: "GET", path, access: "signed-in", tenancy, summary: "", response: undefined as never }) satisfies Endpoint;
