import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { ListSkeleton } from "./message-list.tsx";

test.each([
  ["date", "28px"],
  [undefined, "0px"],
] as const)("a list that is ordered by %j begins at %s while it loads, as its first row does later", (datedBy, top) => {
  const { container } = render(<ListSkeleton density="comfortable" place={{ datedBy }} />);
  const first = container.querySelector<HTMLElement>("[role=presentation]");
  expect(first?.style.transform).toBe(`translateY(${top})`);
});
