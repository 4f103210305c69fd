import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Chart } from "./chart.tsx";

const points = [
  { label: "Sun 15", values: [3, 1] },
  { label: "Mon 16", values: [9, 4] },
  { label: "Today so far", values: [2, 0], isPartial: true },
];

// happy-dom has no layout.
beforeEach(() => void vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(600));
afterEach(() => void vi.restoreAllMocks());

const show = () =>
  render(
    <Chart
      caption="Activity"
      axis="Day"
      height={300}
      series={[{ name: "Emails" }, { name: "AI replies" }]}
      points={points}
    />,
  );

test("the arrow keys show the figures of one point after the other, and Esc hides them", async () => {
  show();
  const user = userEvent.setup();
  const drawing = screen.getByRole("application", { name: /^Activity: chart/ });
  drawing.focus();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(screen.getByRole("status").textContent).toBe("Mon 16Emails9AI replies4");
  await user.keyboard("{End}");
  expect(screen.getByRole("status").textContent).toBe("Today so farEmails2AI replies0");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("status")).toBeNull();
});

test("the pointer shows the figures of the nearest point", () => {
  show();
  const drawing = screen.getByRole("application");
  fireEvent.pointerMove(drawing, { clientX: 300 });
  expect(screen.getByRole("status").textContent).toContain("Mon 16");
  fireEvent.pointerMove(drawing, { clientX: 5000 });
  expect(screen.getByRole("status").textContent).toContain("Today so far");
  fireEvent.pointerLeave(drawing);
  expect(screen.queryByRole("status")).toBeNull();
});

test("the way to a day that is not over is drawn apart from the finished days", () => {
  const { container } = show();
  const dotted = [...container.querySelectorAll("path[stroke-dasharray='1 5']")];
  expect(dotted).toHaveLength(2);
  // 600 px wide: the days are at 48, 296 and 544.
  expect(dotted[0]?.getAttribute("d")).toMatch(/^M296\.0,.*L544\.0,/);
});
