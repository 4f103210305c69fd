import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../accessible.ts";
import { signInAs } from "../people.ts";
import {
  alertOf,
  attach,
  byModel,
  bytesFile,
  editorOf,
  expectLogged,
  expectProblem,
  handFeed,
  setUndoSeconds,
  toastOf,
} from "../writing.ts";

const brief = (page: Page) => page.getByRole("region", { name: "Brief" });
const intent = (page: Page) => page.getByRole("textbox", { name: "Intent" });
const extra = (page: Page) => page.getByRole("textbox", { name: "Extra Context" });
const to = (page: Page) => page.getByRole("textbox", { name: "To", exact: true });
const subject = (page: Page) => page.getByRole("textbox", { name: "Subject" });
const sendButton = (page: Page) => page.getByRole("button", { name: "Send", exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const draftKept = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("intellibox.compose.draft") ?? "null"));

async function write(page: Page, text: string) {
  await editorOf(page).click();
  await page.keyboard.type(text);
}

test.describe("the brief and the message", () => {
  test("everything specified is there, with its defaults [CMP-01] [CMP-02] [CMP-03] [CMP-15] [CMP-16] [CMP-18] [CMP-20] [CMP-21] [LIM-04] [LIM-05] [SND-17]", async ({
    page,
  }) => {
    await signInAs(page, "user", "/compose");
    await expect(intent(page)).toHaveValue("Follow up on our proposal");
    await expect(page.getByRole("button", { name: "Dictate Intent" })).toBeVisible();
    await expect(brief(page).getByRole("radio")).toHaveCount(5);
    for (const tone of ["Professional", "Friendly", "Concise", "Enthusiastic", "Empathetic"])
      await expect(brief(page).getByRole("radio", { name: tone })).toBeAttached();
    expect(await extra(page).evaluate((box) => box.tagName)).toBe("TEXTAREA");
    await expect(page.getByRole("button", { name: "Dictate Extra Context" })).toBeVisible();
    await expect(brief(page).getByRole("checkbox", { name: /Track opens & clicks/ })).toBeChecked();
    await expect(brief(page).getByText(/invisible image and rewrites links/)).toBeVisible();
    const followUp = brief(page).getByRole("combobox", { name: "Follow-up" });
    await expect(followUp).toHaveText("After 3 days");
    await followUp.click();
    await expect(page.getByRole("option")).toHaveText(["Off", "After 1 day", "After 3 days", "After 1 week"]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Suggest Subject" })).toBeVisible();
    await expect(editorOf(page).locator("[data-placeholder]")).toHaveAttribute(
      "data-placeholder",
      "Write your email here…",
    );
    await expect(page.getByText("0 words", { exact: true })).toBeVisible();
    await write(page, "Dear Priya, thank you");
    await expect(page.getByText("4 words", { exact: true })).toBeVisible();
  });

  test("a placeholder goes into the extra context where the cursor stands [CMP-04]", async ({ page }) => {
    await signInAs(page, "user", "/compose");
    await extra(page).fill("Dear , hello");
    await extra(page).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(5, 5));
    await press(page, "{FirstName}");
    await expect(extra(page)).toHaveValue("Dear {FirstName}, hello");
    for (const token of ["{Company}", "{LastPurchase}", "{DueAmount}", "{City}", "{Phone}"]) await press(page, token);
    await expect(extra(page)).toHaveValue("Dear {FirstName}{Company}{LastPurchase}{DueAmount}{City}{Phone}, hello");
  });

  test("a link is asked for by its address, opens elsewhere without a word, and only where links may lead [CMP-19] [RTX-01] [RTX-05]", async ({
    page,
    context,
  }) => {
    await signInAs(page, "user", "/compose");
    await page.evaluate(() =>
      localStorage.setItem(
        "intellibox.compose.draft",
        JSON.stringify({ bodyHtml: [1, 2, 3, 4, 5, 6].map((n) => `<h${n}>Title ${n}</h${n}>`).join("") }),
      ),
    );
    await page.reload();
    for (const level of [1, 2, 3, 4, 5, 6])
      await expect(editorOf(page).getByRole("heading", { level, name: `Title ${level}` })).toBeVisible();
    await editorOf(page).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("our offer");
    await press(page, "Clear formatting");
    await page.keyboard.press("ControlOrMeta+a");
    await press(page, "Bold");
    await expect(editorOf(page).locator("strong")).toHaveText("our offer");
    await press(page, "Link");
    const dialog = page.getByRole("dialog", { name: "Add link" });
    await dialog.getByLabel("URL").fill("javascript:alert(1)");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Enter a web or email address");
    await dialog.getByLabel("URL").fill(new URL("/icon.svg", page.url()).href);
    await dialog.getByRole("button", { name: "Apply" }).click();
    const link = editorOf(page).getByRole("link", { name: "our offer" });
    await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
    await expect(link).toHaveAttribute("target", "_blank");
    await page.keyboard.press("End");
    const opened = context.waitForEvent("page");
    await link.click();
    expect(await (await opened).evaluate(() => window.opener)).toBeNull();
  });
});

