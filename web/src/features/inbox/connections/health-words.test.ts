import { expect, test } from "vitest";
import { healthWords } from "./health-words.ts";

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

test("a mailbox that is well says when it was and will be synced", () => {
  expect(healthWords(well, now)).toBe("Last synced 2 minutes ago. Next sync in 3 minutes.");
});

test("one that fails says why and when it is tried again", () => {
  const failing = { ...well, status: "retrying", lastError: "The server did not answer" } as const;
  expect(healthWords(failing, now)).toBe(
    "The last sync failed; it is tried again by itself. The server did not answer. Last synced 2 minutes ago. Next try in 3 minutes.",
  );
});

test("one that needs somebody promises no next try", () => {
  const stopped = { ...well, status: "attention", lastError: "The password was refused.", lastSync: null } as const;
  expect(healthWords(stopped, now)).toBe(
    "Stopped until somebody looks at it. The password was refused. Not synced yet.",
  );
});

test("a sync under way says how much is to come", () => {
  expect(healthWords({ ...well, syncing: true, remaining: 1200 }, now)).toContain("Syncing now, 1,200 messages to go.");
});
