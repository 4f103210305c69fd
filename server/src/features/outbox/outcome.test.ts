import { expect, test } from "vitest";
import { conflict, invalid } from "#lib/errors.ts";
import { TransportError, type TransportFault } from "#outside/transports/transport.ts";
import { afterFault, backOffSeconds, jitter, outcomeOfDelivery, outcomeOfError, unconfirmed } from "./outcome.ts";

const faults = Object.keys(afterFault) as TransportFault[];
const after = (fault: TransportFault, attempts = 1) =>
  outcomeOfError(new TransportError(fault, "It failed."), attempts);

test("a temporary fault is retried until the backoff steps are used up", () => {
  const retried = faults.filter((fault) => after(fault).phase === "queued");
  expect(retried.sort()).toEqual(["name_not_found", "protocol", "refused", "temporary", "timeout", "unreachable"]);
  expect(after("temporary", 2)).toEqual({ phase: "queued", error: "It failed.", delaySeconds: expect.any(Number) });
  expect(after("temporary", backOffSeconds.length + 1)).toEqual({
    phase: "failed",
    error: `Sending failed after ${backOffSeconds.length + 1} attempts. It failed.`,
  });
});

test("a fault that a person has to fix fails the mail at once", () => {
  for (const fault of ["permanent", "auth", "tls", "forbidden_host"] as const)
    expect(after(fault)).toEqual({ phase: "failed", error: "It failed." });
});

test("a mail that may have arrived is never sent again automatically", () => {
  expect(after("unknown_outcome")).toEqual({ phase: "failed", error: unconfirmed });
});

test("nine tries follow the first one, at growing intervals [SND-06]", () => {
  const delays = Array.from({ length: 9 }, (_, at) => after("temporary", at + 1));
  expect(backOffSeconds).toEqual([30, 120, 300, 900, 1800, 3600, 7200, 14_400, 28_800]);
  for (const [at, outcome] of delays.entries()) {
    const [delay, step] = [outcome.phase === "queued" ? outcome.delaySeconds : 0, backOffSeconds[at] ?? 0];
    expect(delay).toBeGreaterThanOrEqual(Math.floor(step * (1 - jitter)));
    expect(delay).toBeLessThanOrEqual(Math.ceil(step * (1 + jitter)));
  }
});

test("mails that a server put off together come back at different times", () => {
  const delays = Array.from({ length: 200 }, () => after("temporary", 2));
  const seconds = new Set(delays.map((outcome) => outcome.phase === "queued" && outcome.delaySeconds));
  expect(seconds.size).toBeGreaterThan(20);
});

test("bad settings fail the mail at once; any other error is retried", () => {
  expect(outcomeOfError(conflict("The password cannot be read."), 1)).toEqual({
    phase: "failed",
    error: "The password cannot be read.",
  });
  for (const error of [new Error("a bug"), invalid("no")])
    expect(outcomeOfError(error, 1)).toMatchObject({ phase: "queued" });
});

test("an error includes the server's answer once, as text that PostgreSQL can store", () => {
  const said = (answer: string) => {
    const outcome = outcomeOfError(new TransportError("permanent", "It failed.", { answer }), 1);
    return outcome.phase === "failed" ? outcome.error : undefined;
  };
  expect(said("550 No such user")).toBe("It failed. It said: 550 No such user");
  expect(said("failed")).toBe("It failed.");
  expect(said("a\0\r\nb\ud800")).toBe("It failed. It said: a b\ufffd");
  expect(said("x".repeat(2000))).toHaveLength(1000);
});

test("the note names the refused recipients, and is empty if there are none", () => {
  const delivery = { accepted: ["a@x.test"], answer: "250 ok" };
  expect(outcomeOfDelivery({ ...delivery, refused: [] })).toEqual({ phase: "sent", note: null });
  const refused = ["b", "c"].map((name) => ({
    address: `${name}@x.test`,
    answer: "550 no",
    fault: "permanent" as const,
  }));
  expect(outcomeOfDelivery({ ...delivery, refused })).toEqual({
    phase: "sent",
    note: "Not delivered to b@x.test (550 no); c@x.test (550 no)",
  });
});
