import { allEndpoints } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { openApiDocument } from "./openapi.ts";

const document = openApiDocument();

test("the public surface is the one on record: a change of it shows here", async () => {
  // After a change on purpose: npx vitest run --project server openapi -u
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot("../../../docs/openapi.json");
});

test("every call is documented, with its access and what it answers", () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(operations).toHaveLength(allEndpoints.length);
  for (const { path, method } of allEndpoints) expect(document.paths[path]?.[method.toLowerCase()]).toBeDefined();
});

test("no two calls share method and path", () => {
  const names = allEndpoints.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});
