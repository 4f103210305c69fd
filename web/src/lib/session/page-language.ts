import type { Language } from "@intellibox/contract/text/language";
import { language } from "@intellibox/contract/text/translator";

const yearSeconds = 365 * 24 * 60 * 60;

/** Shows the app in a language, or in the browser's (null). The server sends each language as a page of its own. */
export function showIn(chosen: Language | null) {
  const [value, age] = chosen ? [chosen, yearSeconds] : ["", 0];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = `language=${value}; Path=/; Max-Age=${age}; SameSite=Lax`;
  window.location.reload();
}

/** Shows the app in the language of a user's profile, for example after the sign-in in another browser. */
export function followProfile(chosen: Language | null | undefined) {
  if (!chosen || chosen === language() || document.cookie.includes(`language=${chosen}`)) return;
  // A browser that refuses cookies would reload again and again.
  if (navigator.cookieEnabled) showIn(chosen);
}
