import { inbox, type ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { threadsKey, threadsQuery } from "./inbox.ts";
import type { ThreadPage } from "./inbox-cache.ts";
import { followChange, sendAfterUndo, showChange } from "./shown-change.ts";
import { snoozedUntil } from "./snooze.ts";

const item = (id: string) =>
  ({
    ...{ id, threadId: id, boxId: "box", folder: "inbox", folderIds: [], date: new Date(0) },
    ...{ snoozedUntil: null, starred: false, unread: false, muted: false },
  }) as unknown as ThreadItem;
const all: ThreadPage = { items: [item("b"), item("a")], nextCursor: null, partial: false, total: 2 };
const change = { kind: "snooze" as const, ids: ["a"], until: null };
const filter = { q: "", mailbox: "", view: "inbox", folderId: "" } as const;

test("a message that an undo brought back stays in the list until the undo is answered, whatever is fetched meanwhile", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const cache = makeQueryClient();
  const { queryKey } = threadsQuery(filter);
  const listed = () => cache.getQueryData<ThreadPage>(queryKey)?.items.map(({ id }) => id);
  const api = fakeApi();
  let isSnoozed = true;
  api.on(inbox.threads, () => ({ ...all, items: [], total: 0, nextCursor: isSnoozed ? null : "the undo is known" }));
  cache.setQueryData(queryKey, all);
  onTestFinished(new QueryObserver(cache, { ...threadsQuery(filter), staleTime: Infinity }).subscribe(() => undefined));

  const answer = Promise.withResolvers<void>();
  const { takeBack } = await showChange(cache, ({ id }) => id === "a", snoozedUntil(new Date(1)));
  let undo: () => Promise<void> = () => Promise.resolve();
  await followChange(cache, {
    ...{ takeBack, sent: sendAfterUndo(change, async () => undefined), failure: "", onFailure: () => undefined },
    announce: (run) => {
      undo = run;
      return () => undefined;
    },
    undo: () => answer.promise,
  });
  expect(listed()).toEqual(["b"]);
  const undone = undo();
  await vi.waitFor(() => expect(listed()).toEqual(["b", "a"]));
  // A live event of the snooze itself.
  const refetched = cache.invalidateQueries({ queryKey: threadsKey });
  await new Promise((done) => setTimeout(done));
  expect(listed()).toEqual(["b", "a"]);
  expect(api.callsOf(inbox.threads)).toHaveLength(0);
  isSnoozed = false;
  answer.resolve();
  await Promise.all([undone, refetched]);
  await vi.waitFor(() => expect(cache.getQueryData<ThreadPage>(queryKey)?.nextCursor).toBe("the undo is known"));
});

test("an undo that the server refuses fails for the toast that offers it, which then confirms nothing", async () => {
  const cache = makeQueryClient();
  const onFailure = vi.fn();
  const { takeBack } = await showChange(cache, () => false, snoozedUntil(null));
  let undo: () => Promise<void> = () => Promise.resolve();
  await followChange(cache, {
    ...{ takeBack, sent: sendAfterUndo(change, async () => undefined), failure: "", onFailure },
    announce: (run) => {
      undo = run;
      return () => undefined;
    },
    undo: () => Promise.reject(new Error("It is too late to undo this.")),
  });
  await expect(undo()).rejects.toThrow("It is too late to undo this.");
  // The toast says why.
  expect(onFailure).not.toHaveBeenCalled();
});

test("a list that was being fetched when a change was shown is fetched again after it [OFF-05]", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const cache = makeQueryClient();
  const { queryKey } = threadsQuery(filter);
  const api = fakeApi();
  const first = Promise.withResolvers<void>();
  api.on(inbox.threads, async () => {
    // The first request is under way when it is stopped.
    if (api.callsOf(inbox.threads).length === 1) await first.promise;
    return { ...all, items: [], total: 0, nextCursor: "fetched again" };
  });
  cache.setQueryData(queryKey, all);
  onTestFinished(new QueryObserver(cache, { ...threadsQuery(filter), staleTime: Infinity }).subscribe(() => undefined));
  // As after a refused change: the list lacks a message that the server has.
  void cache.invalidateQueries({ queryKey: threadsKey });
  await vi.waitFor(() => expect(api.callsOf(inbox.threads)).toHaveLength(1));
  const { resume } = await showChange(cache, ({ id }) => id === "b", snoozedUntil(null));
  first.resolve();
  resume();
  await vi.waitFor(() => expect(cache.getQueryData<ThreadPage>(queryKey)?.nextCursor).toBe("fetched again"));
});
