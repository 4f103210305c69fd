import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { TabList, Tabs } from "./tabs.tsx";

const names = ["one", "two", "three"] as const;
type Name = (typeof names)[number];

function Example({ keepPanels = false }) {
  const [value, setValue] = useState<Name>("one");
  const tabs = names.map((name) => ({
    value: name,
    label: `Tab ${name}`,
    panel: <input aria-label={`Field of ${name}`} />,
  }));
  return <Tabs label="Numbers" tabs={tabs} value={value} onChange={setValue} keepPanels={keepPanels} />;
}

const tab = (name: Name) => screen.getByRole("tab", { name: `Tab ${name}` });
const chosen = () => screen.getAllByRole("tab", { selected: true }).map((element) => element.textContent);

test("only the selected panel is in the page, and it and its tab refer to each other", async () => {
  render(<Example />);
  expect(screen.getByRole("tablist", { name: "Numbers" })).toBeDefined();
  for (const name of ["two", "three", "one"] as const) {
    await userEvent.click(tab(name));
    const panel = screen.getByRole("tabpanel", { name: `Tab ${name}` });
    expect(document.querySelectorAll('[role="tabpanel"]')).toHaveLength(1);
    expect(tab(name).getAttribute("aria-controls")).toBe(panel.id);
    expect(chosen()).toEqual([`Tab ${name}`]);
    expect(screen.getByLabelText(`Field of ${name}`)).toBeDefined();
  }
  // `aria-controls` must not name a missing element.
  expect(tab("two").hasAttribute("aria-controls")).toBe(false);
});

test("the tabs are one Tab stop; arrows wrap around, Home and End go to the ends, and the focused tab is selected", async () => {
  render(<Example />);
  await userEvent.tab();
  expect(document.activeElement).toBe(tab("one"));
  for (const [key, name] of [
    ["ArrowLeft", "three"],
    ["ArrowRight", "one"],
    ["ArrowRight", "two"],
    ["End", "three"],
    ["Home", "one"],
    ["End", "three"],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    expect(document.activeElement).toBe(tab(name));
    expect(chosen()).toEqual([`Tab ${name}`]);
  }
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("tabpanel"));
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toBe(tab("three"));
});

test("keys with Alt or Ctrl are left to the browser, and other keys select nothing", async () => {
  render(<Example />);
  await userEvent.tab();
  await userEvent.keyboard("{Alt>}{ArrowRight}{/Alt}{Control>}{End}{/Control}x{ArrowDown}");
  expect(chosen()).toEqual(["Tab one"]);
});

test("a panel loses its state when another tab is selected, unless panels are kept", async () => {
  const { unmount } = render(<Example />);
  await userEvent.type(screen.getByLabelText("Field of one"), "typed");
  await userEvent.click(tab("two"));
  expect(screen.queryByLabelText("Field of one")).toBeNull();
  unmount();

  render(<Example keepPanels />);
  await userEvent.type(screen.getByLabelText("Field of one"), "typed");
  await userEvent.click(tab("two"));
  expect(screen.getByRole("tabpanel").textContent).toBe("");
  expect(screen.getByLabelText<HTMLInputElement>("Field of one").closest("[hidden]")).not.toBeNull();
  await userEvent.click(tab("one"));
  expect(screen.getByLabelText<HTMLInputElement>("Field of one").value).toBe("typed");
});

test("tabs without panels have no aria-controls, and report only a change", async () => {
  const asked: Name[] = [];
  const tabs = names.map((name) => ({ value: name, label: name }));
  render(<TabList label="Tones" tabs={tabs} value="two" onChange={(name) => asked.push(name)} />);
  await userEvent.click(screen.getByRole("tab", { name: "two" }));
  await userEvent.click(screen.getByRole("tab", { name: "three" }));
  expect(asked).toEqual(["three"]);
  expect(document.querySelector("[aria-controls]")).toBeNull();
});

test("the class of the list also hides what stands beside it", () => {
  const tabs = [{ value: "one", label: "Tab one", panel: "Panel" }] as const;
  const given = { label: "Numbers", tabs, value: "one", onChange: vi.fn(), listClass: "hidden" } as const;
  render(<Tabs {...given} aside={<p>26 messages</p>} />);
  expect(screen.getByText("26 messages").closest(".hidden")?.contains(screen.getByRole("tab"))).toBe(true);
});
