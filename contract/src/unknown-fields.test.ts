import { expect, test } from "vitest";
import { api } from "./api.ts";
import type { Endpoint } from "./endpoint.ts";

/** These lose nothing by ignoring a field: they choose no rows, and a client may send more about its device. */
const lenient = new Set<Endpoint>([
  api.auth.login,
  api.auth.refresh,
  api.auth.changePassword,
  api.dashboards.me,
  api.dashboards.tenant,
  api.dashboards.platform,
]);

test("bodies and queries refuse fields that they do not know, so that none is dropped in silence", () => {
  const silent: string[] = [];
  for (const endpoint of Object.values(api).flatMap((group) => Object.values<Endpoint>(group))) {
    for (const schema of [endpoint.body, endpoint.query]) {
      if (!schema || lenient.has(endpoint)) continue;
      // One of the kinds of request, so that the union knows which fields to check.
      const answer = schema.safeParse({ type: "Role change", kind: "delete", unknownField: "1" });
      if (!JSON.stringify(answer.error?.issues ?? []).includes("unknownField"))
        silent.push(`${endpoint.method} ${endpoint.path}`);
    }
  }
  expect(silent).toEqual([]);
});
