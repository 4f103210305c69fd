import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, done, id, instant, line, requiredLine, text, wholeNumber, wholeNumberText } from "../fields.ts";
import { plainLine } from "../rules/plain-line.ts";
import { isUnwritten } from "../rules/unwritten.ts";
import { t } from "../text/t.ts";

/** The most templates that one person has, and the most that a company has. */
export const maxTemplates = 200;
export const maxTemplateName = 100;
/** Characters of a template's HTML. The editor writes about one tenth more than the text. */
export const maxTemplateLength = 100_000;

/** The fields that a person fills in. Tokens such as {FirstName} are filled when the template is used. */
export const templateContent = z.strictObject({
  name: requiredLine(t("Name"), maxTemplateName).transform((name) => plainLine(name, maxTemplateName)),
  /** Found first when a writer types it after ";". */
  shortName: line(t("Short name"), 20)
    .regex(/^\S*$/, t("Short name must be one word"))
    .transform((name) => plainLine(name, 20))
    .default(""),
  /** Used if the mail has no subject yet. */
  subject: line(t("Subject"), 500).default(""),
  bodyHtml: text(t("Text"), maxTemplateLength).refine((html) => !isUnwritten(html), {
    error: () => t("Text is required"),
  }),
});
export type TemplateContent = z.output<typeof templateContent>;

export const templateItem = z.object({
  id,
  /** Of the whole company: everybody may use it, administrators may change it. */
  isShared: z.boolean(),
  name: z.string(),
  shortName: z.string(),
  subject: z.string(),
  /** The beginning of its text. */
  snippet: z.string(),
  /** Increases with every change. */
  version: z.number().int(),
  /** For a template of the company: by everybody. */
  usedCount: z.number().int(),
  lastUsedAt: instant.nullable(),
  updatedAt: instant,
});
export type TemplateItem = z.output<typeof templateItem>;

export const template = templateItem.extend({ bodyHtml: z.string() });
export type Template = z.output<typeof template>;

const largest = 2_000_000_000;
const basedOn = wholeNumber(t("Version"), 1, largest);

export const templates = {
  list: endpoint({
    ...personal,
    method: "GET",
    path: "/templates",
    summary: "List the caller's templates and those of the company, by name",
    response: z.object({ items: z.array(templateItem) }),
  }),
  get: endpoint({
    ...personal,
    method: "GET",
    path: "/templates/{id}",
    summary: "Get a template with its text",
    params: byId,
    response: template,
  }),
  create: endpoint({
    ...personal,
    method: "POST",
    path: "/templates",
    summary: "Add a template; only an administrator may add one for the company",
    status: 201,
    perMinute: 60,
    body: templateContent.extend({ isShared: z.boolean().default(false) }),
    response: template,
  }),
  update: endpoint({
    ...personal,
    method: "PUT",
    path: "/templates/{id}",
    summary: "Change a template; 409 if it was changed since the given version",
    perMinute: 60,
    params: byId,
    body: templateContent.extend({ basedOn }),
    response: template,
  }),
  remove: endpoint({
    ...personal,
    method: "DELETE",
    path: "/templates/{id}",
    summary: "Delete a template; it can be restored for an hour; 409 if it was changed since the given version",
    params: byId,
    query: z.strictObject({ basedOn: wholeNumberText(t("Version"), 1, largest) }),
    response: done,
  }),
  restore: endpoint({
    ...personal,
    method: "POST",
    path: "/templates/{id}/restore",
    summary: "Restore a template that was deleted within the last hour",
    params: byId,
    response: template,
  }),
  use: endpoint({
    ...personal,
    method: "POST",
    path: "/templates/{id}/use",
    summary: "Count that a template was inserted into a mail",
    perMinute: 120,
    params: byId,
    response: done,
  }),
};
