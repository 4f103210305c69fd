import { expect, test } from "vitest";
import { safeJson, safeLine, safeText } from "../src/safe-text.ts";
import { table } from "../src/table.ts";

const esc = "\u001b";

test("escape sequences are removed whole, also in eight-bit form, and the words around them stay [CLI-08]", () => {
  expect(safeText(`a${esc}[1;31mb${esc}[0mc`)).toBe("abc");
  expect(safeText(`a${esc}]0;title\u0007b${esc}]8;;https://evil.test${esc}\\c${esc}]8;;${esc}\\d`)).toBe("abcd");
  expect(safeText(`a\u009b2Jb\u009d0;title\u009cc${esc}P$q${esc}\\d${esc}cd`)).toBe("abcdd");
  // Without an end, only the introducer goes: nothing of the mail is swallowed.
  expect(safeText(`a${esc}]0;no end\nnext`)).toBe("a0;no end\nnext");
  // A sequence inside of another one does not become one by its removal.
  expect(safeText(`${esc}${esc}[0m[2J`)).not.toContain(esc);
});

test("line breaks and tabs stay in a text, and nothing of them in a line [CLI-08]", () => {
  expect(safeText("a\tb\r\nc\rd\u0000\u0008\u007f\u0085e")).toBe("a\tb\nc\nde");
  expect(safeLine(" a\tb\r\nc\u2028d ")).toBe("a b c d");
  expect(safeLine("invoice\u202Efdp.exe")).toBe("invoicefdp.exe");
  expect(safeLine("नमस्ते 👨‍👩‍👧 ₹")).toBe("नमस्ते 👨‍👩‍👧 ₹");
});

test("JSON keeps every value and shows no character that a terminal obeys [CLI-08]", () => {
  const value = { text: `${esc}[2J\u009b2J\u202e\u2028\u200b नमस्ते` };
  const text = safeJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202e\u2028]/u);
});

test("hostile text of a megabyte is cleaned at once [CLI-08]", () => {
  const start = performance.now();
  for (const piece of [`${esc}]`, "\u009d", `${esc}[0`, "\u009b;", `${esc} `]) safeText(piece.repeat(400_000));
  // A quadratic search would take minutes.
  expect(performance.now() - start).toBeLessThan(20_000);
});

test("a table keeps to the width of the screen, and is whole in a pipe [CLI-08]", () => {
  const rows = [
    ["1", "a long subject"],
    ["22", "b\nc"],
  ];
  expect(table(["ID", "SUBJECT"], rows)).toBe("ID  SUBJECT\n1   a long subject\n22  b c\n");
  expect(table(["ID", "SUBJECT"], rows, 10)).toBe("ID  SUBJE…\n1   a lon…\n22  b c\n");
});
