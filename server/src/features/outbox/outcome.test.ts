import { expect, test } from "vitest";
import { TransportError, type TransportFault } from "#outside/transports/transport.ts";
import { afterFault, backOffSeconds, outcomeOfError, unconfirmed } from "./outcome.ts";

const faults = Object.keys(afterFault) as TransportFault[];
const after = (fault: TransportFault, attempts = 1) =>
  outcomeOfError(new TransportError(fault, "It failed."), attempts);

test("a fault that may pass is retried, until the waits are used up", () => {
  const retried = faults.filter((fault) => after(fault).phase === "queued");
  expect(retried.sort()).toEqual(["name_not_found", "protocol", "refused", "temporary", "timeout", "unreachable"]);
  expect(after("temporary", 2)).toEqual({ phase: "queued", error: "It failed.", delaySeconds: backOffSeconds[1] });
  expect(after("temporary", backOffSeconds.length + 1)).toEqual({
    phase: "failed",
    error: `Sending failed after ${backOffSeconds.length + 1} attempts. It failed.`,
  });
});

test("a fault that a person has to mend is told at once", () => {
  for (const fault of ["permanent", "auth", "tls", "forbidden_host"] as const)
    expect(after(fault)).toEqual({ phase: "failed", error: "It failed." });
});

test("a mail that may have arrived is never sent again by itself", () => {
  expect(after("unknown_outcome")).toEqual({ phase: "failed", error: unconfirmed });
});
