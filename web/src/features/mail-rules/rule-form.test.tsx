import { folders } from "@intellibox/contract/endpoints/folders";
import { type MailRule, mailRules } from "@intellibox/contract/endpoints/mail-rules";
import { mailboxes } from "@intellibox/contract/endpoints/mailboxes";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { RuleForm } from "./rule-form.tsx";
import type { OpenedRule } from "./use-rule-form.ts";

const stored: MailRule = {
  ...{ id: "01890000-0000-7000-8000-000000000002", name: "Receipts", isShared: false, state: "on", pausedReason: null },
  ...{ position: 1, version: 3, mailboxIds: [], match: "all", unless: [], hits: 0, lastHitAt: null, proposals: 0 },
  updatedAt: new Date("2026-11-14T04:16:00.000Z"),
  when: [{ field: "subject", test: "contains", values: ["receipt"] }],
  actions: [{ do: "move", folder: "Receipts" }, { do: "markRead" }],
};
const inJson = (rule: MailRule) => JSON.parse(JSON.stringify(rule));
const settings = { templateReplies: false, webhooks: true, forwardTo: [] };
const empty: OpenedRule = { kind: "new", start: null, notes: [], isShared: false };

async function open(opened: OpenedRule = empty, role: "NORMAL_USER" | "ADMIN" = "NORMAL_USER") {
  saveSession(sessionOf(role));
  const api = fakeApi();
  api.on(mailboxes.list, () => ({ items: [] }) as never);
  api.on(folders.list, () => ({ mailboxes: [], unified: {} }) as never);
  api.on(mailRules.create, () => inJson(stored));
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <RuleForm opened={opened} settings={settings} onClose={onClose} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const form = within(await screen.findByRole("dialog"));
  const save = () => user.click(form.getByRole("button", { name: /^Save rule/ }));
  const user = userEvent.setup();
  const choose = async (name: string, option: string) => {
    await user.click(form.getByRole("combobox", { name }));
    await user.click(await screen.findByRole("option", { name: option }));
  };
  return { api, form, user, onClose, save, choose };
}

test("each part that is missing is named at its place, and nothing is sent [RUL-66]", async () => {
  const { api, form, save } = await open();
  await save();
  expect(form.getAllByRole("alert").map((alert) => alert.textContent)).toEqual([
    "Name is required",
    "Enter what to look for",
    "Folder is required",
  ]);
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole("textbox", { name: "Name" })));
  expect(api.callsOf(mailRules.create)).toEqual([]);
});

test("texts become chips, also without Enter, and the rule is saved with the chosen state [RUL-65] [RUL-66]", async () => {
  const { api, form, user, onClose, save, choose } = await open();
  await user.type(form.getByRole("textbox", { name: "Name" }), "Stars");
  await user.type(form.getByRole("textbox", { name: "Texts to look for" }), "acme{Enter}globex");
  await choose("What is done", "Star");
  await user.click(form.getByRole("radio", { name: "On" }));
  expect(form.getByText(/When the sender contains “acme” or “globex”: star\./)).toBeDefined();
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.callsOf(mailRules.create)[0]?.body).toEqual({
    ...{ name: "Stars", mailboxIds: [], match: "all", unless: [], isShared: false, state: "on" },
    timeZone: expect.any(String),
    when: [{ field: "from", test: "contains", values: ["acme", "globex"] }],
    actions: [{ do: "star" }],
  });
});

test("an empty form is typed into at once, and a list of senders becomes a chip for each [RUL-66]", async () => {
  const { form, user, choose } = await open();
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole("textbox", { name: "Name" })));
  const texts = form.getByRole("textbox", { name: "Texts to look for" });
  await user.type(texts, "a@x.test, b@y.test;z.test{Enter}Doe, Jane{Enter}");
  const chips = () =>
    form.getAllByRole("button", { name: /^Remove .*[a-z.]$/ }).map((one) => one.getAttribute("aria-label"));
  expect(chips()).toEqual(["a@x.test", "b@y.test", "z.test", "Doe, Jane"].map((text) => `Remove ${text}`));
  await choose("What is compared", "Subject");
  await user.type(texts, "1.2, 1.3{Enter}");
  expect(form.getByRole("button", { name: "Remove 1.2, 1.3" })).toBeDefined();
});

