import { allEndpoints } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { testWorld } from "#test/test-world.ts";
import { buildApp } from "../app.ts";
import { openApiDocument } from "./openapi.ts";
import { rawOperations } from "./raw-operations.ts";

const document = openApiDocument();

test("the API equals the recorded OpenAPI document", async () => {
  // After an intended change: npx vitest run --project server openapi -u
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot("../../../docs/openapi.json");
});

/** Method and full path of every operation. */
const documented = Object.entries(document.paths).flatMap(([path, { servers, ...methods }]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${servers ? "" : "/api"}${path}`),
);

test("exactly the mounted routes are documented", async () => {
  const { world } = await testWorld();
  const mounted: string[] = [];
  // Without the web app's files.
  const app = await buildApp(world, {
    webRoot: "/nowhere",
    onRoute: ({ method, url }) => mounted.push(...[method].flat().map((each) => `${each} ${url}`)),
  });
  await app.close();
  // Fastify adds a HEAD route to each GET route.
  const routes = mounted
    .filter((route) => !route.startsWith("HEAD "))
    .map((route) => route.replaceAll(/:(\w+)/g, "{$1}"));
  expect(routes.sort()).toEqual([...documented].sort());
});

test("every call is documented with its access and its answer", () => {
  expect(documented).toHaveLength(allEndpoints.length + rawOperations.length);
  for (const { method, path, access, answers } of rawOperations) {
    const responses = Object.entries(answers).map(([status, { type }]) => [
      status,
      type ? { content: { [type]: expect.anything() } } : {},
    ]);
    expect(document.paths[path.replace(/^\/api(?=\/)/, "")]?.[method.toLowerCase()], path).toMatchObject({
      "x-access": access,
      responses: Object.fromEntries(responses),
    });
  }
  for (const { path, method } of allEndpoints) expect(document.paths[path]?.[method.toLowerCase()]).toBeDefined();
});

test("no two calls share method and path", () => {
  const names = allEndpoints.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});
