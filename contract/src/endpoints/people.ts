import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, done, emailField, id, instant, line, listQuery, oneSpelling, pageOf, text } from "../fields.ts";
import { isBlankText } from "../rules/blank-text.ts";
import { importFields, maxChosenPeople, maxImportBytes, maxPersonAddresses } from "../rules/people.ts";
import { plainLine } from "../rules/plain-line.ts";
import { t } from "../text/t.ts";

/** The person of an address, for templates and cards. Unknown parts are empty. */
export const addressFacts = z.object({
  address: z.string(),
  /** The id of the person or colleague. */
  personId: id,
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  jobTitle: z.string(),
  phone: z.string(),
});
export type AddressFacts = z.output<typeof addressFacts>;

export const peopleFilters = ["all", "saved", "colleagues"] as const;
export type PeopleFilter = (typeof peopleFilters)[number];

export const listedPerson = z.object({
  /** Of the person; of the user for a colleague of whom nothing is stored. */
  id,
  name: z.string(),
  company: z.string(),
  jobTitle: z.string(),
  /** The one that is used most first. Without those of other people. */
  addresses: z.array(z.string()),
  /** Added, edited or imported by the user. Others were learned from mail. */
  isSaved: z.boolean(),
  isColleague: z.boolean(),
  /** False for a colleague of whom nothing is stored: there is nothing to edit or delete. */
  isStored: z.boolean(),
  /** The last mail that was sent to or received from them. */
  lastAt: instant.nullable(),
});
export type ListedPerson = z.output<typeof listedPerson>;

export const person = listedPerson.extend({
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  notes: z.string(),
  /** Mail that was sent to and received from all of their addresses. */
  sent: z.number().int(),
  received: z.number().int(),
});
export type Person = z.output<typeof person>;

export const personMail = z.object({
  /** The newest message of each of the last conversations. */
  conversations: z.array(z.object({ messageId: id, subject: z.string(), date: instant, isSent: z.boolean() })),
  files: z.array(
    z.object({
      messageId: id,
      part: z.string(),
      fileName: z.string(),
      mimeType: z.string(),
      size: z.number().int(),
      date: instant,
    }),
  ),
});
export type PersonMail = z.output<typeof personMail>;

const plain = (what: string, max: number) => line(what, max).transform((value) => plainLine(value, max));
const address = emailField(t("Email"));

export const personForm = z
  .strictObject({
    name: plain(t("Name"), 200).default(""),
    firstName: plain(t("First name"), 100).default(""),
    lastName: plain(t("Last name"), 100).default(""),
    company: plain(t("Company"), 200).default(""),
    jobTitle: plain(t("Job title"), 200).default(""),
    phone: plain(t("Phone"), 60).default(""),
    notes: text(t("Notes"), 5000).default(""),
    addresses: z
      .array(address)
      .min(1, t("Enter at least one email address"))
      .max(maxPersonAddresses, t("A person has at most 20 email addresses")),
  })
  .refine(({ name, firstName, lastName }) => !isBlankText(name + firstName + lastName), {
    path: ["name"],
    error: () => t("Name is required"),
  });
export type PersonForm = z.output<typeof personForm>;

const chosen = z.array(id).min(1, t("Choose at least one person")).max(maxChosenPeople, t("Too many people at once"));
const withUndo = z.object({ undoId: id });

/** The field for each column of a CSV file, as JSON in a form field. If absent, the names of the columns decide. */
const importForm = z.strictObject({
  columns: z
    .string()
    .max(5000, t("The columns could not be read"))
    .transform((json, context) => {
      try {
        return z.array(z.enum(importFields)).max(200).parse(JSON.parse(json));
      } catch {
        context.addIssue({ code: "custom", message: t("The columns could not be read") });
        return z.NEVER;
      }
    })
    .optional(),
});
const importFiles = {
  field: "file",
  maxFiles: 1,
  maxTotalBytes: maxImportBytes,
  tooMany: t("Send one file at a time"),
  tooLarge: t("Files over 10 MB cannot be imported"),
};

