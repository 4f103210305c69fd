/** Placeholders that a draft leaves for its writer: {FirstName}, {{company}}, [your answer], [accept / decline]. */
const token = /\{\{\s*[A-Za-z][\w .-]{0,40}\}\}|\{[A-Za-z][\w .-]{0,40}\}|\[[^\][\n]{2,80}\]/g;

/** Brackets have many uses; a choice or a gap is several words that begin in lower case. */
const isOpen = (found: string) => !found.startsWith("[") || /^\[\p{Ll}[^ ]* ./u.test(found);

/** The tokens that are still unfilled in subject or body, each once, in order. */
export const unfilledTokens = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => text.match(token) ?? []).filter(isOpen)),
];
