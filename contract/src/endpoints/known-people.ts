/** The calls that complete recipients. They are apart from `people.ts`, because every page that writes mail loads them. */
import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { id, wholeNumberText } from "../fields.ts";
import { textOf } from "../refusal-words.ts";
import { t } from "../text/t.ts";

/** Someone whom the user may want to write to. */
export const knownPerson = z.object({
  name: z.string(),
  address: z.string(),
  /** Null for a colleague of whom nothing is stored. */
  personId: id.nullable(),
});
export type KnownPerson = z.output<typeof knownPerson>;

export const knownPeople = {
  complete: endpoint({
    ...personal,
    method: "GET",
    path: "/mail/people",
    summary:
      "Complete a recipient by the start of a word of the name, of the address or of its domain: colleagues first, then by use",
    query: z.strictObject({
      q: z
        .string(textOf(t("Search text")))
        .trim()
        .max(200, t("Search text is too long"))
        .default(""),
      limit: wholeNumberText(t("Limit"), 1, 500).default(200),
    }),
    response: z.object({ items: z.array(knownPerson) }),
  }),
};