export const importOutcome = z.object({
  /** A CSV file whose columns are not known: choose which of them has the email address, and send the file again. */
  needsColumns: z.boolean(),
  /** The columns of a CSV file, each with its first values. */
  columns: z.array(z.object({ title: z.string(), examples: z.array(z.string()), field: z.enum(importFields) })),
  added: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  /** The first refused entries. */
  refusals: z.array(z.object({ line: z.number().int(), name: z.string(), reason: z.string() })),
});
export type ImportOutcome = z.output<typeof importOutcome>;

export const exportFormats = ["vcard4", "vcard3", "csv"] as const;
export const peopleExportQuery = z.strictObject({
  format: z.enum(exportFormats, t("Choose one of the formats")).default("vcard4"),
  filter: z.enum(["all", "saved"], t("Choose which people to export")).default("all"),
});

export const people = {
  byAddress: endpoint({
    ...personal,
    method: "POST",
    path: "/people/by-address",
    summary: "Get what is known of addresses; unknown ones are left out",
    body: z.strictObject({
      addresses: z
        .array(oneSpelling(t("Address")).min(1, t("Address is required")).max(500, t("Address is too long")))
        .max(500, t("Too many addresses at once")),
    }),
    response: z.object({ items: z.array(addressFacts) }),
  }),
  list: endpoint({
    ...personal,
    method: "GET",
    path: "/people",
    summary: "List a page of the people that the user knows, and of colleagues",
    query: listQuery(["name", "company", "lastAt"])
      .extend({ filter: z.enum(peopleFilters, t("Choose one of the filters")).default("all") })
      .strict(),
    response: pageOf(listedPerson),
  }),
  get: endpoint({
    ...personal,
    method: "GET",
    path: "/people/{id}",
    summary: "Get a person or a colleague",
    params: byId,
    response: person,
  }),
  mail: endpoint({
    ...personal,
    method: "GET",
    path: "/people/{id}/mail",
    summary: "List the last conversations with a person, and the last files that they sent",
    params: byId,
    response: personMail,
  }),
  create: endpoint({
    ...personal,
    method: "POST",
    path: "/people",
    summary: "Add a person; an address that was learned from mail becomes theirs",
    body: personForm,
    response: person,
    status: 201,
  }),
  update: endpoint({
    ...personal,
    method: "PUT",
    path: "/people/{id}",
    summary: "Change a person",
    params: byId,
    body: personForm,
    response: person,
  }),
  remove: endpoint({
    ...personal,
    method: "POST",
    path: "/people/delete",
    summary: "Delete people; they are not learned again from mail of before. Can be undone for an hour",
    body: z.strictObject({ ids: chosen }),
    response: withUndo,
  }),
  merge: endpoint({
    ...personal,
    method: "POST",
    path: "/people/merge",
    summary: "Merge people into the first of them. Can be undone for an hour",
    body: z.strictObject({ ids: chosen.min(2, t("Choose at least two people")) }),
    response: withUndo.extend({ id }),
  }),
  undo: endpoint({
    ...personal,
    method: "POST",
    path: "/people/undo/{id}",
    summary: "Undo a deletion or a merge",
    params: byId,
    response: done,
  }),
  doubles: endpoint({
    ...personal,
    method: "GET",
    path: "/people/doubles",
    summary: "Propose people that may be the same, for a merge",
    response: z.object({
      items: z.array(z.object({ reason: z.enum(["name", "address"]), people: z.array(listedPerson) })),
    }),
  }),
  keepApart: endpoint({
    ...personal,
    method: "POST",
    path: "/people/doubles/dismiss",
    summary: "Say that people are not the same: they are not proposed for a merge with each other again",
    body: z.strictObject({ ids: chosen.min(2, t("Choose at least two people")) }),
    response: done,
  }),
  previewImport: endpoint({
    ...personal,
    method: "POST",
    path: "/people/import/preview",
    summary: "Count what an import of a vCard or CSV file would change; nothing is stored",
    body: importForm,
    files: importFiles,
    response: importOutcome,
    perMinute: 30,
  }),
  import: endpoint({
    ...personal,
    method: "POST",
    path: "/people/import",
    summary: "Import people from a vCard or CSV file, in batches; the same file again goes on after an interruption",
    body: importForm,
    files: importFiles,
    response: importOutcome,
    perMinute: 10,
  }),
};
