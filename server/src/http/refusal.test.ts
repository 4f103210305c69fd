import { allEndpoints } from "@intellibox/contract/api";
import { emailLogFilter } from "@intellibox/contract/endpoints/email-logs";
import { expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import { type Part, parsePart } from "./refusal.ts";

/** Messages of the validator that people who read an answer would not understand. */
const validatorWords =
  /expected|received|invalid input|invalid option|invalid (string|url|date|email|uuid)|too big|too small|undefined|\bnan\b|unrecognized|this value/i;

type Form = { where: string; part: Part; schema: z.ZodType };
const parts = ["query", "headers", "body"] as const;
const forms: Form[] = [
  ...allEndpoints.flatMap((endpoint) =>
    parts.flatMap((part) => {
      const schema = endpoint[part];
      return schema ? { where: `${endpoint.method} ${endpoint.path} ${part}`, part, schema } : [];
    }),
  ),
  { where: "export of the log", part: "query", schema: emailLogFilter },
];

type Shape = {
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  maxLength?: number;
  maxItems?: number;
};
const formsOf = (shape: Shape): Shape[] => [
  shape,
  ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap(formsOf),
];

/** Every field of a form, including those of lists and nested objects, with a value that is just too large. */
function fieldsOf(shape: Shape, path: string[] = []): { path: string[]; tooLarge: unknown[] }[] {
  return formsOf(shape).flatMap(({ items, properties }) => [
    ...(items ? fieldsOf(items, [...path, "0"]) : []),
    ...Object.entries(properties ?? {}).flatMap(([name, field]) => [
      { path: [...path, name], tooLarge: formsOf(field).flatMap(tooLargeFor) },
      ...fieldsOf(field, [...path, name]),
    ]),
  ]);
}
const tooLargeFor = ({ maxLength, maxItems }: Shape): unknown[] => [
  ...(maxLength === undefined ? [] : ["x".repeat(maxLength + 1)]),
  ...(maxItems === undefined ? [] : [Array(maxItems + 1).fill("x")]),
];
const fieldsOfForm = (schema: z.ZodType) =>
  fieldsOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape);

/** Builds `{ a: { b: value } }` from a path; an index becomes a list. */
const placed = (path: string[], value: unknown): unknown =>
  path.reduceRight((inner, key) => (key === "0" ? [inner] : { [key]: inner }), value);

function refusalOf({ schema, part }: Form, given: unknown) {
  try {
    parsePart(schema, given, part);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Finds the validator's own messages in a refusal, and refusals that name no field. */
function faultsOf(form: Form, given: unknown, blamesPart: boolean) {
  const refusal = refusalOf(form, given);
  if (!refusal) return [];
  const fields = refusal.fields ?? {};
  const said = [refusal.message, ...Object.values(fields)].filter((sentence) => validatorWords.test(sentence));
  return !blamesPart && form.part in fields ? [...said, `blames ${form.part}`] : said;
}

const wrong = [null, true, 5, 1.5, -1e12, 1e12, "", "no", [], ["no"], {}, { no: 1 }];

test("a missing, mistyped or too large value is answered in plain words, with the field's name", () => {
  expect(forms.length).toBeGreaterThan(30);
  for (const form of forms) {
    const fields = fieldsOfForm(form.schema);
    const hasField = fields.some(({ path: [name] }) => name === form.part);
    const values = fields.flatMap(({ path, tooLarge }) => [...wrong, ...tooLarge].map((value) => placed(path, value)));
    const tried = [{}, { surprise: 1 }, ...values];
    const faults = tried.flatMap((given) => faultsOf(form, given, hasField));
    expect([...new Set(faults)], form.where).toEqual([]);
  }
});

const formAt = (path: string, part: Part = "body", method = "POST") => {
  const form = forms.find(({ where }) => where === `${method} ${path} ${part}`);
  if (!form) throw new Error(`There is no ${method} ${path}`);
  return form;
};

test("a missing field gets the same message as an empty one", () => {
  const company = formAt("/tenants");
  for (const given of [{ name: "Acme" }, { name: "Acme", code: "" }, { name: "Acme", code: null }]) {
    expect(refusalOf(company, given)).toMatchObject({
      message: "Code is required",
      fields: { code: "Code is required" },
    });
  }
  const login = formAt("/auth/login");
  for (const given of [{}, { email: "", password: "" }]) {
    expect(refusalOf(login, given)?.fields).toEqual({
      email: "Email is required",
      password: "Password is required",
    });
  }
  expect(refusalOf(formAt("/reply/generate"), {})?.message).toBe("Incoming email is required");
  expect(refusalOf(formAt("/summarize/generate"), {})?.message).toBe("Please paste the email to summarize");
});

test("invalid options, numbers, dates and headers are refused with the allowed values", () => {
  const said = (form: Form, given: unknown) => refusalOf(form, given)?.fields;
  expect(said(formAt("/tenants"), { code: "A", name: "A", status: "Gone" })).toEqual({
    status: "Status must be Active or Suspended",
  });
  expect(said(formAt("/users"), { name: "A", email: "a@b.c", roleCode: "KING" })).toEqual({
    roleCode: "Role must be NORMAL_USER, ADMIN or SUPER_ADMIN",
  });
  expect(said(formAt("/mail/sync"), { limit: 5000 })).toEqual({
    limit: "Limit must be a whole number from 1 to 1,000",
  });
  expect(said(formAt("/compose/send", "headers"), { "x-followup-days": "2", "x-undo-seconds": "soon" })).toEqual({
    "x-followup-days": "Follow-up days must be empty, 1, 3 or 7",
    "x-undo-seconds": "Undo time must be a whole number from 0 to 30",
  });
  expect(said(formAt("/t/email-logs", "query", "GET"), { start: "yesterday" })).toEqual({
    start: "Enter a date as YYYY-MM-DD",
  });
  expect(said(formAt("/tenants"), { code: "A", name: "A", planId: "no" })).toEqual({
    planId: "Plan is not a valid id",
  });
  expect(said(formAt("/requests"), { type: "Money" })).toEqual({
    type: "Type must be New user request, Role change or Mailbox connect approval",
  });
});

test("an incomplete mail is refused with the missing fields [VAL-03]", () => {
  const send = formAt("/compose/send");
  const whole = { to: ["a@b.c"], subject: "s", body: "b" };
  for (const [field, blank] of [
    ["to", []],
    ["subject", " "],
    ["body", " "],
  ] as const) {
    for (const given of [
      { ...whole, [field]: undefined },
      { ...whole, [field]: blank },
    ]) {
      expect(refusalOf(send, given)?.fields).toEqual({ [field]: "To, Subject, and Body are required." });
    }
  }
});

test("a body that is no object and an unknown field are named", () => {
  for (const body of [[], "text", 5]) {
    expect(refusalOf(formAt("/tenants"), body)?.message).toBe("The body must be an object with fields");
  }
  expect(refusalOf(formAt("/tenants"), { code: "A", name: "A", plan: 1 })?.fields).toEqual({
    plan: "Unknown field: plan",
  });
});
