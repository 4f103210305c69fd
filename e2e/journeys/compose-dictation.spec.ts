import { expect, type Page, test } from "@playwright/test";
import { brief, expectProblem, extra, intent, openCompose, press } from "../writing.ts";

const speak = (page: Page, kind: "works" | "errs" | "refuses" | "missing") =>
  page.addInitScript((how) => {
    class Fake {
      onresult?: (event: unknown) => void;
      onerror?: (event: unknown) => void;
      onend?: () => void;
      start() {
        if (how === "refuses") throw new Error("no microphone");
        Object.assign(window, {
          say: (text: string) => this.onresult?.({ results: [[{ transcript: text }]] }),
          endSpeech: () => this.onend?.(),
        });
        if (how === "errs") setTimeout(() => this.onerror?.({ error: "audio-capture" }));
      }
      stop() {
        this.onend?.();
      }
      abort() {
        this.onend?.();
      }
    }
    Object.assign(window, {
      SpeechRecognition: undefined,
      webkitSpeechRecognition: how === "missing" ? undefined : Fake,
    });
  }, kind);
const say = (page: Page, text: string) =>
  page.evaluate((words) => (window as never as { say(text: string): void }).say(words), text);

test("dictated text is appended to the field that dictation was started for [VOI-01] [VOI-02] [VOI-03] [VOI-04]", async ({
  page,
}) => {
  await speak(page, "works");
  await openCompose(page);
  await press(page, "Dictate Intent");
  await expect(brief(page).getByText("Listening…").first()).toBeVisible();
  await say(page, "and ask for a meeting");
  await page.evaluate(() => (window as never as { endSpeech(): void }).endSpeech());
  await expect(brief(page).getByText("Listening…")).toHaveCount(0);
  await expect(intent(page)).toHaveValue("Follow up on our proposal and ask for a meeting");
  await press(page, "Dictate Extra Context");
  await say(page, "It rained");
  await expect(extra(page)).toHaveValue(/month\.\nIt rained$/);
  await press(page, "Stop dictating Extra Context");
  await expect(brief(page).getByText("Listening…")).toHaveCount(0);
  await expect(intent(page)).toHaveValue("Follow up on our proposal and ask for a meeting");
});

for (const [kind, words, id] of [
  ["missing", "Voice input not supported in this browser.", "[VOI-09]"],
  ["errs", "Voice capture error.", "[VOI-10]"],
  ["refuses", "Could not start voice input.", "[VOI-11]"],
] as const) {
  test(`a recognizer that ${kind} leads to the message ${words} ${id}`, async ({ page }) => {
    await speak(page, kind);
    await openCompose(page);
    await press(page, "Dictate Intent");
    await expectProblem(page, words);
  });
}
