import { expect, test } from "vitest";
import { summarizeThread } from "../builtin.ts";

const now = new Date("2026-10-06T09:00:00Z");
const tasksOf = (body: string) =>
  summarizeThread({
    thread: [{ from: "Bettina <b@food.example>", to: "Alex Morgan <a@firm.example>", at: now, body }],
    now,
  }).actions.map(({ action, owner, due }) => `${owner}: ${action} ${due?.toISOString().slice(0, 10) ?? ""}`.trim());

test("a sentence below a list gives all its tasks their date and is no task itself", () =>
  expect(
    tasksOf(
      "Dear Alex,\n\nI still need three things from you:\n\n- final number of guests\n- whether you want cheese\n- a contact person\n\nWe need the numbers by 31 October at the latest because of the bakery.\n\nBettina",
    ),
  ).toEqual([
    "Alex Morgan: Provide final number of guests 2026-10-31",
    "Alex Morgan: Say whether you want cheese 2026-10-31",
    "Alex Morgan: Provide a contact person 2026-10-31",
  ]));

test("missing documents in another language are one task each", () =>
  expect(
    tasksOf(
      "Olá Alex,\n\nFaltam-me os seguintes documentos:\n\n- extratos de setembro\n- fatura de agosto\n\nPreciso de tudo até dia 15.\n\nInês",
    ),
  ).toEqual(["Alex Morgan: Enviar extratos de setembro", "Alex Morgan: Enviar fatura de agosto"]));

test("minutes say in the present tense who does what, and what only comes is no task", () =>
  expect(
    tasksOf(
      "Hi all,\n\nshort minutes from yesterday:\n\n1. Crane comes on 19 Oct.\n2. Alex checks the anchor plan by Friday.\n3. Jonas orders 60 m of fence.\n\nBettina",
    ),
  ).toEqual(["Alex Morgan: Check the anchor plan 2026-10-09", "Jonas: Order 60 m of fence"]));

test("what may be done at any time is no task", () =>
  expect(tasksOf("Dear Alex,\n\nRenew online at any time.\n\nBettina")).toEqual([]));
