import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, done, instant } from "../fields.ts";
import { basis, inVoice, sources, written } from "./assistant.ts";

/** A reply that the assistant wrote unasked, because the user switched that on. It is no draft until the user takes it. */
export const preparedDraft = written.extend({
  text: z.string(),
  /** The sentence of the mail that it answers. */
  ask: z.string(),
  /** How many earlier messages of the thread it was written from. */
  earlier: z.number().int(),
  basis,
  inVoice,
  sources,
  writtenAt: instant,
});
export type PreparedDraft = z.output<typeof preparedDraft>;

export const preparedDrafts = {
  drop: endpoint({
    ...personal,
    method: "DELETE",
    path: "/mail/messages/{id}/prepared-draft",
    summary:
      "Drop the reply that the assistant prepared for a message, because it was discarded or taken into the editor",
    params: byId,
    response: done,
  }),
};
