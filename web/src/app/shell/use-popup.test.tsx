import { act, render, screen } from "@testing-library/react";
import { type ReactNode, Suspense, startTransition, use } from "react";
import { afterEach, expect, test } from "vitest";
import { BrowserRouter, useNavigate } from "#lib/router/router.tsx";
import { Route, Routes } from "#lib/router/routes.tsx";
import { usePopup } from "./use-popup.ts";

afterEach(() => window.history.replaceState(null, "", "/"));

function Frame({ children }: { children?: ReactNode }) {
  const { popup, open, close } = usePopup<"keys">();
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => startTransition(() => void navigate("/next"))}>
        Go
      </button>
      <button type="button" onClick={() => open("keys")}>
        Open
      </button>
      <button type="button" onClick={close}>
        Close
      </button>
      {popup && <p>In front</p>}
      {children}
    </>
  );
}

/** Renders a frame around two pages. The second page suspends until `arrive` is called. */
function show() {
  // A test before this one may have left the start page.
  history.replaceState(null, "", "/");
  const { promise, resolve } = Promise.withResolvers<string>();
  const Next = () => <p>{use(promise)}</p>;
  render(
    <BrowserRouter>
      <Suspense>
        <Routes>
          <Route path="/" element={<Frame />} />
          <Route
            path="/next"
            element={
              <Frame>
                <Next />
              </Frame>
            }
          />
        </Routes>
      </Suspense>
    </BrowserRouter>,
  );
  const press = (name: string) => act(async () => screen.getByRole("button", { name }).click());
  return { press, arrive: () => act(async () => resolve("The next page")) };
}

test("a popup that was open before a page change is closed by it", async () => {
  const { press, arrive } = show();
  await press("Open");
  expect(screen.getByText("In front")).toBeTruthy();
  await press("Go");
  await arrive();
  expect(screen.getByText("The next page")).toBeTruthy();
  expect(screen.queryByText("In front")).toBeNull();
});

test("a popup that was opened while the next page was loading stays open", async () => {
  const { press, arrive } = show();
  await press("Go");
  await press("Open");
  expect(screen.queryByText("The next page")).toBeNull();
  await arrive();
  expect(screen.getByText("The next page")).toBeTruthy();
  expect(screen.getByText("In front")).toBeTruthy();
  await press("Close");
  expect(screen.queryByText("In front")).toBeNull();
});

test("going back before the next page is shown closes a popup that was opened meanwhile", async () => {
  const { press } = show();
  await press("Go");
  await press("Open");
  expect(screen.getByText("In front")).toBeTruthy();
  await act(async () => {
    // The browser does the same for Back.
    window.history.replaceState(null, "", "/");
    window.dispatchEvent(new PopStateEvent("popstate"));
  });
  expect(screen.queryByText("In front")).toBeNull();
});
