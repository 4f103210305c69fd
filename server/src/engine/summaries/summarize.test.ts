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
  for (const { text, source } of points)
    expect(thread[source]?.body.replaceAll("\n", " ")).toContain(text.replace(/^(?:Ana|Ben): /, "").slice(1));
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

const pointsOf = (body: string) => keyPointsOf([{ from: "Ada West", to: "Tom Becker", body }]).map(({ text }) => text);

test("a line that announces a list brings its items", () => {
  const body =
    "Dear Tom,\n\nThe trip is on 21 May.\n\nWhat your child needs:\n- a packed lunch\n- a rain jacket\n\nPlease return the form by Friday.";
  expect(pointsOf(body)).toContain("What your child needs: a packed lunch; a rain jacket");
});

test("the points of a forwarded mail are summarized with the name of their writer", () => {
  const body =
    "Tom, can you take this one?\n\n---------- Forwarded message ---------\nFrom: Teresa Roig <t@roig.example>\nDate: Tue, 12 May 2026\nSubject: Pallets\nTo: Ada West\n\nDear Ada,\n\nThree of eight pallets arrived wet. We refused them. Our customer needs the goods by 22 May.\n\nBest regards\nTeresa";
  expect(pointsOf(body).join("\n")).toMatch(
    /Three of eight pallets arrived wet.*Teresa: Our customer needs the goods by 22 May/s,
  );
});

test("decisions, dates and requests outrank pleasantries, wherever they stand", () => {
  const body =
    "Hi Tom,\n\nI hope you had a great weekend. It was lovely to see you in Porto. The food was wonderful. The board approved the budget of 41,000 EUR. Please sign the lease by 15 May. Looking forward to hearing from you.";
  expect(pointsOf(body)).toEqual(
    expect.arrayContaining(["The board approved the budget of 41,000 EUR.", "Please sign the lease by 15 May."]),
  );
  expect(pointsOf(body).join(" ")).not.toMatch(/hope you|lovely|forward/);
});

test("a sentence that begins with a pronoun comes with the one before it", () => {
  expect(pointsOf("The new hinge was shipped today with DHL. It should arrive by Saturday.")).toEqual([
    "The new hinge was shipped today with DHL. It should arrive by Saturday.",
  ]);
});

test("in a thread the latest date replaces the earlier one", () => {
  const points = keyPointsOf([
    { from: "Ana", body: "The go-live of the web shop is on 1 July. Please tell the vendor." },
    { from: "Ben", body: "The go-live of the web shop moves to 15 July. The vendor knows." },
  ]).map(({ text }) => text);
  expect(points.join(" ")).toContain("15 July");
  expect(points.join(" ")).not.toContain("1 July.");
});

test("a summary leaves out the salutation, the writer's name and how to unsubscribe", () => {
  const body =
    "Hola Alex, mañana cerramos a las 14:00. El pedido 331 sale el lunes. Para cancelar la suscripción pulse aquí. Noelia";
  const points = keyPointsOf([{ from: "Noelia Rey", to: "Alex Morgan", at: new Date("2026-05-05T09:00:00Z"), body }]);
  expect(points.map(({ text }) => text)).toEqual(["Mañana cerramos a las 14:00.", "El pedido 331 sale el lunes."]);
});