test("an action that the company does not allow is shown with the reason [RUL-66]", async () => {
  const { form, user } = await open();
  await user.click(form.getByRole("combobox", { name: "What is done" }));
  const template = await screen.findByRole("option", { name: /^Answer with a template/ });
  expect(template.textContent).toContain("Your administrator has not allowed this.");
  expect(template.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByRole("option", { name: "Call a webhook" }).getAttribute("aria-disabled")).toBeNull();
});

test("only an administrator makes a rule for everybody [RUL-68]", async () => {
  const member = await open();
  expect(member.form.queryByRole("switch")).toBeNull();
  act(() => member.onClose());
});

test("the switch for everybody is sent with a new rule of an administrator [RUL-68]", async () => {
  const { api, form, user, save } = await open({ kind: "new", start: stored, notes: [], isShared: false }, "ADMIN");
  await user.click(form.getByRole("switch", { name: /For everybody in the company/ }));
  await save();
  await waitFor(() => expect(api.callsOf(mailRules.create)[0]?.body).toMatchObject({ isShared: true, mailboxIds: [] }));
});

test("actions are moved and removed, and conditions are added and removed [RUL-66]", async () => {
  const { api, form, user, save } = await open({ kind: "edit", rule: stored });
  api.on(mailRules.update, () => inJson(stored));
  await user.click(form.getByRole("button", { name: "Move action 2 up" }));
  await user.click(form.getByRole("button", { name: "Add exception" }));
  await user.click(
    within(form.getByRole("list", { name: "Exceptions" })).getByRole("combobox", { name: "What is compared" }),
  );
  await user.click(await screen.findByRole("option", { name: "Attachment" }));
  await save();
  await waitFor(() =>
    expect(api.callsOf(mailRules.update)[0]?.body).toMatchObject({
      basedOn: 3,
      unless: [{ field: "attachment", type: "any" }],
      actions: [{ do: "markRead" }, { do: "move", folder: "Receipts" }],
    }),
  );
});

