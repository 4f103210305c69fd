import { expect, test, vi } from "vitest";
import { sessionOf } from "#test/people.ts";
import {
  clearSession,
  currentSession,
  hasSignedOut,
  rereadSession,
  saveSession,
  updateSession,
  watchSession,
} from "./session.ts";

const stored = () => JSON.parse(localStorage.getItem("intellibox.session") ?? "null");

test("the session is one entry with both tokens, the user and the tenant, and the token has its own entry too [SES-01]", () => {
  const session = { ...sessionOf("ADMIN"), tenant: null };
  saveSession(session);
  expect(Object.keys(stored()).toSorted()).toEqual(["refreshToken", "tenant", "token", "user"]);
  expect(stored()).toEqual(session);
  expect(localStorage.getItem("token")).toBe("access-1");
});

test("signing out removes both entries and notifies watchers", () => {
  saveSession(sessionOf("ADMIN"));
  const watcher = vi.fn();
  const stop = watchSession(watcher);
  clearSession();
  stop();
  expect(localStorage.getItem("intellibox.session")).toBeNull();
  expect(localStorage.getItem("token")).toBeNull();
  expect(currentSession()).toBeNull();
  expect(watcher).toHaveBeenCalledOnce();
});

test("a late response does not sign the user in again", () => {
  updateSession({ token: "late" });
  expect(currentSession()).toBeNull();
  expect(localStorage.getItem("token")).toBeNull();
});

test.each([
  ["no JSON", "{"],
  ["a number", "7"],
  ["null", "null"],
  ["a session without a user", '{"token":"a","refreshToken":"b"}'],
  ["an unknown role", '{"token":"a","refreshToken":"b","user":{"email":"x@y.z","roleCode":"ROOT"}}'],
  ["a token that is no text", '{"token":{},"refreshToken":"b","user":{"email":"x@y.z","roleCode":"ADMIN"}}'],
])("a stored session that is %s counts as signed out", (_, text) => {
  saveSession(sessionOf("ADMIN"));
  localStorage.setItem("intellibox.session", text);
  expect(rereadSession()).toBeNull();
});

test("another tab's sign-out and sign-in are followed", () => {
  saveSession(sessionOf("ADMIN"));
  localStorage.removeItem("intellibox.session");
  dispatchEvent(new StorageEvent("storage", { key: "intellibox.session" }));
  expect(currentSession()).toBeNull();

  localStorage.setItem("intellibox.session", JSON.stringify(sessionOf("NORMAL_USER")));
  dispatchEvent(new StorageEvent("storage", { key: "intellibox.session" }));
  expect(currentSession()?.user.roleCode).toBe("NORMAL_USER");
});

test("a sign-out is distinguished from an expired session", () => {
  saveSession(sessionOf("ADMIN"));
  clearSession({ expired: true });
  expect(hasSignedOut()).toBe(false);
  saveSession(sessionOf("ADMIN"));
  clearSession();
  expect(hasSignedOut()).toBe(true);
  saveSession(sessionOf("ADMIN"));
  expect(hasSignedOut()).toBe(false);
});

test("a page that is restored from the back/forward cache reads the current session", () => {
  const session = sessionOf("ADMIN");
  saveSession(session);
  const show = (persisted: boolean) => dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  localStorage.setItem("intellibox.session", JSON.stringify({ ...session, token: "anothers" }));
  show(false);
  expect(currentSession()?.token).toBe("access-1");
  show(true);
  expect(currentSession()?.token).toBe("anothers");
  localStorage.removeItem("intellibox.session");
  show(true);
  expect(currentSession()).toBeNull();
  expect(hasSignedOut()).toBe(true);
});
