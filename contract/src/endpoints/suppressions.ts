import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { emailAddress, instant, line, pageOf, requiredLine, text, wholeNumberText } from "../fields.ts";
import { suppressionKinds } from "../rules/mail-merge.ts";
import { t } from "../text/t.ts";

/** An address that gets no mail of a mail merge. */
export const suppression = z.object({
  address: z.string(),
  kind: z.enum(suppressionKinds),
  note: z.string(),
  createdAt: instant,
});
export type Suppression = z.output<typeof suppression>;

/** Addresses that one call can add. */
export const maxAddedSuppressions = 20_000;

const admin = { access: "admin", tenancy: "acting" } as const;

export const suppressions = {
  list: endpoint({
    ...admin,
    method: "GET",
    path: "/suppressions",
    summary: "List the addresses of the company that get no mail of a mail merge, newest first",
    query: z.strictObject({
      page: wholeNumberText(t("Page"), 1, 1_000_000).optional(),
      limit: wholeNumberText(t("Limit"), 1, 100).optional(),
      q: text(t("Search text"), 200).trim().optional(),
    }),
    response: pageOf(suppression),
  }),
  add: endpoint({
    ...admin,
    method: "POST",
    path: "/suppressions",
    summary: "Add addresses: a typed list, or a CSV file in which every address counts",
    body: z.strictObject({ text: text(t("Addresses"), 2_000_000), note: line(t("Note"), 300).default("") }),
    maxBodyBytes: 8 * 1024 * 1024,
    response: z.object({ added: z.number().int(), known: z.number().int() }),
    perMinute: 30,
  }),
  remove: endpoint({
    ...admin,
    method: "POST",
    path: "/suppressions/remove",
    summary: "Take an address off the list; the reason is kept in the audit log",
    body: z.strictObject({ address: emailAddress, reason: requiredLine(t("Reason"), 300) }),
    response: z.object({ ok: z.literal(true) }),
  }),
};
