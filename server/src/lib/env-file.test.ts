import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { BadSettings } from "./bad-settings.ts";
import { withEnvFile } from "./env-file.ts";

function folderWith(text?: string) {
  const folder = mkdtempSync(join(tmpdir(), "intellibox-env-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (text !== undefined) writeFileSync(join(folder, ".env"), text);
  return folder;
}

function problemsOf(folder: string) {
  try {
    withEnvFile({}, folder);
    return [];
  } catch (error) {
    return (error as BadSettings).problems;
  }
}

test("settings are read from the file .env, and the environment takes precedence [RUN-14]", () => {
  const folder = folderWith(
    [
      "\uFEFF# a comment",
      "PORT=4000",
      "export HOST=0.0.0.0",
      'INTELLIBOX_ADMIN_PASSWORD="a phrase # with a hash" # said once',
      "PUBLIC_URL='https://mail.example.com'\r",
      "INTELLIBOX_DEMO=1",
      "",
    ].join("\n"),
  );
  expect(withEnvFile({ PORT: "5000", INTELLIBOX_DEMO: "" }, folder)).toEqual({
    PORT: "5000",
    HOST: "0.0.0.0",
    INTELLIBOX_ADMIN_PASSWORD: "a phrase # with a hash",
    PUBLIC_URL: "https://mail.example.com",
    INTELLIBOX_DEMO: "",
  });
});

test("without a file nothing is added", () => {
  expect(withEnvFile({ PORT: "5000" }, folderWith())).toEqual({ PORT: "5000" });
});

test("an invalid line is reported by its number, without its content [RUN-15]", () => {
  const cases: [string, number[]][] = [
    ["PORT=1\nINTELLIBOX_SECRET s3cret\n", [2]],
    ['A="two\nlines"\nbare\n', [3]],
    ['A="never closed\n', [1]],
    ['A="one" two\n', [1]],
    ["=value\n1A=2\n", [1, 2]],
  ];
  for (const [text, lines] of cases) {
    const folder = folderWith(text);
    const told = lines.map(
      (line) => `line ${line} of ${join(folder, ".env")} cannot be read: write NAME=value, or # before a comment`,
    );
    expect(problemsOf(folder)).toEqual(told);
  }
});

test("a file that cannot be opened stops the start", () => {
  const folder = folderWith();
  mkdirSync(join(folder, ".env"));
  expect(problemsOf(folder)).toEqual([`${join(folder, ".env")} cannot be read (EISDIR)`]);
});
