import { execFile } from "node:child_process";
import dns from "node:dns";
import { readdirSync, readFileSync } from "node:fs";
import net from "node:net";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { tones } from "@intellibox/contract/rules/choices";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { draftEmail, draftReply, extractTasks, replyIntents, suggestSubject, summarizeThread } from "./builtin.ts";

const now = new Date("2025-03-10T09:30:00Z");
const mail =
  "Hi Tom,\n\nThe audit moved to 20 March. Could you send me the ledger by Friday? I will book the room tomorrow at 3pm.\n\nBest,\nPriya";

const everythingOf = (text: string) => ({
  thread: summarizeThread({
    thread: [{ from: "Priya Nair <p@x.example>", to: "Tom Becker", at: now, body: text }],
    now,
  }),
  tasks: extractTasks({ from: "Priya Nair", to: "Tom Becker", at: now, body: text }, now),
  subject: suggestSubject({ text }),
  drafts: tones.map((tone) => draftEmail({ intent: text.slice(0, 300), tone, context: text })),
  replies: tones.map((tone) => draftReply({ emailBody: text, tone, now })),
  intents: replyIntents(text),
});

test("the engine answers without the network [AIX-03]", { timeout: 120_000 }, () => {
  const refuse = () => {
    throw new Error("the engine went to the network");
  };
  const spies = [
    vi.spyOn(net.Socket.prototype, "connect").mockImplementation(refuse),
    vi.spyOn(dns, "lookup").mockImplementation(refuse),
    vi.spyOn(globalThis, "fetch").mockImplementation(refuse),
  ];
  try {
    expect(everythingOf(mail).tasks).toHaveLength(2);
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
});

test("the engine's sources import no module that could open a connection [AIX-03]", () => {
  const folder = new URL(".", import.meta.url).pathname;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const imports = [...readFileSync(join(folder, file), "utf8").matchAll(/from "([^"]+)"/g)].map(
      ([, name = ""]) => name,
    );
    for (const name of imports) {
      if (name.startsWith(".")) expect(resolve(folder, dirname(file), name).startsWith(folder), name).toBe(true);
      else
        expect(name).toMatch(
          /^(?:@intellibox\/contract\/(?:rules\/|endpoints\/mail-rule-fields$)|#lib\/(?:stem|tokenize)\.ts$|chrono-node\/(?:de|en|es|fr|pt)$|zod$|node:fs$|node:module$|wink-nlp$)/,
        );
    }
  }
});

test("the same task gets the same answer in any process and time zone [AIX-03]", {
  timeout: 60_000,
}, async () => {
  const script = `const b = await import(${JSON.stringify(new URL("./builtin.ts", import.meta.url).href)});
    const now = new Date("2025-03-10T09:30:00Z"); const mail = ${JSON.stringify(mail)};
    console.log(JSON.stringify([b.summarizeThread({ thread: [{ from: "Priya Nair", to: "Tom Becker", at: now, body: mail }], now }), b.suggestSubject({ text: mail }),
      b.draftEmail({ intent: "Follow up on the audit", tone: "friendly", context: mail }), b.draftReply({ emailBody: mail, tone: "concise", now })]));`;
  const answers = await Promise.all(
    ["Asia/Tokyo", "America/Los_Angeles", "UTC"].map((zone) =>
      promisify(execFile)(process.execPath, ["--no-warnings", "--input-type=module", "-e", script], {
        env: { ...process.env, TZ: zone },
      }),
    ),
  );
  expect(new Set(answers.map(({ stdout }) => stdout)).size).toBe(1);
  expect(answers[0]?.stdout).toContain("ledger");
});

test("any text is answered without an exception", { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      everythingOf(text);
    }),
    { numRuns: 60, seed: 7 },
  );
  const words = fc.constantFrom(
    "please",
    "I",
    "will",
    "Tom,",
    "by Friday",
    "?",
    "> ",
    "\n",
    "--\n",
    "Best,\n",
    "{FirstName}",
    "and",
    "you",
    "could",
    "if",
    "the",
    "order 55",
    "👍",
    "مرحبا",
    "会议",
    ",",
    ".",
    "(",
    "- ",
    "On Mon Ada wrote:\n",
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 60 }), (parts) => {
      everythingOf(parts.join(" "));
    }),
    { numRuns: 80, seed: 7 },
  );
});

test.each([
  ["blanks before a letter", `${" ".repeat(100_000)}x`],
  ["dashes", "-".repeat(100_000)],
  ["quote marks", ">".repeat(50_000)],
  ["empty lines", "\n".repeat(200_000)],
  ["brackets", "(".repeat(60_000)],
  ["braces", "{a ".repeat(30_000)],
  ["commas", "a, ".repeat(60_000)],
  ["questions", "Can you ? ".repeat(15_000)],
  ["one long word", "a".repeat(200_000)],
  ["closings", "Thanks\n".repeat(20_000)],
  ["emoji", "👨‍👩‍👧🎉".repeat(10_000)],
  ["right-to-left text", "مرحبا كيف حالك؟ ".repeat(8_000)],
  ["lone surrogates", "\ud800".repeat(5_000)],
])("a mail of only %s is answered", { timeout: 120_000 }, (_, text) => {
  const { drafts, replies } = everythingOf(text);
  for (const { body } of drafts) expect(body.length).toBeLessThan(20_000);
  for (const { reply } of replies) expect(reply.length).toBeLessThan(40_000);
});

test("a thread of 500 mails gives a short summary with sources in range", { timeout: 120_000 }, () => {
  const thread = Array.from({ length: 500 }, (_, i) => ({
    from: `P${i % 9} <p@x.example>`,
    to: "All",
    at: now,
    body: `Hi all,\n\nPoint ${i}: the budget of site ${i} is late. Could you confirm by Friday?\n\nBest,\nP${i % 9}`,
  }));
  const { summary, actions } = summarizeThread({ thread, now });
  expect(summary.length).toBeGreaterThan(0);
  expect(summary.length).toBeLessThanOrEqual(10);
  for (const { source } of [...summary, ...actions]) expect(thread[source]).toBeDefined();
});

test.each([
  "Привет! Пришлите, пожалуйста, отчёт до пятницы.",
  "Μπορείτε να στείλετε το αρχείο;",
  "ขอบคุณสำหรับข้อมูล",
  "বৈঠক সোমবার",
  "நாளை சந்திப்போம்",
  "שלחו את הקובץ בבקשה",
  "내일 회의는 몇 시인가요?",
  "明日の会議は何時ですか？",
])("a draft from %s keeps the user's words and adds no English sentence", (text) => {
  const { body } = draftEmail({ intent: text, context: text, tone: "professional" });
  expect(body).toContain(text.replace(/[.]$/, ""));
  expect(body).not.toMatch(/I am writing|regards|Please/);
});
