import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ErrorBoundary } from "./error-boundary.tsx";

function Fragile({ isBroken }: { isBroken: () => boolean }) {
  if (isBroken()) throw new Error("It broke");
  return <p>Whole</p>;
}

test("a render error is contained and can be retried", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  let broken = true;
  const onRetry = vi.fn(() => {
    broken = false;
  });
  render(
    <>
      <ErrorBoundary
        onRetry={onRetry}
        fallback={(error, retry) => (
          <button type="button" onClick={retry}>
            {(error as Error).message}
          </button>
        )}
      >
        <Fragile isBroken={() => broken} />
      </ErrorBoundary>
      <p>The rest</p>
    </>,
  );
  expect(screen.getByText("The rest")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "It broke" }));
  expect(screen.getByText("Whole")).toBeTruthy();
  expect(onRetry).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});
