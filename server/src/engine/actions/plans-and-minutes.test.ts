import { expect, test } from "vitest";
import { extractTasks, summarizeThread } from "../builtin.ts";

const now = new Date("2026-03-02T09:00:00Z");
const tasksOf = (body: string) =>
  extractTasks({ from: "Ada Lind <ada@x.example>", to: "Alex Morgan <alex@y.example>", at: now, body }, now);
const actionsIn = (body: string) => tasksOf(body).map(({ action }) => action);

test("a thing that has to be done by a day is a task", () =>
  expect(
    tasksOf(
      "Hi Alex,\n\nThe van comes on Monday, and the customs form must be returned before 12 March so that we can pack.",
    ),
  ).toMatchObject([{ action: expect.stringMatching(/return the customs form/i), due: expect.any(Date) }]));

test("a claim does not hide the request beside it", () =>
  expect(
    actionsIn(
      "Dear Alex,\n\nPlease confirm that you accept liability, and send us the number of your policy by 12 March.",
    ),
  ).toEqual([expect.stringMatching(/number of your policy/)]));

test.each([
  "Dear Alex,\n\nWe are closing our shop in Leeds at the end of March.",
  "Dear Alex,\n\nWe will open a second studio on 9 March.",
  "Dear Alex,\n\nJoin us on Friday 6 March for cake.",
  "Dear Alex,\n\nThe gate stays open so that all of us can walk in on Friday.",
  "Bonjour,\n\nJe travaille au port, où je m'occupe surtout des douanes.\n\nJe vous prie d'agréer mes salutations distinguées.",
])("news, invitations and courtesies are no tasks: %s", (body) => expect(actionsIn(body)).toEqual([]));

test("minutes name who does what, also without a day", () =>
  expect(
    tasksOf(
      "Hi all,\n\nNotes from today.\n\nPresent: Ada, Alex, Moss\n\n1. Keys: Moss collects the spare set.\n2. Roof: too expensive. Alex writes to the insurer. Moss paints the sign.",
    ).map(({ owner }) => owner),
  ).toEqual(["Moss", "Alex Morgan", "Moss"]));

test("each question of a list is read by itself", () =>
  expect(
    actionsIn(
      "Guten Tag,\n\ndafür brauchen wir noch Folgendes:\n\n- Können Sie uns den Lageplan schicken?\n- Ist die Tür rot oder blau?",
    ),
  ).toEqual([expect.stringMatching(/Lageplan/)]));

test("a plan that was scrapped leaves neither its hours nor its tasks", () => {
  const thread = [
    {
      from: "Ada Lind <ada@x.example>",
      to: "Alex Morgan <alex@y.example>",
      at: now,
      body: "We load on Thursday at 8. Alex, please bring the ramp on Wednesday.",
    },
    {
      from: "Ada Lind <ada@x.example>",
      to: "Alex Morgan <alex@y.example>",
      at: new Date("2026-03-03T09:00:00Z"),
      body: "Sorry, change of plan. We load on Friday 6 March at 7. Alex, please bring the ramp on Thursday evening.",
    },
  ];
  const { summary, actions } = summarizeThread({ thread, now: new Date("2026-03-03T10:00:00Z") });
  expect(summary.map(({ text }) => text).join(" ")).not.toMatch(/at 8/);
  expect(actions).toMatchObject([{ source: 1 }]);
});

test("the ways between which the reader chooses are in the summary", () => {
  const body =
    "Hi Alex,\n\nThe tiles are late. The grout came today. The trowels came today. The buckets came today.\n\nThere are two ways to go: you wait until 20 March, or we send grey ones on Friday. Sorry about that.\n\nTell me by noon.";
  const { summary } = summarizeThread({
    thread: [{ from: "Ada Lind <ada@x.example>", to: "Alex Morgan <alex@y.example>", at: now, body }],
    now,
  });
  expect(summary.map(({ text }) => text).join(" ")).toMatch(/grey ones/);
});
