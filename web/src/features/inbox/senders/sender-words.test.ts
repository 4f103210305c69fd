import { expect, test } from "vitest";
import { countWords, outcomeWords } from "./sender-words.ts";

test("counts say how much was read, and never round to none or all", () => {
  expect(countWords({ messages: 1200, read: 0 })).toBe("1,200 messages, none read");
  expect(countWords({ messages: 1, read: 1 })).toBe("1 message, all read");
  expect(countWords({ messages: 1000, read: 1 })).toBe("1,000 messages, 1% read");
  expect(countWords({ messages: 1000, read: 999 })).toBe("1,000 messages, 99% read");
});

test("the outcome names every kind of answer", () => {
  const item = { address: "a@b.test", message: null };
  expect(outcomeWords([{ ...item, outcome: "unsubscribed" }])).toBe("Unsubscribed from 1 sender.");
  const mixed = (["unsubscribed", "link", "none", "none"] as const).map((outcome) => ({ ...item, outcome }));
  expect(outcomeWords([...mixed, { ...item, outcome: "failed", message: "No server." }])).toBe(
    "Unsubscribed from 1 sender. 1 sender can only be left on their own page: open a message of theirs. 2 senders offer no way to unsubscribe. You can block them. 1 sender failed: No server.",
  );
});

test("failures of one kind are told once, different ones each with its sender", () => {
  const failed = (name: string, message: string | null) => ({
    ...{ address: `${name}@b.test`, outcome: "failed" as const, message },
  });
  expect(outcomeWords([failed("a", "No server."), failed("b", "No server.")])).toBe("2 senders failed: No server.");
  const two = [failed("a", "No server."), failed("b", "The list refused.")];
  expect(outcomeWords(two)).toBe("a@b.test failed: No server. b@b.test failed: The list refused.");
  const many = [...two, failed("c", null), failed("d", "No server."), failed("e", "No server.")];
  expect(outcomeWords(many)).toBe(
    "a@b.test failed: No server. b@b.test failed: The list refused. c@b.test failed: Please try again. 2 more senders failed.",
  );
});
