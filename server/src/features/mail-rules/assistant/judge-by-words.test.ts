import { expect, test } from "vitest";
import type { RuleMail } from "#features/mail-facts/rule-mail.ts";
import { judgeByWords } from "./judge-by-words.ts";

const mail: RuleMail = {
  ...{ mailboxId: "box", to: [], cc: [], htmlText: "", headers: {}, attachments: [], calendar: null },
  ...{ from: { name: "Zoe", address: "zoe@acme.test" }, subject: "Refund", text: "I want a refund for my order." },
  ...{ size: 100, unread: true, receivedAt: new Date(0), important: false, isKnownSender: false, answers: new Map() },
};

test("a question with “not” is never answered with yes because its words appear [RUL-51]", () => {
  expect(judgeByWords(mail, "It is about a refund").isYes).toBe(true);
  for (const question of ["It is not about a refund", "It doesn’t mention a refund", "A mail without a refund"])
    expect(judgeByWords(mail, question), question).toEqual({
      isYes: false,
      reason: "Without a model, this question cannot be judged.",
    });
});

test.each([
  ["It asks me for an answer, a decision or a task", true],
  ["The sender needs a reply", true],
  ["Somebody is waiting for my answer about the refund", true],
  ["It asks me a question about the warranty", false],
])("whether %j is decided by what the mail asks [RUL-51]", (question, isYes) => {
  expect(judgeByWords(mail, question, "Could you confirm the refund?").isYes).toBe(isYes);
  expect(judgeByWords(mail, question)).toEqual({ isYes: false, reason: "It asks for nothing" });
});
