import type { Template, TemplateContent } from "@intellibox/contract/endpoints/templates";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Editor } from "@tiptap/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { MemoryRouter } from "#lib/router/router.tsx";
import type { TemplateTool } from "#lib/template-tool.ts";
import { loadEditor, RichText } from "../rich-text.tsx";

// Loaded here already, so that no test meets the box that is shown before it.
await Promise.all([loadEditor(), import("./templating.tsx")]);

const templateOf = (name: string, parts: Partial<Template> = {}): Template => ({
  ...{ id: name, isShared: false, name, shortName: "", subject: "", snippet: name, version: 1, usedCount: 0 },
  ...{ lastUsedAt: null, updatedAt: new Date(), bodyHtml: `<p>${name}</p>`, ...parts },
});
const all = [
  templateOf("Offer", {
    shortName: "of",
    bodyHtml: "<p>Hi <b>{FirstName}</b>,</p><p>our offer.</p>",
    subject: "Offer for {Name}",
  }),
  templateOf("Quote follow-up", { isShared: true, bodyHtml: "<p>Dear {FirstName|Sir}, of {QuoteDate}</p>" }),
  templateOf("Thanks"),
];

function toolOf(parts: Partial<TemplateTool> = {}): TemplateTool {
  return {
    list: async () => all,
    read: async (id) => all.find((one) => one.id === id) ?? Promise.reject(new Error("Template not found")),
    used: vi.fn(),
    person: () => ({ name: "Meera Rao", email: "meera@rao.in" }),
    facts: async () => ({ name: "Meera Rao", email: "meera@rao.in" }),
    me: () => ({ name: "Arun", email: "arun@acme.test" }),
    subject: () => "",
    setSubject: vi.fn(),
    keepsTokens: false,
    save: vi.fn(async () => undefined),
    ...parts,
  };
}

function Page({ tool, start }: { tool: TemplateTool; start: string }) {
  const [html, setHtml] = useState(start);
  return (
    <MemoryRouter>
      <RichText label="Message" value={html} onChange={setHtml} templates={tool} marksBlanks />
      <output>{html}</output>
    </MemoryRouter>
  );
}

/** An editor with the caret at the end of its first line. */
async function open(start = "<p></p>", parts: Partial<TemplateTool> = {}) {
  const tool = toolOf(parts);
  render(<Page tool={tool} start={start} />);
  const box = (await screen.findByRole("textbox", { name: "Message" })) as HTMLElement & { editor: Editor };
  const { editor } = box;
  act(() => void editor.commands.focus());
  act(
    () =>
      void editor.commands.setTextSelection(
        editor.state.doc.firstChild?.nodeSize ? editor.state.doc.firstChild.nodeSize - 1 : 1,
      ),
  );
  /** Types as a browser does: each character goes to the editor's plugins first. */
  const type = (text: string) =>
    act(() => {
      for (const character of text) {
        const { view } = editor;
        const { from, to } = view.state.selection;
        const insert = () => view.state.tr.insertText(character, from, to);
        if (!view.someProp("handleTextInput", (take) => take(view, from, to, character, insert)))
          view.dispatch(insert());
      }
    });
  const press = (key: string, keys: object = {}) => act(() => void fireEvent.keyDown(box, { key, ...keys }));
  const undo = () => press("z", { code: "KeyZ", keyCode: 90, ctrlKey: true });
  const names = () => screen.queryAllByRole("option").map((option) => option.querySelector("span span")?.textContent);
  return { tool, box, editor, type, press, undo, names };
}

const listed = () => screen.findByRole("listbox", { name: "Templates" });

