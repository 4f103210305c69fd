import { expect, test } from "vitest";
import { ruleFormat } from "#features/assistant/formats/rule-format.ts";
import { UnreadableAnswer } from "#features/assistant/unreadable-answer.ts";
import { onlyNamed } from "./only-named.ts";
import { onlyUnderstood } from "./only-understood.ts";

const sentence = "Forward bills to books@acme.test and archive them";
const { read, prompt } = ruleFormat({ name: "makeRule", sentence });

const rule = {
  name: "Bills",
  when: [{ field: "kind", kinds: ["receipt"] }],
  actions: [{ do: "forward", to: "books@acme.test" }, { do: "archive" }],
};

test("a model's answer is a form that the contract accepts, and never names mailboxes [RUL-32]", () => {
  expect(prompt).toContain(JSON.stringify(sentence));
  const mailboxIds = ["0198c0de-0000-7000-8000-000000000001"];
  const answer = `Sure!\n\`\`\`json\n${JSON.stringify({ rule: { ...rule, mailboxIds }, notUnderstood: ["", "soon"] })}\n\`\`\``;
  expect(read(answer)).toEqual({
    rule: { ...rule, mailboxIds: [], match: "all", unless: [] },
    notes: [{ kind: "notUnderstood", text: "soon" }],
  });
  expect(read('{"rule":null}')).toEqual({ rule: null, notes: [{ kind: "noAction" }] });
});

test("an answer that is no rule is asked for again [RUL-32]", () => {
  for (const answer of [
    "I cannot do that.",
    "{}",
    JSON.stringify({ rule: { ...rule, actions: [{ do: "deleteEverything" }] } }),
    JSON.stringify({ rule: { ...rule, state: "on" } }),
    JSON.stringify({ rule: { ...rule, when: [] } }),
  ])
    expect(() => read(answer), answer).toThrow(UnreadableAnswer);
});

test("a target that the sentence does not name is removed [RUL-33]", () => {
  const content = read(JSON.stringify({ rule })).rule;
  if (!content) throw new Error("No rule");
  expect(onlyNamed(content, sentence)).toEqual({ rule: content, removed: [] });
  expect(onlyNamed(content, "Forward bills and archive them")).toEqual({
    rule: { ...content, actions: [{ do: "archive" }] },
    removed: ["books@acme.test"],
  });
  for (const other of ["xbooks@acme.test", "a.books@acme.test", "books@acme.test.evil.test", "books@acme.testing"])
    expect(onlyNamed(content, `Forward bills to ${other}.`).removed).toEqual(["books@acme.test"]);
  expect(onlyNamed(content, "Archive bills and send them to <Books@acme.test>.").removed).toEqual([]);
  const called = { ...content, actions: [{ do: "webhook" as const, url: "https://evil.test/x" }] };
  expect(onlyNamed(called, sentence)).toEqual({ rule: null, removed: ["https://evil.test/x"] });
});

test("a rule that deletes mail or sends it on is refused if a part of its sentence was not understood [RUL-37]", () => {
  const { rule: content } = read(JSON.stringify({ rule }));
  const notes = [{ kind: "notUnderstood" as const, text: "over 100 euros" }];
  expect(onlyUnderstood({ rule: content, notes })).toEqual({ rule: null, notes: [...notes, { kind: "actsOnMore" }] });
  expect(onlyUnderstood({ rule: content, notes: [] })).toEqual({ rule: content, notes: [] });
  const starred = content && { ...content, actions: [{ do: "star" as const }] };
  expect(onlyUnderstood({ rule: starred, notes })).toEqual({ rule: starred, notes });
});
