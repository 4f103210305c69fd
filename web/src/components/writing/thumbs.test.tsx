import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { type Rate, Thumbs } from "./thumbs.tsx";

const pressed = () => screen.getAllByRole("button").map((button) => button.getAttribute("aria-pressed"));

test("an answer is rated, rated otherwise and no longer rated by one click each [FBK-01]", async () => {
  const onRate = vi.fn<Rate>(async () => undefined);
  render(<Thumbs usageId="a1" onRate={onRate} />);
  await userEvent.click(screen.getByRole("button", { name: "Good answer" }));
  expect(pressed()).toEqual(["true", "false"]);
  await userEvent.click(screen.getByRole("button", { name: "Not a good answer" }));
  expect(pressed()).toEqual(["false", "true"]);
  await userEvent.click(screen.getByRole("button", { name: "Not a good answer" }));
  expect(pressed()).toEqual(["false", "false"]);
  expect(onRate.mock.calls).toEqual([
    ["a1", "up"],
    ["a1", "down"],
    ["a1", null],
  ]);
});

test("a rating is shown again when the strip comes back, and only for its answer [FBK-01]", async () => {
  const onRate = async () => undefined;
  const { unmount } = render(<Thumbs usageId="b1" onRate={onRate} />);
  await userEvent.click(screen.getByRole("button", { name: "Good answer" }));
  unmount();
  const { rerender } = render(<Thumbs usageId="b1" onRate={onRate} />);
  expect(pressed()).toEqual(["true", "false"]);
  rerender(<Thumbs usageId="b2" onRate={onRate} />);
  expect(pressed()).toEqual(["false", "false"]);
});

test("a rating that cannot be saved is taken back [FBK-01]", async () => {
  render(<Thumbs usageId="c1" onRate={() => Promise.reject(new Error("The network is away"))} />);
  await userEvent.click(screen.getByRole("button", { name: "Good answer" }));
  await vi.waitFor(() => expect(pressed()).toEqual(["false", "false"]));
});
