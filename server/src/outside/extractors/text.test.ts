import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { decodeText } from "./text.ts";

const russian = "Это довольно длинный русский текст, по которому можно узнать его кодировку.";
const japanese = "これは文字コードを判定するのに十分な長さの日本語の文章です。よろしくお願いします。";

test.each([
  ["utf-8", "Grüße, नमस्ते, 漢字 😀"],
  ["utf-16le", "Western words in UTF-16"],
  ["utf-16be", "Western words in UTF-16"],
  ["windows-1251", russian],
  ["koi8-r", russian],
  ["shift_jis", japanese],
  ["euc-jp", japanese],
  ["shift_jis", "日本語のテスト"],
  ["euc-kr", "한국어 시험"],
  ["gb18030", "中文测试文本"],
  ["windows-1253", "Καλημέρα κόσμε"],
  ["windows-1256", "مرحبا بالعالم"],
  ["windows-1252", "été à la plage"],
  ["windows-1252", "Grüße aus Köln"],
  ["windows-1252", "Ein längerer deutscher Satz, dessen Umlaute – größtenteils – natürlich übrig bleiben müssen."],
])("text in %s is read as it was meant", (encoding, text) => {
  expect(decodeText(iconv.encode(text, encoding))).toBe(text);
});

test.each(["utf-8", "utf-16le", "utf-16be", "utf-32le"])(
  "a byte order mark decides and is not text: %s",
  (encoding) => {
    expect(decodeText(iconv.encode("漢字", encoding, { addBOM: true }))).toBe("漢字");
  },
);

test("seven-bit Japanese is not taken for ASCII", () => {
  expect(decodeText(Buffer.from("\x1b$BF|K\\8l\x1b(B!", "latin1"))).toBe("日本語!");
});

test("bytes that are no text are refused", () => {
  expect(() => decodeText(Buffer.from([0x4d, 0x5a, 0, 0, 0xff, 1, 2, 3]))).toThrow(
    expect.objectContaining({ fault: "unsupported" }),
  );
  expect(() => decodeText(Buffer.from("\x01\x02\x03text"))).toThrow(expect.objectContaining({ fault: "unsupported" }));
});
