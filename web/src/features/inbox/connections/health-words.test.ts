import { expect, test } from "vitest";
import { healthOf } from "./health-words.ts";

const now = new Date("2026-11-14T12:00:00Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const healthy = {
  status: "connected",
  lastSync: minutes(-2),
  lastError: null,
  nextSync: minutes(3),
  syncing: false,
  remaining: 0,
  hasOlder: false,
  history: { days: null, isLoading: false, backTo: null, left: 0 },
  needsReconnect: false,
  isPaused: false,
} as const;

test("a healthy mailbox shows its last and next sync, and that it is up to date", () => {
  expect(healthOf(healthy, now)).toEqual({
    state: "Healthy",
    lastSync: "2 minutes ago",
    lag: "Up to date",
    lastError: "None",
    next: "In 3 minutes",
  });
  expect(healthOf({ ...healthy, hasOlder: true }, now).lag).toContain("Press Sync to load older mail");
  const history = { days: null, isLoading: true, backTo: new Date(2026, 2, 3), left: null };
  expect(healthOf({ ...healthy, hasOlder: true, history }, now).lag).toMatch(/^Older mail is loading, back to .*2026/);
});

test("a failing mailbox shows the error, the mail that may be missing, and the next try", () => {
  const failing = { ...healthy, status: "retrying", lastError: "The server did not answer", nextSync: now } as const;
  expect(healthOf({ ...failing, lastSync: minutes(-150) }, now)).toEqual({
    state: "Last sync failed. Retrying automatically.",
    lastSync: "2 hours ago",
    lag: "New mail since 2 hours ago may be missing",
    lastError: "The server did not answer.",
    next: "Shortly",
  });
});

test("a mailbox that needs attention shows no next try, and what to do if that is known", () => {
  const stopped = { ...healthy, status: "attention", lastError: "The password was refused.", lastSync: null } as const;
  expect(healthOf(stopped, now)).toMatchObject({
    state: "Paused. Needs attention.",
    lastSync: "Never",
    lag: "No mail yet",
    next: "Manual",
  });
  expect(healthOf({ ...stopped, needsReconnect: true }, now).state).toContain("Reconnect this account");
});

test("a running sync shows how many messages are to come", () => {
  const busy = { ...healthy, syncing: true, remaining: 1200 };
  expect(healthOf(busy, now)).toMatchObject({ state: "Syncing now", lag: "1,200 messages to come", next: "Now" });
  expect(healthOf({ ...busy, remaining: 1 }, now).lag).toBe("1 message to come");
});

test("a paused mailbox says who paused it, what may be missing, and when it goes on [SYN-03]", () => {
  const words = healthOf({ ...healthy, isPaused: true, nextSync: null, status: "retrying" }, now);
  expect(words).toMatchObject({ state: "Paused by you", next: "When you resume it" });
  expect(words.lag).toBe("New mail since 2 minutes ago may be missing");
});
