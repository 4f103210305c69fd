import { wordsOfHtml } from "#lib/html/text.ts";

/** Tags that the editors of calendars write. "<https://example.com>" and "<a@example.com>" are none. */
const tag = /<\/?(?:a|b|br|div|em|font|h[1-6]|html-blob|i|li|ol|p|span|strong|table|td|tr|u|ul)(?=[\s/>])[^<>]*>/i;
/** Google puts its own words between such lines. */
const googleRule = /^-:[:~]{5,}:-$/gm;
const longest = 20_000;

/** The notes of an event as plain text. Google and others write HTML, although RFC 5545 has text there. */
export function readNotes(written: string): string {
  const text = written.slice(0, longest).replaceAll(/\r\n?/g, "\n");
  return (tag.test(text) ? wordsOfHtml(text.replaceAll("\n", "<br>")) : text).replaceAll(googleRule, "");
}
