import { expect, onTestFinished, test, vi } from "vitest";
import { liveServer } from "#test/fake-live.ts";
import { shareTabs } from "#test/fake-tabs.ts";
import { sessionOf } from "#test/people.ts";
import { saveSession } from "../session/session.ts";
import { followLive } from "./live-stream.ts";

/** A tab of this account that follows live events. */
function openTab(account = "ana") {
  const end = new AbortController();
  const heard: string[] = [];
  const onGap = vi.fn();
  void followLive({ account, signal: end.signal, onEvent: ({ data }) => heard.push(data), onGap });
  onTestFinished(() => end.abort());
  return { heard, onGap, close: () => end.abort() };
}

test("ten tabs have one stream, and each hears every event once", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  shareTabs();
  const connections = liveServer();
  const tabs = Array.from({ length: 10 }, () => openTab());
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  connections[0]?.say("event: mail\ndata: one\n\nevent: mail\ndata: two\n\n");
  for (const { heard } of tabs) await vi.waitFor(() => expect(heard).toEqual(["one", "two"]));
  expect(connections).toHaveLength(1);
});

test("when the tab with the stream closes, another opens one at once and every tab reports a gap", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  shareTabs();
  const connections = liveServer();
  const [first, second, third] = [openTab(), openTab(), openTab()];
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  for (const { onGap } of [first, second, third]) onGap.mockClear();
  first.close();
  expect(connections[0]?.signal?.aborted).toBe(true);
  await vi.waitFor(() => expect(second.onGap).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(third.onGap).toHaveBeenCalledOnce());
  expect(connections).toHaveLength(2);
  connections[1]?.say("event: mail\ndata: later\n\n");
  await vi.waitFor(() => expect(third.heard).toEqual(["later"]));
  expect(second.heard).toEqual(["later"]);
  expect(first.heard).toEqual([]);
});

test("closing a tab that only listened affects no other tab", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  shareTabs();
  const connections = liveServer();
  const [first, second] = [openTab(), openTab()];
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  second.close();
  first.close();
  const third = openTab();
  await vi.waitFor(() => expect(connections).toHaveLength(2));
  connections[1]?.say("event: mail\ndata: one\n\n");
  await vi.waitFor(() => expect(third.heard).toEqual(["one"]));
  expect([first.heard, second.heard]).toEqual([[], []]);
});

test("tabs of one account do not get the events of another", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  shareTabs();
  const connections = liveServer();
  const [ana, uma] = [openTab("ana"), openTab("uma")];
  await vi.waitFor(() => expect(connections).toHaveLength(2));
  connections[0]?.say("event: mail\ndata: for ana\n\n");
  connections[1]?.say("event: mail\ndata: for uma\n\n");
  await vi.waitFor(() => expect([ana.heard, uma.heard]).toEqual([["for ana"], ["for uma"]]));
});

test("without locks each tab has its own stream", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const connections = liveServer();
  openTab();
  openTab();
  await vi.waitFor(() => expect(connections).toHaveLength(2));
});
