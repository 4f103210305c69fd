import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Link } from "#lib/router/link.tsx";
import { MemoryRouter } from "#lib/router/router.tsx";
import { Route, Routes } from "#lib/router/routes.tsx";
import { useArrivalFocus } from "./use-arrival-focus.ts";

beforeEach(() => {
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function Page() {
  useArrivalFocus(() => screen.getByRole("textbox").focus());
  return <input />;
}

async function arrive(onClick?: () => void) {
  render(
    <MemoryRouter>
      <div role="dialog" aria-label="Menu" tabIndex={-1} />
      <Routes>
        <Route
          path="/"
          element={
            <Link to="/page" onClick={onClick}>
              Go
            </Link>
          }
        />
        <Route path="/page" element={<Page />} />
      </Routes>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole("link"));
}

test("a page takes the focus after a navigation", async () => {
  await arrive();
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
});

test("a popup that was opened during the navigation keeps the focus", async () => {
  await arrive(() => screen.getByRole("dialog").focus());
  expect(document.activeElement).toBe(screen.getByRole("dialog"));
});
