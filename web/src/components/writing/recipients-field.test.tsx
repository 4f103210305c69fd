import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { RecipientsField } from "./recipients-field.tsx";

function Owner({ start }: { start: string }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <RecipientsField label="To" value={value} onChange={setValue} />
      <output>{value}</output>
      <button type="button" onClick={() => setValue("new@example.com")}>
        Replace
      </button>
    </>
  );
}

const shown = (start = "") => {
  render(<Owner start={start} />);
  const box = screen.getByRole<HTMLInputElement>("textbox", { name: "To" });
  return {
    box,
    value: () => screen.getByRole("status").textContent,
    chips: () =>
      screen.queryAllByRole("button", { name: /^Remove/ }).map((chip) => chip.getAttribute("aria-label")?.slice(7)),
  };
};

test("commas and Enter make chips; the value stays a comma-separated list [CMP-17] [VAL-01]", async () => {
  const user = userEvent.setup();
  const { box, value, chips } = shown("a@example.com");
  expect(chips()).toEqual(["a@example.com"]);
  await user.type(box, "b@example.com, c@example.com{Enter}d@exa");
  expect(chips()).toEqual(["a@example.com", "b@example.com", "c@example.com"]);
  expect(value()).toBe("a@example.com, b@example.com, c@example.com, d@exa");
  expect(box.value).toBe("d@exa");
});

test("an address is not added twice, whatever its case", async () => {
  const user = userEvent.setup();
  const { box, chips } = shown("a@example.com, b@example.com");
  await user.type(box, "A@Example.com{Enter}c@example.com{Enter}b@example.com,");
  expect(chips()).toEqual(["a@example.com", "b@example.com", "c@example.com"]);
  expect(box.value).toBe("");
});

test("Backspace in the empty box removes the last address, the cross removes any", async () => {
  const user = userEvent.setup();
  const { box, chips } = shown("a@example.com, b@example.com, c@example.com");
  await user.click(screen.getByRole("button", { name: "Remove a@example.com" }));
  await user.type(box, "{Backspace}");
  expect(chips()).toEqual(["b@example.com"]);
});

test("an invalid address is reported below after it was entered, not while it is typed [VAL-02]", async () => {
  const user = userEvent.setup();
  const { box } = shown();
  await user.type(box, "not an address");
  expect(screen.queryByRole("alert")).toBeNull();
  await user.tab();
  expect(screen.getByRole("alert").textContent).toContain("not an address");
  expect(box.getAttribute("aria-invalid")).toBe("true");
});

test("a pasted list of names and addresses keeps the addresses", async () => {
  const user = userEvent.setup();
  const { box, value } = shown();
  await user.click(box);
  await user.paste("Priya Nair <priya@example.com>; Aarav <aarav@example.com>\nx@example.com");
  expect(value()).toBe("priya@example.com, aarav@example.com, x@example.com");
});

test("a value from outside replaces what was being typed", async () => {
  const user = userEvent.setup();
  const { box, chips } = shown();
  await user.type(box, "half");
  await user.click(screen.getByRole("button", { name: "Replace" }));
  expect(chips()).toEqual(["new@example.com"]);
  expect(box.value).toBe("");
});

test("the arrow keys reach the chips, where Delete removes one", async () => {
  const user = userEvent.setup();
  const { box, chips } = shown("a@example.com, b@example.com, c@example.com");
  await user.click(box);
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Remove b@example.com");
  await user.keyboard("{Delete}");
  expect(chips()).toEqual(["a@example.com", "c@example.com"]);
  expect(document.activeElement).toBe(box);
});
