import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pressKey } from "./shortcuts.ts";
import { useRowKeys } from "./use-row-keys.ts";

beforeEach(() => document.addEventListener("keydown", pressKey));
afterEach(() => document.removeEventListener("keydown", pressKey));

function List({ onOpen }: { onOpen: (name: string) => void }) {
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  return (
    <ul ref={list}>
      {["One", "Two", "Three"].map((name) => (
        <li key={name}>
          <button type="button" data-row onClick={() => onOpen(name)}>
            {name}
          </button>
          <button type="button">More of {name}</button>
        </li>
      ))}
    </ul>
  );
}

test("j and k move the focus from row to row and stop at the ends, and Enter opens the row", async () => {
  const onOpen = vi.fn();
  render(<List onOpen={onOpen} />);
  const user = userEvent.setup();
  const press = async (keys: string) => {
    await user.keyboard(keys);
    return document.activeElement?.textContent;
  };
  expect(await press("j")).toBe("One");
  expect(await press("jj")).toBe("Three");
  expect(await press("j")).toBe("Three");
  expect(await press("k")).toBe("Two");
  await press("{Enter}");
  expect(onOpen).toHaveBeenCalledExactlyOnceWith("Two");
  screen.getByRole("button", { name: "More of One" }).focus();
  expect(await press("j")).toBe("Two");
  expect(await press("kk")).toBe("One");
});
