import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { SnoozeDialog } from "./snooze-dialog.tsx";

function open(props: { current?: Date; now?: Date } = {}) {
  const picked: (Date | null)[] = [];
  render(
    <SnoozeDialog
      count={1}
      current={props.current}
      now={props.now ?? new Date(2026, 10, 17, 10, 20)}
      onPick={(until) => picked.push(until)}
      onClose={() => undefined}
    />,
  );
  return picked;
}

test("each choice shows its moment, and the arrow keys move between them", () => {
  const picked = open();
  const buttons = screen.getAllByRole("button", { name: /Later|Tomorrow|weekend|week/ });
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    "Later today1:00 pm",
    "TomorrowWed 8:00 am",
    "This weekendSat 8:00 am",
    "Next weekMon 8:00 am",
  ]);
  const [first, second, , last] = buttons;
  first?.focus();
  fireEvent.keyDown(document.activeElement ?? document, { key: "ArrowUp" });
  expect(document.activeElement).toBe(last);
  fireEvent.keyDown(document.activeElement ?? document, { key: "ArrowDown" });
  fireEvent.keyDown(document.activeElement ?? document, { key: "ArrowDown" });
  expect(document.activeElement).toBe(second);
  fireEvent.click(second as HTMLElement);
  expect(picked).toEqual([new Date(2026, 10, 18, 8)]);
});

test("a moment that is typed is checked, and one in the past is refused with a sentence", () => {
  const now = new Date(2040, 0, 10, 9);
  const picked = open({ now });
  const field = screen.getByLabelText("Pick a date and time");
  const submit = () => fireEvent.click(screen.getByRole("button", { name: "Snooze" }));
  for (const [typed, sentence] of [
    ["2040-01-10T08:59", "Choose a time in the future."],
    ["2046-01-10T08:59", "Choose a time within the next 5 years."],
    ["", "Choose a day and a time."],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } });
    submit();
    expect(screen.getByRole("alert").textContent).toBe(sentence);
  }
  fireEvent.change(field, { target: { value: "2040-02-01T07:30" } });
  submit();
  expect(picked).toEqual([new Date(2040, 1, 1, 7, 30)]);
});

test("a snoozed message can be brought back", () => {
  const picked = open({ current: new Date(2026, 10, 20, 8) });
  expect(screen.getByText("Comes back Fri 8:00 am.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Bring back now" }));
  expect(picked).toEqual([null]);
});
