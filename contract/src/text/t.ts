import { fill, type Values } from "./fill.ts";
import { parseMessage } from "./parse-message.ts";
import { findTranslation } from "./translator.ts";

/** The key of a message in the catalogues. The context tells apart two meanings of the same English words. */
export const messageKey = (message: string, context?: string) => (context ? `[${context}] ${message}` : message);

/**
 * Text for people, in their language. The message is the English text, written as a literal; with values, it follows ICU
 * MessageFormat: `t("{count, plural, one {# message} other {# messages}}", { count })`. Without values it is taken as it stands.
 * The build of the web app replaces each call by its translation.
 */
export function t(message: string, values?: Values, context?: string): string {
  const translated = findTranslation(messageKey(message, context)) ?? message;
  return values ? fill(parseMessage(translated), values) : translated;
}

/** The tokens of a translated message, for text with components. */
export const translatedTokens = (message: string, context?: string) =>
  parseMessage(findTranslation(messageKey(message, context)) ?? message);
