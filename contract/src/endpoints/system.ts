import { z } from "zod";
import { endpoint } from "../endpoint.ts";

const check = z.enum(["ok", "failing"]);

export const system = {
  health: endpoint({
    method: "GET",
    path: "/health",
    access: "public",
    tenancy: "personal",
    summary: "Check that the process is alive",
    response: z.object({ status: z.literal("ok") }),
  }),
  ready: endpoint({
    method: "GET",
    path: "/ready",
    access: "public",
    tenancy: "personal",
    summary: "Check database, migrations and job runner; 503 if one is failing or the process stops",
    response: z.object({
      status: z.enum(["ok", "failing", "stopping"]),
      checks: z.object({ database: check, migrations: check, jobs: check }),
    }),
  }),
  operator: endpoint({
    method: "GET",
    path: "/operator",
    access: "public",
    tenancy: "personal",
    summary: "Say who runs this installation; null for what the operator did not set",
    response: z.object({ name: z.string().nullable(), address: z.string().nullable(), email: z.string().nullable() }),
  }),
};
