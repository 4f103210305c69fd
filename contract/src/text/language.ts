/**
 * The languages of the screens. `format` is the locale of dates and numbers. A language whose catalogue is not complete is a
 * preview: it is shown only to people who choose it.
 */
export const languages = [
  { code: "en", name: "English", dir: "ltr", format: "en-IN" },
  { code: "hi", name: "हिन्दी", dir: "ltr", format: "hi-IN" },
  { code: "ar", name: "العربية", dir: "rtl", format: "ar-EG", isPreview: true },
] as const;

export type Language = (typeof languages)[number]["code"];
export const languageCodes = ["en", "hi", "ar"] as const satisfies readonly Language[];

export const isLanguage = (value: unknown): value is Language => languageCodes.includes(value as Language);
