import { readFileSync } from "node:fs";

// common-passwords.txt holds, one a line, the 8,000 most used and all long passwords of the list in @zxcvbn-ts/language-common 4.1
// (MIT, Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., 2021 @zxcvbn-ts).
const list = new Set(
  readFileSync(new URL("common-passwords.txt", import.meta.url), "utf8")
    .split("\n")
    .filter(Boolean),
);

/** True for a listed password, one repeated twice, and one with digits and symbols around it ("password2026!!"). */
export function isCommonPassword(password: string) {
  const text = password.normalize("NFKC").trim().toLowerCase();
  const half = text.slice(0, text.length / 2);
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return (
    list.has(text) ||
    (text === half + half && list.has(half)) ||
    (core.length >= 4 && core.length <= 10 && list.has(core))
  );
}
