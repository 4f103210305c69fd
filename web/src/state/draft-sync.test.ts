import { type DraftContent, drafts, type KeptDraft } from "@intellibox/contract/endpoints/drafts";
import { expect, test, vi } from "vitest";
import { draftShelf } from "#lib/drafts/draft-shelf.ts";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { openDraftSync } from "./draft-sync.ts";

const blank: DraftContent = {
  intent: "Thank the team",
  tone: "friendly",
  extra: "",
  to: "a@example.com",
  cc: "",
  bcc: "",
  mailboxId: null,
  alias: "",
  subject: "",
  bodyHtml: "<p></p>",
  followsUp: null,
  forward: null,
};
const foreign = "f".repeat(32);
type Wire = Omit<KeptDraft, "savedAt"> & { savedAt: string };

/** A fake server with the real one's version check for one draft, and any number of devices that write it. */
function serverAndDevices() {
  vi.useFakeTimers();
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  const server = { kept: null as Wire | null, isDown: false, losesResponses: false };
  const newer = () => refusal(409, { error: "A newer draft was kept on another device.", code: "conflict" });
  const respond = <T>(body: T) => (server.losesResponses ? refusal(503, "") : body);
  api.on(drafts.get, () => (server.isDown ? refusal(503, "") : { draft: server.kept }));
  api.on(drafts.keep, ({ body }) => {
    if (server.isDown) return refusal(503, "");
    const { basedOn, ...draft } = body as DraftContent & { version: string; basedOn: string | null };
    if (server.kept && ![basedOn, draft.version].includes(server.kept.version)) return newer();
    server.kept = { ...draft, savedAt: new Date().toISOString() };
    return respond({ version: draft.version, savedAt: server.kept.savedAt });
  });
  api.on(drafts.forget, ({ query }) => {
    if (server.isDown) return refusal(503, "");
    if (server.kept && server.kept.version !== query.basedOn) return newer();
    server.kept = null;
    return respond({ ok: true as const });
  });
  const device = (name: string, subject?: string) => {
    const shelf = draftShelf(name);
    const screen = { draft: subject === undefined ? null : { ...blank, subject }, other: null as KeptDraft | null };
    if (screen.draft) shelf.write(screen.draft);
    const sync = openDraftSync({
      about: "compose",
      shelf,
      read: () => screen.draft,
      adopt: (draft) => Object.assign(screen, { draft }),
      onConflict: (other) => Object.assign(screen, { other }),
    });
    const write = (text: string | null) => {
      screen.draft = text === null ? null : { ...blank, subject: text };
      sync.changed();
    };
    return { screen, sync, write, shelf };
  };
  return { api, server, device, pause: (ms = 2000) => vi.advanceTimersByTimeAsync(ms) };
}

test("a draft is saved once typing pauses, and another device opens with it [BYD-06]", async () => {
  const { api, server, device, pause } = serverAndDevices();
  const desktop = device("desktop");
  desktop.sync.open();
  for (const text of ["T", "Th", "Thanks"]) desktop.write(text);
  await pause(1000);
  expect(api.callsOf(drafts.keep)).toHaveLength(0);
  await pause();
  expect(api.callsOf(drafts.keep)).toHaveLength(1);
  expect(server.kept).toMatchObject({ ...blank, subject: "Thanks" });
  const phone = device("phone");
  phone.sync.open();
  await pause();
  expect(phone.screen.draft).toMatchObject({ subject: "Thanks" });
  phone.write("Thanks, all");
  await pause();
  desktop.sync.noticed(server.kept?.version);
  await pause();
  expect(desktop.screen.draft?.subject).toBe("Thanks, all");
});

test("a draft is also saved while its writer never pauses", async () => {
  const { api, device, pause } = serverAndDevices();
  const { write } = device("desktop");
  for (let second = 0; second < 15; second++) {
    write(`Text ${second}`);
    await pause(1000);
  }
  expect(api.callsOf(drafts.keep).length).toBeGreaterThan(0);
});

test("Reset deletes the draft on every device, also if the server was unreachable at first", async () => {
  const { server, device, pause } = serverAndDevices();
  const desktop = device("desktop", "Thanks");
  const phone = device("phone");
  desktop.sync.open();
  await pause();
  phone.sync.open();
  await pause();
  server.isDown = true;
  desktop.write(null);
  await pause();
  expect(server.kept).not.toBeNull();
  server.isDown = false;
  await pause(20_000);
  expect(server.kept).toBeNull();
  phone.sync.pull();
  await pause();
  expect(phone.screen.draft).toBeNull();
});

test.each([
  ["keepMine", "Here"],
  ["takeTheirs", "Elsewhere"],
] as const)("a draft changed on two devices is not overwritten until the user chooses: %s", async (choice, chosen) => {
  const { server, device, pause } = serverAndDevices();
  const desktop = device("desktop", "Begun");
  desktop.sync.open();
  await pause();
  server.kept = { ...blank, subject: "Elsewhere", version: foreign, savedAt: new Date().toISOString() };
  desktop.write("Here");
  await pause();
  expect(desktop.screen.draft?.subject).toBe("Here");
  expect(server.kept.subject).toBe("Elsewhere");
  expect(desktop.screen.other?.subject).toBe("Elsewhere");
  desktop.write("Here");
  await pause(60_000);
  expect(server.kept.subject).toBe("Elsewhere");
  desktop.sync[choice]();
  await pause();
  expect(desktop.screen.other).toBeNull();
  expect(desktop.screen.draft?.subject).toBe(chosen);
  expect(server.kept.subject).toBe(chosen);
});

test("a draft written offline stays in the browser, and is saved once the server is reachable", async () => {
  const { server, device, pause } = serverAndDevices();
  server.isDown = true;
  const desktop = device("desktop", "On the train");
  desktop.sync.open();
  await pause();
  expect(desktop.shelf.mark()).toEqual({ base: null, isChanged: true });
  server.isDown = false;
  desktop.sync.pull();
  await pause();
  expect(server.kept?.subject).toBe("On the train");
  expect(desktop.shelf.mark()).toEqual({ base: server.kept?.version, isChanged: false });
});

test("a saved change whose response was lost is not taken for a change of another device", async () => {
  const { server, device, pause } = serverAndDevices();
  const desktop = device("desktop", "Thanks");
  server.losesResponses = true;
  desktop.sync.open();
  await pause();
  server.losesResponses = false;
  await pause(30_000);
  expect(desktop.screen.other).toBeNull();
  desktop.write("Thanks again");
  await pause();
  expect(server.kept?.subject).toBe("Thanks again");
});

test("a draft whose mail is sent while it is being saved is deleted as soon as it is saved", async () => {
  const { api, server, device, pause } = serverAndDevices();
  const desktop = device("desktop");
  desktop.sync.open();
  await pause(0);
  desktop.write("Thanks");
  // The request has left and is not answered yet.
  vi.advanceTimersToNextTimer();
  desktop.write(null);
  desktop.sync.close();
  expect([api.callsOf(drafts.keep).length, api.callsOf(drafts.forget).length]).toEqual([1, 0]);
  await pause();
  expect(server.kept).toBeNull();
  expect(api.callsOf(drafts.forget)).toHaveLength(1);
});

test("leaving the page saves the last text, and nothing is requested afterwards", async () => {
  const { api, server, device, pause } = serverAndDevices();
  const desktop = device("desktop");
  desktop.write("Last words");
  desktop.sync.close();
  await pause(0);
  expect(server.kept?.subject).toBe("Last words");
  server.isDown = true;
  desktop.write("Later");
  await pause(60_000);
  expect(api.callsOf(drafts.keep)).toHaveLength(1);
});
