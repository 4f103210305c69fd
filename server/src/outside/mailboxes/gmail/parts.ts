// A message with its parts, as `format=full` returns it.
import { z } from "zod";
import { about, encoded } from "./whole.ts";

const header = z.object({ name: z.string(), value: z.string() });
const body = z.object({ attachmentId: z.string().optional(), size: z.number().default(0), data: encoded.optional() });
const part = z.object({
  mimeType: z.string().default(""),
  filename: z.string().default(""),
  headers: z.array(header).default([]),
  body: body.default({ size: 0 }),
  get parts() {
    return z.array(part).default([]);
  },
});
export const described = about.extend({ payload: part });
export type GmailMessage = z.output<typeof described>;
