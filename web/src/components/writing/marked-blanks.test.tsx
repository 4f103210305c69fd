import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { MarkedBlanks } from "./marked-blanks.tsx";

test("placeholders are marked, and the text stays as it is", () => {
  const text = "Dear Fatima,\n\nFriday [works / does not work] for me: [your answer]. See [1] & <b>.\n";
  const { container } = render(<MarkedBlanks text={text} />);
  expect(container.textContent).toBe(text);
  expect([...container.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual([
    "[works / does not work]",
    "[your answer]",
  ]);
  expect(render(<MarkedBlanks text="No blank here." />).container.innerHTML).toBe("No blank here.");
});
