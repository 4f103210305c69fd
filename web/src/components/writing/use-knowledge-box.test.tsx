import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { usesKnowledge } from "#lib/drafts/uses-knowledge.ts";
import { clearSession, saveSession } from "#lib/session/session.ts";
import { sessionOf } from "#test/people.ts";
import { UseKnowledgeBox } from "./use-knowledge-box.tsx";

test("what a person chose is remembered for that person alone [KNO-37]", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const { unmount } = render(<UseKnowledgeBox />);
  const box = () => screen.getByRole("checkbox", { name: "Use knowledge" });
  expect(usesKnowledge()).toBe(true);
  await userEvent.click(box());
  expect(usesKnowledge()).toBe(false);
  unmount();
  render(<UseKnowledgeBox />);
  expect(box()).toHaveProperty("checked", false);
  clearSession();
  expect(usesKnowledge()).toBe(true);
});
