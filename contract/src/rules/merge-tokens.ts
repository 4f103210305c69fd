/** What a draft leaves for a person to fill in: {FirstName}, {{company}}, [your answer]. */
const token = /\{\{\s*[A-Za-z][\w .-]{0,40}\}\}|\{[A-Za-z][\w .-]{0,40}\}|\[your [^\][\n]{1,60}\]/gi;

/** The tokens that are still unfilled in subject or body, each once, in order. */
export const unfilledTokens = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => text.match(token) ?? [])),
];
