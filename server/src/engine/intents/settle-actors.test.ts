import { expect, test } from "vitest";
import { readIntent } from "./read-intent.ts";

const acts = (intent: string) => readIntent({ intent, context: "" }).clauses.map(({ act, content }) => [act, content]);

test("an order in an announcement is for its readers, and its person is a third party", () => {
  const intent = "Staff meeting moves to Wednesday. send items to Judith till Monday noon";
  expect(acts(intent)).toContainEqual(["instruct", "send items to Judith till Monday noon"]);
  expect(acts("U14 training moves to pitch 3. questions to Coach Benny")).toContainEqual([
    "instruct",
    "send questions to Coach Benny",
  ]);
});

test("after an apology the writer makes good", () => {
  expect(acts("Ms Cho's parcel is lost. apologize, refund 79.90")).toContainEqual(["promise", "refund 79.90"]);
});

test("an order that moves somebody to do something is a request", () => {
  expect(acts("ask the designer if the order arrived, and push him to hang the truss")).toEqual([
    ["ask", "if the order arrived"],
    ["request", "hang the truss"],
  ]);
});

test("a list in one line becomes questions of their own", () => {
  expect(acts("Ask Aoife three things: 1) is the tag renewed 2) who signs the permit 3) can we get a hoist")).toEqual([
    ["ask", ""],
    ["question", "is the tag renewed?"],
    ["question", "who signs the permit?"],
    ["question", "can we get a hoist?"],
  ]);
});
