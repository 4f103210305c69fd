// Text from mail is written by anybody. On a terminal, control characters could move the cursor, hide lines, change the title of the
// window or answer questions of the shell; characters of direction could show another address than the one that is there.
import { withoutDeceiving } from "@intellibox/contract/rules/plain-line";

/** Text of several lines. Whole escape sequences are removed, then every control character except for line breaks and tabs. */
export const safeText = (text: string) =>
  withoutDeceiving(
    text
      .toWellFormed()
      .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
      .replaceAll(escapeSequence, ""),
  ).replaceAll(/[^\P{Cc}\n\t]/gu, "");

/** One line: each run of white space is one space. */
export const safeLine = (text: string) => safeText(text).replaceAll(/\s+/gu, " ").trim();

/**
 * CSI and the string sequences (OSC, DCS, SOS, PM, APC) with their content, also in their eight-bit forms (ECMA-48). A string that
 * has no end loses its introducer only, so that the rest of the mail can be read.
 */
const escapeSequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\n\u0080-\u009f]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]/g;

/** JSON for scripts. Characters that a terminal would obey are escaped, which changes no value. */
export const safeJson = (value: unknown) =>
  JSON.stringify(value, null, 2).replaceAll(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