test("';' lists the templates, typing filters them, and Enter inserts the filled one as one undo step [TPL-11]", async () => {
  const { tool, box, editor, type, press, undo, names } = await open("<p>Before</p><p>After</p>");
  type(" ;");
  await listed();
  expect(names()).toEqual(["Offer", "Quote follow-up", "Thanks"]);
  type("of");
  await waitFor(() => expect(names()).toEqual(["Offer"]));
  const option = screen.getByRole("option");
  expect(option.getAttribute("aria-selected")).toBe("true");
  expect(box.getAttribute("aria-activedescendant")).toBe(option.id);
  press("Enter");
  const filled = "<p>Before </p><p>Hi <strong>Meera</strong>,</p><p>our offer.</p><p>After</p>";
  await waitFor(() => expect(editor.getHTML()).toBe(filled));
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(box.hasAttribute("aria-activedescendant")).toBe(false);
  expect(tool.setSubject).toHaveBeenCalledWith("Offer for Meera Rao");
  expect(tool.used).toHaveBeenCalledWith("Offer");
  undo();
  expect(editor.getHTML()).toBe("<p>Before ;of</p><p>After</p>");
});

test("a text whose tokens are filled later keeps them, also in the subject, and nothing is asked for [TPL-21]", async () => {
  const { tool, editor, type, press } = await open("<p></p>", { keepsTokens: true });
  type(";of");
  await listed();
  press("Enter");
  await waitFor(() => expect(editor.getHTML()).toBe("<p>Hi <strong>{FirstName}</strong>,</p><p>our offer.</p>"));
  expect(tool.setSubject).toHaveBeenCalledWith("Offer for {Name}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a text without a subject does not ask for the values of a template's subject [TPL-21]", async () => {
  const { editor, type, press } = await open("<p></p>", {
    setSubject: undefined,
    read: async () => templateOf("Offer", { subject: "Offer of {OfferDate}", bodyHtml: "<p>{MyName}</p>" }),
  });
  type(";of");
  await listed();
  press("Enter");
  await waitFor(() => expect(editor.getHTML()).toBe("<p>Arun</p>"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("in an empty mail the template leaves no empty line before or after it [TPL-11]", async () => {
  const { editor, type, press } = await open();
  type(";of");
  await listed();
  press("Enter");
  await waitFor(() => expect(editor.getHTML()).toBe("<p>Hi <strong>Meera</strong>,</p><p>our offer.</p>"));
});

test("arrows choose and Tab inserts; a subject that is written stays [TPL-11]", async () => {
  const { tool, editor, type, press } = await open("<p></p>", { subject: () => "Mine" });
  type(";");
  await listed();
  press("ArrowUp");
  await waitFor(() => expect(screen.getAllByRole("option").at(-1)?.getAttribute("aria-selected")).toBe("true"));
  press("ArrowDown");
  press("Tab");
  await waitFor(() => expect(editor.getText()).toContain("our offer."));
  expect(tool.setSubject).not.toHaveBeenCalled();
});

test("Escape leaves the ';' as it is typed, and the list stays away [TPL-12]", async () => {
  const { editor, type, press } = await open();
  const heard = vi.fn();
  addEventListener("keydown", heard);
  type(";of");
  await listed();
  press("Escape");
  removeEventListener("keydown", heard);
  expect(heard).not.toHaveBeenCalled();
  expect(screen.queryByRole("listbox")).toBeNull();
  type("f");
  press("Enter");
  expect(editor.getText()).toContain(";off");
  expect(screen.queryByRole("listbox")).toBeNull();
});

test.each([
  ["in a sentence", "We came; of"],
  ["before a space", "Bonjour ; of"],
  ["without a match", ";) :-)"],
])("a ';' %s never gets in the way [TPL-12]", async (_name, text) => {
  const { editor, type, press } = await open();
  type(text);
  // The list would be loaded by now.
  await act(async () => void (await new Promise((done) => setTimeout(done, 50))));
  expect(screen.queryByRole("listbox")).toBeNull();
  press("Enter", { keyCode: 13 });
  expect(editor.getHTML()).toBe(`<p>${text}</p><p></p>`);
});

test("in the quoted original and when templates cannot be loaded a ';' is just a ';' [TPL-12]", async () => {
  const quoted = '<blockquote data-quoted="original" type="cite"><p></p></blockquote>';
  const { editor, type } = await open(`<p>Own</p>${quoted}`, { list: () => Promise.reject(new Error("offline")) });
  act(() => void editor.commands.setTextSelection(editor.state.doc.content.size - 2));
  type(";of");
  act(() => void editor.commands.setTextSelection(4));
  type(" ;of");
  await act(async () => void (await new Promise((done) => setTimeout(done, 50))));
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(editor.getHTML()).toBe(`<p>Own ;of</p>${quoted.replace("<p></p>", "<p>;of</p>")}`);
});

test("what is missing is asked for, once for each token; a value is plain text [TPL-13]", async () => {
  const { editor, type, press } = await open("<p></p>", { facts: async () => ({}) });
  const user = userEvent.setup();
  type(";offer");
  await listed();
  press("Enter");
  const dialog = within(await screen.findByRole("dialog", { name: "Fill in “Offer”" }));
  await user.type(dialog.getByRole("textbox", { name: "FirstName" }), "<i>Ana");
  expect(dialog.getAllByRole("textbox")).toHaveLength(2);
  await user.click(dialog.getByRole("button", { name: "Insert" }));
  await waitFor(() => expect(editor.getHTML()).toBe("<p>Hi <strong>&lt;i&gt;Ana</strong>,</p><p>our offer.</p>"));
});

test("values of the recipient's card are not asked for [TPL-18]", async () => {
  const facts = async () => ({ name: "Ana Maria Cruz", firstName: "Ana Maria", lastName: "Cruz" });
  const { editor, type, press } = await open("<p></p>", { facts });
  type(";offer");
  await listed();
  press("Enter");
  await waitFor(() => expect(editor.getText({ blockSeparator: " " })).toBe("Hi Ana Maria, our offer."));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("'Leave open' keeps the token as a blank, and Cancel changes nothing [TPL-13]", async () => {
  const { editor, tool, type, press } = await open("<p></p>", { facts: async () => ({}) });
  const user = userEvent.setup();
  type(";quote");
  await listed();
  press("Enter");
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(editor.getText()).toBe(";quote");
  expect(tool.used).not.toHaveBeenCalled();
  act(() => void editor.commands.clearContent());
  type(";quote");
  await listed();
  press("Enter");
  await user.click(await screen.findByRole("button", { name: "Leave open" }));
  await waitFor(() => expect(editor.getText()).toBe("Dear Sir, of {QuoteDate}"));
  expect(await screen.findByText("1 blank to fill in.")).toBeDefined();
});

test("the button lists all templates with a search, and says if there are none [TPL-14]", async () => {
  const { editor } = await open("<p>Text </p>");
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Templates" }));
  const field = await screen.findByRole("combobox", { name: "Find a template" });
  await user.type(field, "thank");
  await waitFor(() =>
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
      "Thanks",
      "Save this text as a template…",
      "Manage templates",
    ]),
  );
  await user.keyboard("{Enter}");
  await waitFor(() => expect(editor.getText()).toContain("Thanks"));
});

test("the present text is saved as a template; names of the recipient become tokens only if accepted [TPL-17]", async () => {
  const save = vi.fn(async (_content: TemplateContent) => undefined);
  const quoted = '<blockquote data-quoted="original" type="cite"><p>Secret</p></blockquote>';
  await open(`<p>Hi Meera,</p><p>thanks.</p>${quoted}`, { save, subject: () => "Re: For Meera" });
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Templates" }));
  await user.click(await screen.findByRole("option", { name: "Save this text as a template…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Save as template" }));
  const name = dialog.getByRole("textbox", { name: "Name" });
  await user.clear(name);
  await user.type(name, "Greeting");
  const box = dialog.getByRole("checkbox", { name: "Write {FirstName} for “Meera” (2 times)" });
  expect((box as HTMLInputElement).checked).toBe(false);
  await user.click(box);
  await user.click(dialog.getByRole("button", { name: /^Save template/ }));
  await waitFor(() =>
    expect(save).toHaveBeenCalledWith({
      ...{ name: "Greeting", shortName: "", subject: "For {FirstName}" },
      bodyHtml: "<p>Hi {FirstName},</p><p>thanks.</p>",
    }),
  );
});
