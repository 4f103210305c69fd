import { expect, test } from "vitest";
import { saveSession } from "#lib/session/session.ts";
import { sessionOf } from "#test/people.ts";
import { engineOf } from "./authorship.tsx";

test("the built-in engine is named, and users who cannot add a key are told whom to ask [AIX-04]", () => {
  const builtin = { provider: "builtin", model: "builtin" };
  saveSession(sessionOf("SUPER_ADMIN"));
  expect(engineOf(builtin)).toBe("Built-in engine — add a key for richer drafts");
  expect(engineOf({ provider: "openai", model: "gpt-4o" })).toBe("gpt-4o");
  for (const role of ["ADMIN", "NORMAL_USER"] as const) {
    saveSession(sessionOf(role));
    expect(engineOf(builtin)).toBe("Built-in engine. Ask your admin to connect an AI provider for richer drafts.");
  }
});
