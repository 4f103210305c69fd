import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { sessionOf } from "#test/people.ts";
import { Engine, type WrittenBy } from "./engine.tsx";

const builtin: WrittenBy = { provider: "builtin", model: "builtin", durationMs: 40 };
function shown(written: WrittenBy) {
  const { container } = render(
    <MemoryRouter>
      <Engine written={written} />
    </MemoryRouter>,
  );
  return container.textContent;
}

test("the built-in engine is named, and users who cannot add a key are told whom to ask [AIX-04]", () => {
  saveSession(sessionOf("SUPER_ADMIN"));
  expect(shown({ ...builtin, basis: "composed" })).toBe("Built-in engine — add a key for richer drafts");
  expect(screen.getByRole("link", { name: "add a key for richer drafts" }).getAttribute("href")).toBe("/openai");
  saveSession(sessionOf("ADMIN"));
  shown(builtin);
  expect(screen.getAllByRole("link").at(-1)?.getAttribute("href")).toBe("/settings?tab=ai");
  saveSession(sessionOf("NORMAL_USER"));
  expect(shown(builtin)).toBe("Built-in engine. Ask your admin to connect an AI provider for richer drafts.");
});

test("a plain frame is called so, with what this user can do about it", () => {
  saveSession(sessionOf("SUPER_ADMIN"));
  expect(shown({ ...builtin, basis: "frame" })).toBe(
    "Built-in engine, plain frame: check the parts in your words, or add a model for a full draft",
  );
  expect(screen.getByRole("link", { name: "add a model for a full draft" }).getAttribute("href")).toBe("/openai");
  saveSession(sessionOf("NORMAL_USER"));
  expect(shown({ ...builtin, basis: "frame" })).toBe(
    "Built-in engine, plain frame: check the parts in your words. Ask your admin to add a model for a full draft.",
  );
});

test("a provider's model is named with its time", () => {
  expect(shown({ provider: "openai", model: "gpt-4o", durationMs: 1284 })).toBe("gpt-4o, 1.3 s");
  expect(shown({ provider: "ollama", model: "qwen3", durationMs: 12 })).toBe("qwen3, under 0.1 s");
});

test("a text in the user's voice links to it [STY-12]", () => {
  saveSession(sessionOf("NORMAL_USER"));
  expect(shown({ provider: "compatible", model: "m", durationMs: 40, inVoice: true })).toBe(
    "m, under 0.1 s · In your voice",
  );
  expect(screen.getByRole("link", { name: "In your voice" }).getAttribute("href")).toBe("/profile?tab=voice");
  expect(shown({ provider: "compatible", model: "m", durationMs: 40 })).not.toContain("voice");
});
