import { beforeEach, expect, test } from "vitest";
import { saveSession } from "#lib/session/session.ts";
import { sessionOf } from "#test/people.ts";
import { doneMessages, setDone } from "./done-messages.ts";

const signInAs = (id: string) => {
  const session = sessionOf("NORMAL_USER");
  saveSession({ ...session, user: { ...session.user, _id: id } });
};
beforeEach(() => signInAs(crypto.randomUUID()));

test("a message stays done until that is undone", () => {
  setDone("a", true);
  setDone("b", true);
  setDone("a", true);
  expect([...doneMessages()]).toEqual(["b", "a"]);
  setDone("b", false);
  expect([...doneMessages()]).toEqual(["a"]);
});

test("each user of the browser has done messages of their own", () => {
  signInAs("first");
  setDone("a", true);
  signInAs("second");
  expect(doneMessages().size).toBe(0);
  setDone("b", true);
  expect([...doneMessages()]).toEqual(["b"]);
});

test("only the newest 500 are kept", () => {
  for (let index = 0; index < 510; index += 1) setDone(`m${index}`, true);
  expect(doneMessages().size).toBe(500);
  expect(doneMessages().has("m9")).toBe(false);
  expect(doneMessages().has("m509")).toBe(true);
});