test.describe("what an AI writes", () => {
  test("write, generate, send: the draft fills subject and text, its cost is told, and the mail goes out [CMP-05] [CMP-24] [CMP-25] [CMP-26] [CMP-27] [CMP-29] [AIX-04]", async ({
    page,
  }) => {
    const { token } = await signInAs(page, "user", "/compose");
    await setUndoSeconds(page, token, 1);
    await page.reload();
    await intent(page).fill("Ask Meera to confirm the delivery date");
    await extra(page).fill("The order is PO-4471, due on Friday.");
    await page.getByText("Friendly", { exact: true }).click();
    const asked = page.waitForRequest("**/api/compose/generate");
    await press(page, "Generate");
    expect((await asked).postDataJSON()).toMatchObject({
      intent: "Ask Meera to confirm the delivery date",
      tone: "friendly",
      context: "The order is PO-4471, due on Friday.",
    });
    await expect(editorOf(page)).toContainText("PO-4471");
    await expect(subject(page)).not.toHaveValue("");
    await expect(page.getByText(/[\d,]+ tokens · [\d,]+ ms/)).toBeVisible();
    await expect(page.getByText("Built-in engine — add a key for richer drafts")).toBeVisible();

    const about = `Delivery date ${Date.now()}`;
    await subject(page).fill(about);
    await to(page).fill("admin@acme.test, ");
    await press(page, "Remove priya@example.com");
    const text = await editorOf(page).innerText();
    const sent = page.waitForRequest("**/api/compose/send");
    await sendButton(page).click();
    expect((await sent).headers()).toMatchObject({
      "x-track-engagement": "1",
      "x-followup-days": "3",
      "x-undo-seconds": "1",
    });
    expect((await sent).postDataJSON()).toMatchObject({ to: "admin@acme.test", subject: about });
    await expect(page.getByText(/Message id <.+@.+>/)).toBeVisible();
    expect(await editorOf(page).innerText()).toBe(text);
    await expect(subject(page)).toHaveValue(about);
    await expectLogged(page, about, "sent");
  });

  test("a draft shows as it is written, can be stopped, and one undo brings back what was there [AIX-11] [CMP-28]", async ({
    page,
  }) => {
    await signInAs(page, "user", "/compose");
    await write(page, "My own words");
    await subject(page).fill("");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expectProblem(page, "To, Subject, and Body are required.");
    const { feed, finish } = await handFeed(page, "/compose/generate");
    await press(page, "Generate");
    await expect(alertOf(page)).toHaveCount(0);
    await expect(brief(page).getByRole("button", { name: "Generating…" })).toHaveAttribute("aria-busy", "true");
    await feed("Dear Priya,\n\nThank ");
    await expect(page.getByText("Thank", { exact: true })).toBeVisible();
    await feed("you for the offer.");
    await expect(page.getByText("Thank you for the offer.")).toBeVisible();
    await press(page, "Stop");
    await expect(editorOf(page)).toContainText("Thank you for the offer.");
    await editorOf(page).click();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(editorOf(page)).toHaveText("My own words");

    await press(page, "Generate");
    await feed("Dear");
    await finish({ ...byModel, subject: "Our offer", body: "Dear Priya,\n\n- one\n- two" });
    await expect(editorOf(page).getByRole("listitem")).toHaveText(["one", "two"]);
    await expect(subject(page)).toHaveValue("Our offer");
    await expect(page.getByText("412 tokens · 1,284 ms")).toBeVisible();
    await press(page, "Restore my text");
    await expect(editorOf(page)).toHaveText("My own words");
  });

  test("Regenerate asks for another wording [CMP-06]", async ({ page }) => {
    await signInAs(page, "user", "/compose");
    await press(page, "Generate");
    await expect(editorOf(page)).not.toHaveText("");
    const asked = page.waitForRequest("**/api/compose/generate");
    await press(page, "Regenerate");
    expect((await asked).postDataJSON().variant).toBe(1);
    await expect(page.getByText(/tokens · /)).toBeVisible();
  });

  test("Multi Tone makes three drafts as tabs with their tokens; what is changed in one stays with it [CMP-07] [CMP-08] [CMP-09]", async ({
    page,
  }) => {
    await signInAs(page, "user", "/compose");
    const tones: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/compose/generate")) tones.push(request.postDataJSON().tone);
    });
    await press(page, "Multi Tone");
    const tab = (name: string) => page.getByRole("tab", { name: new RegExp(`^${name} [\\d,]+ tokens$`) });
    for (const name of ["Professional", "Friendly", "Concise"]) await expect(tab(name)).toBeVisible();
    expect(tones.sort()).toEqual(["concise", "friendly", "professional"]);
    await expect(tab("Professional")).toHaveAttribute("aria-selected", "true");
    const professional = await editorOf(page).innerText();
    await tab("Concise").click();
    await expect(editorOf(page)).not.toHaveText(professional);
    await expect(subject(page)).not.toHaveValue("");
    await write(page, "Changed. ");
    await tab("Friendly").click();
    await expect(editorOf(page)).not.toContainText("Changed.");
    await tab("Concise").click();
    await expect(editorOf(page)).toContainText("Changed.");
  });

  test("Suggest Subject names the mail from its text, without a Re: [CMP-18]", async ({ page }) => {
    await signInAs(page, "user", "/compose");
    await page.route("**/api/reply/suggest-subject", (route) =>
      route.fulfill({ json: { ...byModel, subject: "Re: re: Terms of delivery" } }),
    );
    await write(page, "The terms of delivery");
    const asked = page.waitForRequest("**/api/reply/suggest-subject");
    await press(page, "Suggest Subject");
    expect((await asked).postDataJSON()).toEqual({ emailBody: "The terms of delivery" });
    await expect(subject(page)).toHaveValue("Terms of delivery");
  });

  test("where another engine had to write, it is said why", async ({ page }) => {
    await signInAs(page, "user", "/compose");
    await page.route("**/api/compose/generate", (route) =>
      route.fulfill({
        json: {
          ...byModel,
          provider: "builtin",
          model: "builtin",
          fallback: "OpenAI refused the key.",
          subject: "S",
          body: "B",
        },
      }),
    );
    await press(page, "Generate");
    await expect(page.getByText(/built-in engine wrote this: OpenAI refused the key/i)).toBeVisible();
  });
});

