import { expect, test } from "vitest";
import { healthOf } from "./health-words.ts";

const now = new Date("2026-11-14T12:00:00Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const well = {
  status: "connected",
  lastSync: minutes(-2),
  lastError: null,
  nextSync: minutes(3),
  syncing: false,
  remaining: 0,
  hasOlder: false,
  needsReconnect: false,
} as const;

test("a mailbox that is well says when it was and will be synced, and that nothing is missing", () => {
  expect(healthOf(well, now)).toEqual({
    state: "Healthy",
    lastSync: "2 minutes ago",
    lag: "Up to date",
    lastError: "None",
    next: "In 3 minutes",
  });
  expect(healthOf({ ...well, hasOlder: true }, now).lag).toContain("Press Sync to load older mail");
});

test("one that fails says why, what may be missing, and when it is tried again", () => {
  const failing = { ...well, status: "retrying", lastError: "The server did not answer", nextSync: now } as const;
  expect(healthOf({ ...failing, lastSync: minutes(-150) }, now)).toEqual({
    state: "Last sync failed. Retrying automatically.",
    lastSync: "2 hours ago",
    lag: "New mail since 2 hours ago may be missing",
    lastError: "The server did not answer.",
    next: "Shortly",
  });
});

test("one that needs somebody promises no next try, and says what to do where that is known", () => {
  const stopped = { ...well, status: "attention", lastError: "The password was refused.", lastSync: null } as const;
  expect(healthOf(stopped, now)).toMatchObject({
    state: "Paused. Needs attention.",
    lastSync: "Never",
    lag: "No mail yet",
    next: "Manual",
  });
  expect(healthOf({ ...stopped, needsReconnect: true }, now).state).toContain("Reconnect this account");
});

test("a sync under way says how much is to come", () => {
  const busy = { ...well, syncing: true, remaining: 1200 };
  expect(healthOf(busy, now)).toMatchObject({ state: "Syncing now", lag: "1,200 messages to come", next: "Now" });
  expect(healthOf({ ...busy, remaining: 1 }, now).lag).toBe("1 message to come");
});
