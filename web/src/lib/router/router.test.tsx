import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { memoryHistory, pathOf } from "./history.ts";
import { Link } from "./link.tsx";
import { BrowserRouter, Navigate, useLocation, useNavigate, useNavigationType, useSearchParams } from "./router.tsx";
import { Outlet, Route, Routes } from "./routes.tsx";

beforeEach(() => window.history.replaceState(null, "", "/"));

function Address() {
  const { pathname, search, hash, state } = useLocation();
  return <output>{`${useNavigationType()} ${pathname}${search}${hash} ${JSON.stringify(state)}`}</output>;
}
const address = () => screen.getByRole("status").textContent;

function Frame() {
  const [count, setCount] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        Frame {count}
      </button>
      <Outlet />
    </>
  );
}

function Page({ name }: { name: string }) {
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  return (
    <>
      <h1>{name}</h1>
      <p>q={params.get("q")}</p>
      <button type="button" onClick={() => navigate("/second#part", { state: { from: name } })}>
        Go
      </button>
      <button type="button" onClick={() => setParams((before) => ({ ...Object.fromEntries(before), q: "a b" }))}>
        Ask
      </button>
    </>
  );
}

const show = () =>
  render(
    <BrowserRouter>
      <Address />
      <Link to="/second?x=1">Second</Link>
      <Routes>
        <Route path="/" element={<Navigate to="/first" replace />} />
        <Route element={<Frame />}>
          <Route path="/first" element={<Page name="One" />} />
          <Route path="/second" element={<Page name="Two" />} />
        </Route>
        <Route path="*" element={<Navigate to="/" replace />} />
      </Routes>
    </BrowserRouter>,
  );

test("an address shows its page, whatever its case and with a slash at its end", () => {
  window.history.replaceState(null, "", "/Second/");
  show();
  expect(screen.getByRole("heading").textContent).toBe("Two");
});

test("an unknown address is led to the start without a step in the history", () => {
  window.history.replaceState(null, "", "/nowhere");
  const { length } = window.history;
  show();
  expect(address()).toBe("REPLACE /first null");
  expect(window.history.length).toBe(length);
});

test("a frame keeps its state while the page inside it changes", async () => {
  show();
  const user = userEvent.setup();
  await user.click(screen.getByText("Frame 0"));
  await user.click(screen.getByText("Second"));
  expect(screen.getByRole("heading").textContent).toBe("Two");
  expect(screen.getByText("Frame 1")).toBeTruthy();
});

test("a navigation hands over its state, and the browser's history keeps it", async () => {
  show();
  await userEvent.click(screen.getByText("Go"));
  expect(address()).toBe('PUSH /second#part {"from":"One"}');
  expect(window.history.state).toMatchObject({ usr: { from: "One" } });
});

test("Back shows the page before", async () => {
  show();
  await userEvent.click(screen.getByText("Second"));
  act(() => {
    window.history.replaceState({ usr: 7, key: "k" }, "", "/first");
    window.dispatchEvent(new PopStateEvent("popstate"));
  });
  expect(address()).toBe("POP /first 7");
});

test("the query is read, and changed on top of the newest one", async () => {
  window.history.replaceState(null, "", "/second?keep=1");
  show();
  await userEvent.click(screen.getByText("Ask"));
  expect(window.location.search).toBe("?keep=1&q=a+b");
  expect(screen.getByText("q=a b")).toBeTruthy();
});

test("a link leaves clicks with a modifier key to the browser", async () => {
  show();
  const second = screen.getByText("Second");
  expect(second.getAttribute("href")).toBe("/second?x=1");
  const stopped = (init: object) => !fireEvent.click(second, init);
  second.addEventListener("click", (event) => event.ctrlKey && event.preventDefault());
  stopped({ ctrlKey: true });
  expect(address()).toContain("/first");
  expect(stopped({})).toBe(true);
  expect(address()).toBe("PUSH /second?x=1 null");
});

test("an address never leads to another server", () => {
  expect(pathOf("//evil.test/inbox?q=1#a", "/").pathname).toBe("/evil.test/inbox");
  expect(pathOf({ pathname: "///x" }, "/").pathname).toBe("/x");
  expect(pathOf("?q=1", "/inbox")).toEqual({ pathname: "/inbox", search: "?q=1", hash: "" });
});

test("a test's history begins with the given state", () => {
  expect(memoryHistory({ pathname: "/reply", state: { a: 1 } }).read()).toMatchObject({ state: { a: 1 }, search: "" });
});