test.describe("the draft", () => {
  test("every change is kept at once, and a reload brings each field back [CMP-32] [CMP-33] [BYD-06]", async ({
    page,
  }) => {
    await signInAs(page, "user", "/compose");
    await intent(page).fill("Thank the team");
    expect(await draftKept(page)).toMatchObject({
      intent: "Thank the team",
      tone: "professional",
      bodyHtml: "<p></p>",
    });
    await page.getByText("Empathetic", { exact: true }).click();
    await extra(page).fill("They worked late.");
    await to(page).fill("a@example.com, b@exam");
    await subject(page).fill("Thank you");
    await write(page, "Dear team");
    await expect
      .poll(() => draftKept(page))
      .toMatchObject({
        intent: "Thank the team",
        tone: "empathetic",
        extra: "They worked late.",
        to: "priya@example.com, a@example.com, b@exam",
        subject: "Thank you",
        bodyHtml: "<p>Dear team</p>",
      });
    await page.reload();
    await expect(intent(page)).toHaveValue("Thank the team");
    await expect(brief(page).getByRole("radio", { name: "Empathetic" })).toBeChecked();
    await expect(extra(page)).toHaveValue("They worked late.");
    await expect(page.getByRole("button", { name: "Remove a@example.com" })).toBeVisible();
    await expect(subject(page)).toHaveValue("Thank you");
    await expect(editorOf(page)).toHaveText("Dear team");
  });

  test("Reset brings the samples back and clears the rest [CMP-10] [CMP-11] [CMP-12] [CMP-13] [CMP-14]", async ({
    page,
  }) => {
    await signInAs(page, "user", "/compose");
    await intent(page).fill("x");
    await subject(page).fill("y");
    await write(page, "z");
    await brief(page).getByRole("checkbox", { name: /Track/ }).uncheck();
    await brief(page).getByRole("combobox", { name: "Follow-up" }).click();
    await page.getByRole("option", { name: "Off" }).click();
    await attach(
      page,
      Array.from({ length: 11 }, (_, index) => bytesFile(`${index}.txt`, 1)),
    );
    await expect(alertOf(page)).toBeVisible();
    await press(page, "Reset");
    await expect(intent(page)).toHaveValue("Follow up on our proposal");
    await expect(extra(page)).toHaveValue(/^We met last Tuesday/);
    await expect(page.getByRole("button", { name: "Remove priya@example.com" })).toBeVisible();
    await expect(subject(page)).toHaveValue("");
    await expect(editorOf(page)).toHaveText("");
    await expect(alertOf(page)).toHaveCount(0);
    await expect(brief(page).getByRole("checkbox", { name: /Track/ })).toBeChecked();
    await expect(brief(page).getByRole("combobox", { name: "Follow-up" })).toHaveText("After 3 days");
    expect(await draftKept(page)).toBeNull();
  });
});