test("a rule that was changed meanwhile is not overwritten, and its latest version can be loaded [RUL-67]", async () => {
  const { api, form, user, save } = await open({ kind: "edit", rule: stored });
  api.on(
    mailRules.update,
    () => refusal(409, { error: "This rule was changed meanwhile.", code: "conflict" }) as never,
  );
  const latest = { ...stored, name: "Bills", version: 4 };
  api.on(mailRules.list, () => ({ items: [inJson(latest)], settings }));
  await user.type(form.getByRole("textbox", { name: "Name" }), " a lot");
  await save();
  expect(await form.findByText("This rule was changed meanwhile.")).toBeDefined();
  await user.click(form.getByRole("button", { name: "Load the latest version" }));
  await waitFor(() => expect(form.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("Bills"));
  api.on(mailRules.update, () => inJson(latest));
  await save();
  await waitFor(() => expect(api.callsOf(mailRules.update)[1]?.body).toMatchObject({ name: "Bills", basedOn: 4 }));
});

test("a refusal of the server is shown at its field [RUL-66]", async () => {
  const { api, form, save } = await open({ kind: "new", start: stored, notes: [], isShared: false });
  const fields = { "actions.0": "This folder cannot be used" };
  api.on(mailRules.create, () => refusal(400, { error: "Check the form", code: "invalid", fields }) as never);
  await save();
  expect(await form.findByText("Check the form")).toBeDefined();
  expect(within(form.getByRole("group", { name: "Action 1" })).getByText("This folder cannot be used")).toBeDefined();
});

test("a web address that the server refuses is told once, at the field, which gets the focus and keeps what it has [RUL-34] [RUL-66]", async () => {
  const { api, form, user, save, choose } = await open({ kind: "new", start: stored, notes: [], isShared: false });
  await user.click(form.getByRole("button", { name: "Remove action 2" }));
  await choose("What is done", "Call a webhook");
  await user.type(form.getByRole("textbox", { name: "Web address" }), "10.1.2.3/hook");
  const error = "This web address is not public. Rules call only addresses on the internet.";
  const fields = { "actions.0": error };
  api.on(mailRules.create, () => refusal(400, { error, code: "invalid", fields }) as never);
  await save();
  expect((await form.findAllByText(error)).length).toBe(1);
  const field = form.getByRole<HTMLInputElement>("textbox", { name: "Web address" });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toBe("https://10.1.2.3/hook");
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(error);
  expect(form.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("Receipts");
});

test("a failure that is about no field is scrolled into view, above the fields [RUL-66]", async () => {
  const { api, form, save } = await open({ kind: "new", start: stored, notes: [], isShared: false });
  const error = "There is no disk space left on the server.";
  api.on(mailRules.create, () => refusal(507, { error, code: "storage_full" }) as never);
  const scrollIntoView = vi.fn();
  Element.prototype.scrollIntoView = scrollIntoView;
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, "scrollIntoView"));
  await save();
  const alert = await form.findByRole("alert");
  expect(alert.textContent).toBe(error);
  await waitFor(() => expect(scrollIntoView.mock.contexts).toEqual([alert]));
});

test("changes are not lost by closing the form without a question [RUL-67]", async () => {
  const { form, user, onClose } = await open({ kind: "edit", rule: stored });
  await user.type(form.getByRole("textbox", { name: "Name" }), "!");
  await user.click(form.getByRole("button", { name: "Cancel" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Discard what you changed?" }));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(question.getByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalled();
});

test("trying shows the mails, the reasons and what was not judged, and stores nothing [RUL-69]", async () => {
  const { api, form, user } = await open({ kind: "edit", rule: stored });
  api.on(mailRules.tryOut, () => ({
    ...{ tried: 500, notJudged: 3 },
    hits: [
      {
        ...{ messageId: stored.id, mailboxId: stored.id, from: "shop@acme.test", subject: "Your receipt" },
        ...{
          date: "2026-11-14T04:16:00.000Z",
          reasons: ["The subject contains “receipt”"],
          actions: ["Move to “Receipts”"],
        },
      },
    ],
  }));
  const scrollIntoView = vi.fn();
  Element.prototype.scrollIntoView = scrollIntoView;
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, "scrollIntoView"));
  await user.click(form.getByRole("button", { name: /^Try on the newest mails/ }));
  expect(await form.findByText("1 of 500 mails would be handled. Nothing was changed.")).toBeDefined();
  expect(form.getByText("Why: The subject contains “receipt”")).toBeDefined();
  expect(form.getByText(/^3 mails were not judged by the assistant/)).toBeDefined();
  // The results stand at the end of the form, below what is in view.
  expect(scrollIntoView.mock.contexts.at(-1)).toBe(form.getByText(/^1 of 500 mails/).parentElement);
  expect(api.calls.filter(({ method, path }) => method !== "GET" && path !== "/mail-rules/try")).toEqual([]);
});

test("a mailbox that was removed can be taken out of the rule [RUL-66]", async () => {
  const gone = "01890000-0000-7000-8000-000000000009";
  const { api, form, user, save } = await open({ kind: "edit", rule: { ...stored, mailboxIds: [gone] } });
  api.on(mailRules.update, () => inJson(stored));
  await user.click(await form.findByRole("checkbox", { name: "A removed mailbox" }));
  await save();
  await waitFor(() => expect(api.callsOf(mailRules.update)[0]?.body).toMatchObject({ mailboxIds: [] }));
});
