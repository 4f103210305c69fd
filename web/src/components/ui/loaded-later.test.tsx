import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { loadedLater, untilLoaded } from "./loaded-later.tsx";

test("a part beside the page that could not be loaded leaves the page, and is there when the network is back [OFF-02]", async () => {
  const load = vi.fn(async () => () => <p>The part</p>);
  load.mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module"));
  const Part = loadedLater(untilLoaded(load));
  await act(async () => {
    render(
      <>
        <p>The page</p>
        <Part />
      </>,
    );
  });
  expect(screen.getByText("The page")).toBeTruthy();
  expect(screen.queryByText("The part")).toBeNull();
  await act(async () => void dispatchEvent(new Event("online")));
  expect(await screen.findByText("The part")).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});