test.describe("sending", () => {
  test("Send waits for a subject, a text and right addresses; an empty To is told [CMP-36] [CMP-37] [CMP-38] [CMP-39] [VAL-03]", async ({
    page,
  }) => {
    await signInAs(page, "user", "/compose");
    const disabled = (is: boolean) =>
      is
        ? expect(sendButton(page)).toHaveAttribute("aria-disabled", "true")
        : expect(sendButton(page)).not.toHaveAttribute("aria-disabled");
    await disabled(true);
    await subject(page).fill("Hello");
    await disabled(true);
    await write(page, "Text");
    await disabled(false);
    await subject(page).fill("  ");
    await disabled(true);
    await subject(page).fill("Hello");
    await to(page).fill("not an address");
    await disabled(true);
    await to(page).fill("");
    await press(page, "Remove priya@example.com");
    await disabled(false);
    await sendButton(page).click();
    await expectProblem(page, "To, Subject, and Body are required.");
  });

  test("a mail can be taken back for as long as the offer stands [BYD-05] [CMP-35]", async ({ page }) => {
    const { token } = await signInAs(page, "user", "/compose");
    await setUndoSeconds(page, token, 10);
    await page.reload();
    const about = `Taken back ${Date.now()}`;
    await subject(page).fill(about);
    await write(page, "Text");
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/compose/send", async (route) => {
      await held;
      await route.continue();
    });
    await sendButton(page).click();
    await expect(page.getByRole("button", { name: "Sending…" })).toHaveAttribute("aria-disabled", "true");
    release();
    await expect(toastOf(page, "Sending in")).toBeVisible();
    const cancelled = page.waitForResponse("**/api/compose/send/*/cancel");
    await toastOf(page, "Sending in").getByRole("button", { name: "Undo" }).click();
    expect((await cancelled).status()).toBe(200);
    await expect(toastOf(page, "Taken back. Nothing was sent.")).toBeVisible();
    await expect(page.getByText(/Message id/)).toHaveCount(0);
    await expect(editorOf(page)).toHaveText("Text");
  });

  test("it can go out later, and says when", async ({ page }) => {
    await signInAs(page, "user", "/compose");
    await subject(page).fill(`Later ${Date.now()}`);
    await write(page, "Text");
    await press(page, "Send later");
    const panel = page.getByRole("dialog", { name: "Send later" });
    await panel.getByLabel("Date and time").fill("2020-01-01T09:00");
    await panel.getByRole("button", { name: "Schedule" }).click();
    await expect(panel.getByRole("alert")).toHaveText("Choose a time in the future.");
    const sent = page.waitForRequest("**/api/compose/send");
    await panel.getByRole("button", { name: /Tomorrow morning/ }).click();
    expect(Date.parse((await sent).headers()["x-send-at"] ?? "")).toBeGreaterThan(Date.now());
    await expect(toastOf(page, "Will be sent")).toBeVisible();
    await toastOf(page, "Will be sent").getByRole("button", { name: "Undo" }).click();
    await expect(toastOf(page, "Taken back")).toBeVisible();
  });

  test("tokens that nobody filled in are pointed out first [SND-22]", async ({ page }) => {
    await signInAs(page, "user", "/compose");
    await subject(page).fill("For {Company}");
    await write(page, "Dear {FirstName}, hello");
    let sends = 0;
    await page.route("**/api/compose/send", (route) => {
      sends += 1;
      return route.fulfill({ json: { messageId: "<1@acme.test>", status: "sent" } });
    });
    await sendButton(page).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog.getByRole("listitem")).toHaveText(["{Company}", "{FirstName}"]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(sends).toBe(0);
    await sendButton(page).click();
    await dialog.getByRole("button", { name: "Send anyway" }).click();
    await expect(page.getByText("Message id <1@acme.test>")).toBeVisible();
    expect(sends).toBe(1);
  });

  test("files: exactly 10 MB and ten of them, not more; each can be removed or dropped in [CMP-22] [VAL-04] [VAL-05] [BYD-07]", async ({
    page,
  }) => {
    const limit = 10 * 1024 * 1024;
    await signInAs(page, "user", "/compose");
    await attach(page, [bytesFile("full.bin", limit)]);
    await expect(page.getByText("1 of 10 files · 10 MB of 10 MB")).toBeVisible();
    await attach(page, [bytesFile("one-byte.bin", 1)]);
    await expectProblem(page, "Attachments exceed 10MB total.");
    await expect(page.getByRole("list", { name: "Attachments" }).getByRole("listitem")).toHaveCount(1);
    await press(page, "Remove full.bin");
    await expect(page.getByRole("list", { name: "Attachments" })).toHaveCount(0);
    await attach(
      page,
      Array.from({ length: 11 }, (_, index) => bytesFile(`${index}.txt`, 1)),
    );
    await expectProblem(page, "At most 10 files can be attached.");

    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(["hello"], "dropped.txt", { type: "text/plain" }));
      return data;
    });
    await editorOf(page).dispatchEvent("dragover", { dataTransfer: dropped });
    await expect(page.getByText("Drop to attach")).toBeVisible();
    await editorOf(page).dispatchEvent("drop", { dataTransfer: dropped });
    await expect(page.getByText("Drop to attach")).toBeHidden();
    await expect(page.getByRole("list", { name: "Attachments" }).getByRole("listitem")).toHaveCount(1);
    await expect(page.getByText("dropped.txt")).toBeVisible();
  });

  test("a mail of 10 MB in files goes out", async ({ page }) => {
    const { token } = await signInAs(page, "user", "/compose");
    await setUndoSeconds(page, token, 1);
    await page.reload();
    const about = `With files ${Date.now()}`;
    await subject(page).fill(about);
    await write(page, "See attached");
    await attach(page, [bytesFile("full.bin", 10 * 1024 * 1024)]);
    await sendButton(page).click();
    await expect(page.getByText(/Message id </)).toBeVisible({ timeout: 30_000 });
    await expectLogged(page, about, "sent");
  });

  test("Copy puts To, Subject and the text on the clipboard, or says that it could not [CMP-23] [ERR-19]", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signInAs(page, "user", "/compose");
    await subject(page).fill("Terms");
    await write(page, "Dear Priya,");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Thank you.");
    await press(page, "Copy");
    await expect(page.getByRole("button", { name: /^Copied/ })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      "To: priya@example.com\nSubject: Terms\n\nDear Priya,\n\nThank you.",
    );
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
    });
    await page.getByRole("button", { name: /^Cop/ }).click();
    await expect(toastOf(page, "Copy failed")).toBeVisible();
  });
});

