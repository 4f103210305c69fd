import { beforeEach, expect, test } from "vitest";
import { saveSession } from "#lib/session/session.ts";
import { sessionOf } from "#test/people.ts";
import { doneMessages, setDone } from "./done-messages.ts";

const somebody = (id: string) => {
  const session = sessionOf("NORMAL_USER");
  saveSession({ ...session, user: { ...session.user, _id: id } });
};
beforeEach(() => somebody(crypto.randomUUID()));

test("a message that is done stays so until it is taken back", () => {
  setDone("a", true);
  setDone("b", true);
  setDone("a", true);
  expect([...doneMessages()]).toEqual(["b", "a"]);
  setDone("b", false);
  expect([...doneMessages()]).toEqual(["a"]);
});

test("what one person is done with is not another's", () => {
  somebody("first");
  setDone("a", true);
  somebody("second");
  expect(doneMessages().size).toBe(0);
  setDone("b", true);
  expect([...doneMessages()]).toEqual(["b"]);
});

test("only the newest are kept", () => {
  for (let at = 0; at < 510; at += 1) setDone(`m${at}`, true);
  expect(doneMessages().size).toBe(500);
  expect(doneMessages().has("m9")).toBe(false);
  expect(doneMessages().has("m509")).toBe(true);
});
