import { expect, test } from "vitest";
import { missingWords, progressOf } from "./sync-words.ts";

const idle = {
  name: "",
  email: "priya@example.com",
  syncing: false,
  remaining: 0,
  counts: { messages: 1250, inbox: 1200, unread: 3 },
  history: { days: null, isLoading: false, backTo: null, left: 0 },
};
const loading = { ...idle, history: { days: null, isLoading: true, backTo: new Date(2026, 2, 3), left: null } };

test("older mail that is being loaded is named with how far it came, and a search says that results may be missing", () => {
  expect([progressOf([idle]), missingWords([idle])]).toEqual([undefined, undefined]);
  expect(progressOf([{ ...idle, syncing: true, remaining: 1200 }])).toEqual({
    words: "Syncing priya@example.com · 1,200 to go",
    isHistory: false,
  });
  expect(progressOf([loading, idle])).toEqual({
    words: expect.stringMatching(/^Loading older mail of priya@example\.com · 1,250 so far, back to .*2026/),
    isHistory: true,
  });
  const behind = { ...loading, history: { days: 0, isLoading: true, backTo: new Date(2026, 8, 9), left: null } };
  expect(progressOf([loading, behind])?.words).toContain("2 mailboxes · 2,500 so far");
  expect(missingWords([loading, behind])).toMatch(/from before .*(Sep|09).* may be missing\.$/);
});
