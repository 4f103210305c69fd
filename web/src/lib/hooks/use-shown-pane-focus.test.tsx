import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { useShownPaneFocus } from "./use-shown-pane-focus.ts";

function TwoPanes({ pane, isNarrow = true }: { pane: "left" | "right"; isNarrow?: boolean }) {
  const shown = useShownPaneFocus(pane);
  const props = (name: typeof pane) => ({
    "aria-label": name,
    tabIndex: -1,
    ref: pane === name ? shown : undefined,
    style: { display: isNarrow && pane !== name ? "none" : "block" },
  });
  return (
    <>
      <button type="button">Outside</button>
      <section {...props("left")}>
        <button type="button">Go</button>
      </section>
      <section {...props("right")}>Result</section>
    </>
  );
}

beforeEach(() => {
  // jsdom does not lay out; the styles of the panes are enough here.
  Element.prototype.checkVisibility = function (this: Element) {
    return this.closest("[style*='display: none']") === null;
  };
});

test("the focus goes to the pane that is shown if its element was hidden", () => {
  const { rerender } = render(<TwoPanes pane="left" />);
  screen.getByText("Go").focus();
  rerender(<TwoPanes pane="right" />);
  expect(document.activeElement).toBe(screen.getByLabelText("right"));
});

test("the focus stays if its element is still in sight", () => {
  const { rerender } = render(<TwoPanes pane="left" />);
  screen.getByText("Outside").focus();
  rerender(<TwoPanes pane="right" />);
  expect(document.activeElement).toBe(screen.getByText("Outside"));
  rerender(<TwoPanes pane="left" isNarrow={false} />);
  screen.getByText("Go").focus();
  rerender(<TwoPanes pane="right" isNarrow={false} />);
  expect(document.activeElement).toBe(screen.getByText("Go"));
});
