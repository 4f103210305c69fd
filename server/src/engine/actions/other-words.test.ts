import { expect, test } from "vitest";
import { actionsOf } from "./actions.ts";

const at = new Date("2026-05-18T10:00:00Z");
const tasksOf = (body: string) => {
  const message = { from: "Solène Kerbrat", to: "Alex Morgan", at, body };
  return actionsOf(message, 0, { now: at, thread: [message] }).map(({ action, owner }) => `${owner}: ${action}`);
};

test.each([
  ["Hallo Alex,\n\naußerdem bräuchte ich eine Liste der Kinder.", "Alex Morgan: Eine Liste der Kinder"],
  ["Bonjour Alex,\n\nJe vous enverrai le menu définitif lundi.", "Solène Kerbrat: Vous enverrai le menu définitif"],
  [
    "Hola Alex:\n\nEl vivero cierra en marzo, así que envíame el pedido completo, por favor.",
    "Alex Morgan: Envíame el pedido completo",
  ],
  [
    "Hi Alex\n\nA few things I need from you so we can book:\n\n1. Signed contract (page 3)\n2. A photo of the meter",
    "Alex Morgan: Provide a photo of the meter",
  ],
  ["Morning Alex,\n\nplease drop the rye from the order.", "Alex Morgan: Drop the rye from the order"],
])("a request in other words is a task of its owner: %s", (body, task) => {
  expect(tasksOf(body)).toContain(task);
});

test.each([
  "Hi Alex,\n\nUnfortunately Dr Brisk has to be at a funeral on 21 May.",
  "Hi Alex,\n\nPayment is by direct debit, so there is nothing you need to do.",
  "Hallo Alex,\n\nich brauche ungefähr drei Stunden.",
  "Hello,\n\nWe have moved our banking to a new provider. Please settle the open invoice to the IBAN below.",
  "Dear user,\n\nconfirm your user name and password at the link below.",
])("news, fraud and nothing to do are no tasks: %s", (body) => {
  expect(tasksOf(body)).toEqual([]);
});
