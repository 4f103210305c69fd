import { api } from "@intellibox/contract/api";
import type { Endpoint } from "@intellibox/contract/endpoint";
import { mailRules } from "@intellibox/contract/endpoints/mail-rules";
import { expect, test } from "vitest";
import type { z } from "zod";
import { moduleCode } from "../../../endpoint-shapes.ts";
import * as is from "./shapes.ts";

type Decoder = ReturnType<typeof is.call>["response"];
type Calls = Record<string, Pick<Endpoint, "method" | "path" | "access" | "tenancy" | "files"> & { response: Decoder }>;

/** The endpoints as the built app has them. */
function built(calls: Record<string, Endpoint>): Calls {
  const code = moduleCode({ calls }, "")
    .replace(/^import.*$/m, "")
    .replaceAll("export const", "const");
  return new Function("is", `${code}; return calls;`)(is);
}

const endpoints = Object.entries(api).flatMap(([group, calls]) => {
  const decoders = built(calls);
  return Object.entries(calls as Record<string, Endpoint>).map(([name, call]) => ({
    name: `${group}.${name}`,
    call,
    built: decoders[name] as Calls[string],
  }));
});

/** JSON that the schema accepts. Optional fields are left out of the smallest one; lists are empty and nullable values null there. */
function sample(schema: z.core.SomeType, isSmallest: boolean): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const of = (inner: z.core.SomeType) => sample(inner, isSmallest);
  switch (def.type) {
    case "string":
      return strings.find((text) => (schema as z.ZodType).safeParse(text).success);
    case "number":
      return [365, 3, 1].find((number) => (schema as z.ZodType).safeParse(number).success);
    case "boolean":
      return false;
    case "enum":
      return Object.values(def.entries)[0];
    case "literal":
      return def.values[0];
    case "unknown":
      return { anything: [1] };
    case "pipe":
      return "2026-11-17T09:30:00.000Z";
    case "array":
      if (isSmallest) return (schema as z.ZodType).safeParse([]).success ? [] : [of(def.element)];
      return [of(def.element), of(def.element)];
    case "object":
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([, field]) => !isSmallest || !["optional", "default"].includes(field._zod.def.type))
          .map(([name, field]) => [name, of(field)]),
      );
    case "record":
      return (def.keyType as z.core.$ZodTypes)._zod.def.type === "enum"
        ? Object.fromEntries(keysOf(def.keyType).map((key) => [key, of(def.valueType)]))
        : { one: of(def.valueType) };
    case "tuple":
      return def.items.map(of);
    case "nullable":
      return isSmallest ? null : of(def.innerType);
    case "optional":
    case "default":
      return of(def.innerType);
    case "union":
      return of(isSmallest ? (def.options[0] as z.core.SomeType) : (def.options.at(-1) as z.core.SomeType));
    default:
      throw new Error(`No sample for ${def.type}`);
  }
}
const strings = [
  "text",
  "0199f3c4-8a30-7cc1-9f5e-6d2b6b0b5e11",
  "a@b.example",
  "ACME",
  "a".repeat(32),
  "#112233",
  "2026-11-17",
  "2026-11",
  "https://a.example/",
  "Asia/Kolkata",
];
const keysOf = (type: z.core.SomeType) => Object.values((type as z.core.$ZodEnum)._zod.def.entries).map(String);

test("the built app decodes every response as its schema does, and leaves out fields that it does not know", () => {
  for (const { name, call, built } of endpoints) {
    for (const isSmallest of [true, false]) {
      const json = sample(call.response, isSmallest);
      const bySchema = call.response.safeParse(json);
      expect(bySchema.success, `${name}: ${JSON.stringify(json)} ${bySchema.error}`).toBe(true);
      expect(built.response.safeParse(json), name).toEqual({ success: true, data: bySchema.data });
      if (!isObject(json)) continue;
      const withMore = { ...json, unknownField: 1 };
      if (isObject(bySchema.data) && !Object.hasOwn(call.response.safeParse(withMore).data ?? {}, "unknownField"))
        expect(built.response.safeParse(withMore).data, name).toEqual(bySchema.data);
    }
  }
});

test("each variant of a value is decoded by its own fields", () => {
  const { readyMade } = built(mailRules);
  const rule = {
    ...{ name: "All", mailboxIds: [], match: "all", unless: [] },
    when: [
      { field: "from", test: "is", values: ["a@b.example"] },
      { field: "size", test: "over", kilobytes: 5 },
      { field: "assistant", question: "Is it urgent?" },
    ],
    actions: [
      { do: "archive" },
      { do: "move", folder: "Receipts" },
      { do: "draftReply", intent: "Thanks" },
      { do: "webhook", url: "https://a.example/" },
    ],
  };
  const answer = { items: [{ key: "receipts", description: "All", rule }] };
  expect(readyMade?.response.safeParse(answer)).toEqual({ success: true, data: answer });
  const unknown = { items: [{ key: "receipts", description: "All", rule: { ...rule, actions: [{ do: "explode" }] } }] };
  expect(readyMade?.response.safeParse(unknown)).toMatchObject({ success: false });
});

test("a response with a field of the wrong type is refused", () => {
  const refused = endpoints.filter(({ built }) => !built.response.safeParse("no object").success);
  expect(refused.length).toBeGreaterThan(100);
  const user = endpoints.find(({ name }) => name === "auth.login");
  const json = sample(user?.call.response as z.ZodType, false) as { user: Record<string, unknown> };
  const withUser = (change: object) => user?.built.response.safeParse({ ...json, user: { ...json.user, ...change } });
  expect(withUser({})?.success).toBe(true);
  for (const change of [{ email: 5 }, { email: undefined }, { createdAt: "yesterday" }, { tenantIsOwner: "yes" }])
    expect(withUser(change), JSON.stringify(change)).toMatchObject({ success: false });
});

test("the built app knows the method, path, access and files of every call", () => {
  for (const { name, call, built } of endpoints) {
    const { response: _, ...facts } = built;
    const { method, path, access, tenancy, files } = call;
    expect(facts, name).toEqual(JSON.parse(JSON.stringify({ method, path, access, tenancy, files })));
  }
});

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
