import { Dialect, LocalLinter } from "harper.js";
import { binaryInlined } from "harper.js/binaryInlined";

// Kinds that a reader notices as mistakes. Spelling, style and word choice are left out: names and terms of trades are
// unknown to the checker, and a good plain sentence may be called wordy.
const counted = new Set(["Agreement", "Capitalization", "Grammar", "Repetition", "Punctuation", "BoundaryError"]);

// Harper calls "Dec" and "your kind invitation" mistakes.
const falseAlarms = /canonical spelling|contraction `you're`/;

/** Checks English text; the returned function gives one line for each mistake. */
export async function grammarChecker(): Promise<(text: string) => Promise<string[]>> {
  const linter = new LocalLinter({ binary: binaryInlined, dialect: Dialect.British });
  await linter.setup();
  return async (text) => {
    const lints = await linter.lint(text, { language: "plaintext" });
    return lints
      .filter((lint) => counted.has(lint.lint_kind()) && !falseAlarms.test(lint.message()))
      .map((lint) => `${lint.lint_kind()}: ${lint.message()} (${lint.get_problem_text()})`);
  };
}
