import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { noteReach } from "#lib/http/reach.ts";
import { OfflineNotice } from "./offline-notice.tsx";

afterEach(() => {
  vi.restoreAllMocks();
  act(() => noteReach(true));
});

function setNetwork(isOnline: boolean) {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => void dispatchEvent(new Event(isOnline ? "online" : "offline")));
}

test("the line follows the network, also if a call had failed before the network was gone [OFF-02]", () => {
  setNetwork(true);
  render(<OfflineNotice />);
  expect(screen.getByRole("status").textContent).toBe("");
  act(() => noteReach(false));
  expect(screen.getByRole("status").textContent).toBe("The server cannot be reached.");
  setNetwork(false);
  expect(screen.getByRole("status").textContent).toBe("You are offline.");
  setNetwork(true);
  expect(screen.getByRole("status").textContent).toBe("The server cannot be reached.");
});
