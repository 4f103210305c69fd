import { type Voice, voices } from "@intellibox/contract/endpoints/voices";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { VoiceTab } from "./voice-tab.tsx";

const learned: Voice = {
  ...{ isOn: true, isLearning: false, learnedAt: new Date("2026-11-18T09:00:00Z"), mails: 40, edits: {} },
  facts: {
    frames: [
      { kind: "any", language: "en", greeting: "Hi {name},", signOff: "Cheers," },
      { kind: "colleague", language: "en", greeting: "" },
      { kind: "any", language: "de", greeting: "Hallo {name}," },
    ],
    ...{ signsAs: "Asha", words: 30, formality: "casual", phrases: ["talk to you soon"] },
    languages: [
      { language: "en", share: 80 },
      { language: "de", share: 20 },
    ],
    emoji: { use: "often", favourites: ["🎉"] },
  },
};

function show(voice: Voice) {
  saveSession(sessionOf("NORMAL_USER"));
  const saved: object[] = [];
  let current = voice;
  const server = fakeApi();
  server.on(voices.get, () => current as never);
  server.on(voices.save, ({ body }) => {
    saved.push(body as object);
    current = { ...current, ...(body as Partial<Voice>) };
    return current as never;
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <VoiceTab />
    </QueryClientProvider>,
  );
  return saved;
}
const rowOf = async (text: string) => within((await screen.findByText(text)).closest("li") as HTMLElement);

test("what was learned is shown as plain sentences [STY-01] [STY-06]", async () => {
  show(learned);
  for (const sentence of [
    "You greet people with “Hi <name>,”.",
    "You close with “Cheers,”.",
    "You write to colleagues without a greeting.",
    "In German: You greet people with “Hallo <name>,”.",
    "You sign as “Asha”.",
    "Your mails are short: about 30 words.",
    "Your style is casual.",
    "You often use emoji: 🎉",
    "You like to write “talk to you soon”.",
    "You write in English (80%), German (20%).",
  ])
    expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByRole("status").textContent).toMatch(
    /^Learned .+ from 40 mails\. It is learned again every week\.$/,
  );
});

test("a trait is left out, taken back and changed [STY-05]", async () => {
  const saved = show(learned);
  await userEvent.click((await rowOf("You close with “Cheers,”.")).getByRole("button", { name: "Leave out" }));
  expect(saved).toEqual([{ edits: { frames: [{ kind: "any", language: "en", signOff: null }] } }]);
  await userEvent.click(
    await (await rowOf("You close with “Cheers,”.")).findByRole("button", { name: "Use as learned" }),
  );
  expect(saved[1]).toEqual({ edits: { frames: [] } });
  await userEvent.click(
    await (await rowOf("You greet people with “Hi <name>,”.")).findByRole("button", { name: "Edit" }),
  );
  const field = await screen.findByRole("textbox", { name: "Greeting" });
  await userEvent.clear(field);
  await userEvent.type(field, "Hello {{name},");
  await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
  expect(await screen.findByText("You greet people with “Hello <name>,”.")).toBeTruthy();
  expect(saved[2]).toEqual({ edits: { frames: [{ kind: "any", language: "en", greeting: "Hello {name}," }] } });
  expect(screen.getByText("Changed by you")).toBeTruthy();
});

test("too many phrases are refused before they are sent [STY-05]", async () => {
  const saved = show(learned);
  await userEvent.click(
    await (await rowOf("You like to write “talk to you soon”.")).findByRole("button", { name: "Edit" }),
  );
  await userEvent.type(await screen.findByRole("textbox", { name: "Phrases" }), "\na b\nc d\ne f\ng h\ni j\nk l");
  await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
  expect(await screen.findByText("At most 6 phrases")).toBeTruthy();
  expect(saved).toEqual([]);
});

test("without enough mail the screen says what is missing [STY-02]", async () => {
  show({ isOn: true, isLearning: false, learnedAt: null, mails: 4, facts: null, edits: {} });
  expect(
    await screen.findByText("Nothing is learned yet. It takes 10 sent mails in your own words; 4 were found so far."),
  ).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Erase your voice" })).toBeNull();
});
