import { templates } from "@intellibox/contract/endpoints/templates";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { loadEditor } from "#components/rich-text/rich-text.tsx";
import { Toaster } from "#components/ui/toaster.tsx";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { TemplatesPage } from "./templates-page.tsx";

await loadEditor();

const at = "2026-11-14T04:16:00.000Z";
const itemOf = (number: number, name: string, isShared: boolean) => ({
  ...{ id: `01890000-0000-7000-8000-00000000000${number}`, name, isShared, shortName: `t${number}`, subject: "" },
  ...{ snippet: `About ${name}`, version: 3, usedCount: number, lastUsedAt: number > 0 ? at : null, updatedAt: at },
});
const mine = itemOf(0, "Thanks", false);
const ours = itemOf(2, "Reminder", true);

function open(role: "NORMAL_USER" | "ADMIN", items: ReturnType<typeof itemOf>[] | Response = [ours, mine]) {
  saveSession(sessionOf(role));
  const api = fakeApi();
  api.on(templates.list, () => (items instanceof Response ? items.clone() : { items }) as never);
  api.on(templates.get, () => ({ ...mine, bodyHtml: "<p>Thanks, {FirstName}</p>" }));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <TemplatesPage />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const names = () => screen.queryAllByRole("listitem").map((row) => row.querySelector("[data-row]")?.textContent);
  return { api, names, user: userEvent.setup() };
}

test("templates are listed with their uses, searched, and divided into own ones and the company's [TPL-15]", async () => {
  const { names, user } = open("NORMAL_USER");
  const row = (await screen.findByText("Reminder")).closest("li") as HTMLElement;
  expect(row.textContent).toContain("Company");
  expect(row.textContent).toMatch(/Used 2 times, last /);
  expect(screen.getByText("Not used yet")).toBeDefined();
  await user.click(screen.getByRole("radio", { name: "Mine" }));
  expect(names()).toEqual(["Thanks"]);
  await user.click(screen.getByRole("radio", { name: "All" }));
  await user.type(screen.getByRole("searchbox", { name: "Search templates" }), "t2");
  expect(names()).toEqual(["Reminder"]);
  await user.type(screen.getByRole("searchbox", { name: "Search templates" }), "x");
  expect(screen.getByText("No template is found.")).toBeDefined();
});

test("a member can duplicate, but neither change nor delete the company's templates [TPL-06]", async () => {
  open("NORMAL_USER");
  const row = within((await screen.findByText("Reminder")).closest("li") as HTMLElement);
  expect(row.getByRole("button", { name: "Duplicate: Reminder" })).toBeDefined();
  expect(row.queryByRole("button", { name: "Edit: Reminder" })).toBeNull();
  expect(row.queryByRole("button", { name: "Delete: Reminder" })).toBeNull();
  expect(screen.getByRole("button", { name: "Edit: Thanks" })).toBeDefined();
});

test("without templates, and if they cannot be loaded, the page says what to do [TPL-15]", async () => {
  open("ADMIN", []);
  expect(await screen.findByText(/There are no templates yet/)).toBeDefined();
  expect(screen.getAllByRole("button", { name: "New template" })).toHaveLength(2);
});

test("a failed load can be repeated [TPL-15]", async () => {
  const { api, user, names } = open("ADMIN", refusal(400, { error: "The database is away", code: "invalid" }));
  const retry = await screen.findByRole("button", { name: "Retry" });
  expect(retry.closest("[role=alert]")?.textContent).toContain("The database is away");
  api.on(templates.list, () => ({ items: [mine] }));
  await user.click(retry);
  await waitFor(() => expect(names()).toEqual(["Thanks"]));
});

test("a change names its version, and a refusal stays in the form [TPL-05]", async () => {
  const { api, user } = open("ADMIN");
  api.on(
    templates.update,
    () => refusal(409, { error: "This template was changed meanwhile.", code: "conflict" }) as never,
  );
  await user.click(await screen.findByRole("button", { name: "Edit: Thanks" }));
  const form = within(await screen.findByRole("dialog", { name: "Edit Thanks" }));
  await user.type(form.getByRole("textbox", { name: "Name" }), " a lot");
  await user.click(form.getByRole("button", { name: /^Save template/ }));
  expect((await form.findByRole("alert")).textContent).toContain("changed meanwhile");
  expect(api.callsOf(templates.update)[0]?.body).toMatchObject({ name: "Thanks a lot", basedOn: 3 });
  expect(form.queryByRole("checkbox")).toBeNull();
});

test("a deletion can be undone [TPL-07]", async () => {
  const { api, user } = open("ADMIN");
  api.on(templates.remove, () => ({ ok: true }));
  api.on(templates.restore, () => ({ ...mine, bodyHtml: "<p>Thanks</p>" }));
  await user.click(await screen.findByRole("button", { name: "Delete: Thanks" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText("The template is back")).toBeDefined();
  expect(api.callsOf(templates.remove)[0]?.query).toEqual({ basedOn: "3" });
  expect(api.callsOf(templates.restore)).toHaveLength(1);
});
