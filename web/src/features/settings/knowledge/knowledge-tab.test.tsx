import { type KnowledgeSource, knowledge, type MeaningProgress } from "@intellibox/contract/endpoints/knowledge";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { KnowledgeTab } from "./knowledge-tab.tsx";

const ids = ["a", "b", "c"].map((letter) => `0192f000-0000-7000-8000-00000000000${letter}`);
const source = (at: number, parts: Partial<KnowledgeSource>): KnowledgeSource => ({
  ...{ id: ids[at] ?? "", kind: "fact", title: "Hours", isShared: false, audience: "everybody", validUntil: null },
  ...{ isOutOfDate: false, state: "ready", problem: null, isPartial: false, pages: 0, pieces: 1, size: 10, version: 1 },
  updatedAt: new Date("2026-11-18T09:00:00Z"),
  ...parts,
});

function show(items: KnowledgeSource[], meaning: MeaningProgress | null = null) {
  saveSession(sessionOf("NORMAL_USER"));
  const server = fakeApi();
  const saved: unknown[] = [];
  server.on(knowledge.list, () => ({ items, meaning }) as never);
  server.on(knowledge.create, ({ body }) => {
    saved.push(body);
    return source(0, {}) as never;
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <KnowledgeTab />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return saved;
}
const rowOf = async (text: string) => within((await screen.findByText(text)).closest("li") as HTMLElement);

test("each entry says what it is, its pages and dates, and why a file was not read [KNO-07] [KNO-10]", async () => {
  show([
    source(0, { kind: "file", title: "Prices.pdf", pages: 3, validUntil: "2020-12-31", isOutOfDate: true }),
    source(1, { kind: "file", title: "Locked.pdf", state: "failed", problem: "encrypted", pieces: 0 }),
    source(2, { kind: "file", title: "New.pdf", state: "reading", pieces: 0 }),
  ]);
  expect((await rowOf("Prices.pdf")).getByText("Out of date")).toBeDefined();
  expect((await rowOf("Prices.pdf")).getByText(/3 pages · valid until/)).toBeDefined();
  expect((await rowOf("Locked.pdf")).getByText(/protected by a password/)).toBeDefined();
  expect((await rowOf("New.pdf")).getByText("Being read…")).toBeDefined();
});

test("a member cannot change the company's entries, and has no choice of the company [KNO-06]", async () => {
  const saved = show([source(0, { title: "Ours", isShared: true }), source(1, { title: "Mine too" })]);
  expect((await rowOf("Ours")).queryByRole("button", { name: /^(Edit|Delete)/ })).toBeNull();
  expect((await rowOf("Mine too")).getByRole("button", { name: "Edit: Mine too" })).toBeDefined();
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Add" }));
  await user.click(await screen.findByRole("menuitem", { name: "Fact" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.queryByRole("checkbox")).toBeNull();
  await user.type(dialog.getByLabelText("Fact"), "We open at nine.");
  await user.click(dialog.getByRole("button", { name: /^Save entry/ }));
  await expect.poll(() => saved).toMatchObject([{ kind: "fact", text: "We open at nine.", isShared: false }]);
});

test("nothing known yet is said, with how to begin [KNO-01]", async () => {
  show([]);
  expect(await screen.findByText(/Nothing is known yet/)).toBeDefined();
});

test("the list says how much is searched by meaning, and why not more [KNO-32] [KNO-33]", async () => {
  show([source(0, {})], { model: "m", embedded: 120, pieces: 300, problem: "auth" });
  expect(await screen.findByText(/Searchable by meaning: 120 of 300/)).toBeDefined();
  expect(screen.getByText(/did not accept the key/)).toBeDefined();
});
