import { findTranslation } from "./translator.ts";

/**
 * The name of a field in the reader's language. A server knows names only in English until it makes the sentence; the build of the
 * web app has translated them already.
 */
export const translatedName = (name: string) => findTranslation(name) ?? name;
