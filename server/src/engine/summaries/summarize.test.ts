import { expect, test } from "vitest";
import { keyPointsOf } from "./summarize.ts";

const thread = [
  {
    from: "Ana Costa <ana@x.example>",
    body: "Hi all,\n\nThe venue for the June conference cancelled this morning. We need a new place for 120 people. I propose the Riverside Hall, which costs 1,200 EUR.\n\nBest,\nAna",
  },
  {
    from: "Ben Adler <ben@x.example>",
    body: "Riverside Hall has no projector. I would rather take the Old Mill.\n\nBen\n\n> I propose the Riverside Hall, which costs 1,200 EUR.",
  },
  {
    from: "Ana Costa <ana@x.example>",
    body: "Good point. Let's take the Old Mill then. I will sign the contract on Friday.\n\nAna\n--\nAna Costa\nEvents\n+351 21 000 0000",
  },
];

test("key points are sentences of the thread, in its order, each with its message", () => {
  const points = keyPointsOf(thread);
  expect(points.length).toBeGreaterThanOrEqual(3);
  for (const { text, source } of points) expect(thread[source]?.body.replaceAll("\n", " ")).toContain(text.slice(1));
  expect(points.map(({ source }) => source)).toEqual([...points.map(({ source }) => source)].sort());
});

test("neither greetings, signatures nor quotes become key points", () => {
  const said = keyPointsOf(thread)
    .map(({ text }) => text)
    .join(" ");
  expect(said).not.toMatch(/Hi all|\+351|Best,/);
  expect(said.match(/I propose the Riverside Hall/g)?.length ?? 0).toBeLessThanOrEqual(1);
});

test("two sentences that are alike make one key point", () => {
  const same = "The launch moves to the eighth of June because of the audit.";
  const points = keyPointsOf([
    { from: "a", body: same },
    { from: "b", body: same },
  ]);
  expect(points.filter(({ text }) => text === same)).toHaveLength(1);
});

test("a summary works in any script", () => {
  const points = keyPointsOf([{ from: "王", body: "会议改到星期五下午三点。地点是三楼会议室。请大家带上预算表。" }]);
  expect(points.map(({ text }) => text)).toContain("会议改到星期五下午三点。");
});

test("a summary states that a mail has no text of its own", () => {
  expect(keyPointsOf([{ from: "John Smith", body: "--\nJohn Smith\nCEO\n+1 555 0100" }])).toEqual([
    { text: "This mail holds only a signature.", source: 0 },
  ]);
  expect(keyPointsOf([{ from: "", body: "" }])).toEqual([]);
  expect(keyPointsOf([])).toEqual([]);
});

test("a mail of only quoted text is summarized by its quote", () => {
  expect(
    keyPointsOf([{ from: "a", body: "> The server moves to Frankfurt on Sunday.\n> Please log out before nine." }])[0]
      ?.text,
  ).toContain("Frankfurt");
});

test("text after a greeting in the same line is summarized", () => {
  const pointsOf = (body: string) => keyPointsOf([{ from: "Ana <ana@x.example>", body }]).map(({ text }) => text);
  expect(pointsOf("Hi, see you on Monday.")).toEqual(["See you on Monday."]);
  expect(pointsOf("你好，请明天下午来办公室").join()).toContain("请明天下午来办公室");
  expect(pointsOf("Hi all,")).toEqual(["This mail holds only a greeting."]);
});

test("the label of a button is not a key point", () => {
  const body =
    "Meera shared the route plan with you.\n\nOpen document\n\n[View invoice]\n\nAdd to calendar\n\nThe link ends on 30 June.";
  expect(keyPointsOf([{ from: "Drive <no-reply@x.example>", body }]).map(({ text }) => text)).toEqual([
    "Meera shared the route plan with you.",
    "The link ends on 30 June.",
  ]);
});