test("each failure is told in its words, in a red alert and a toast [ERR-02] [ERR-03] [ERR-05] [ERR-06] [ERR-16] [ERR-22]", async ({
  page,
}) => {
  await signInAs(page, "user", "/compose");
  await page.route("**/api/{compose,reply}/**", (route) => route.fulfill({ status: 500, body: "" }));
  await subject(page).fill("Hello");
  await write(page, "Text");
  await press(page, "Generate");
  await expectProblem(page, "Failed to generate");
  await press(page, "Multi Tone");
  await expectProblem(page, "Could not generate variants");
  await press(page, "Suggest Subject");
  await expectProblem(page, "Failed to suggest subject");
  await expect(editorOf(page)).toHaveText("Text");
  await sendButton(page).click();
  await expectProblem(page, "Failed to send");
  await attach(page, [bytesFile("a.txt", 5)]);
  await sendButton(page).click();
  await expectProblem(page, "Upload failed (500)");
  await page.unroute("**/api/{compose,reply}/**");
  await page.route("**/api/compose/send", (route) => route.abort());
  await sendButton(page).click();
  await expectProblem(page, "Could not reach the backend. Check VITE_API_BASE or your dev proxy.");
});

test.describe("dictation", () => {
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

  test("what is said is appended to the field it was meant for [VOI-01] [VOI-02] [VOI-03] [VOI-04]", async ({
    page,
  }) => {
    await speak(page, "works");
    await signInAs(page, "user", "/compose");
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
    test(`a recognizer that ${kind} is told: ${words} ${id}`, async ({ page }) => {
      await speak(page, kind);
      await signInAs(page, "user", "/compose");
      await press(page, "Dictate Intent");
      await expectProblem(page, words);
    });
  }
});

test("Ctrl-Enter generates from the brief and sends from the message; the list of keys says so", async ({ page }) => {
  await signInAs(page, "user", "/compose");
  await intent(page).focus();
  const asked = page.waitForRequest("**/api/compose/generate");
  await page.keyboard.press("ControlOrMeta+Enter");
  await asked;
  await expect(editorOf(page)).not.toHaveText("");
  await page.route("**/api/compose/send", (route) =>
    route.fulfill({ json: { messageId: "<2@acme.test>", status: "sent" } }),
  );
  const text = await editorOf(page).innerText();
  await editorOf(page).click();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("Message id <2@acme.test>")).toBeVisible();
  expect(await editorOf(page).innerText()).toBe(text);
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog").getByText("Send, or generate from within the brief")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    test(`nothing stands in anyone's way at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await signInAs(page, "user", "/compose");
      await expectAccessible(page);
      await press(page, "Multi Tone");
      await expect(page.getByRole("tab", { name: /Concise .*tokens/ })).toBeVisible();
      await attach(page, [bytesFile("terms.pdf", 2000)]);
      await expect(editorOf(page)).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await press(page, "Link");
      await expect(page.getByRole("dialog", { name: "Add link" })).toBeVisible();
      await expectAccessible(page);
    });
  }
}
