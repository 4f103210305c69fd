import { t } from "@intellibox/contract/text/t";
import { expect, test } from "vitest";
import { inLanguage, pageLanguage, preferredLanguage, translatedText } from "./languages.ts";

test.each([
  [undefined, "en"],
  ["", "en"],
  ["*", "en"],
  ["hi", "hi"],
  ["hi-IN,hi;q=0.9,en;q=0.8", "hi"],
  ["fr-FR,fr;q=0.9,hi;q=0.5,en;q=0.7", "en"],
  ["de,ar-EG;q=0.4", "ar"],
  ["hi;q=0, en;q=0.1", "en"],
  ["__proto__,constructor;q=9,toString", "en"],
  [`${"x,".repeat(100_000)}hi`, "en"],
])("accept-language %j is answered in %s", (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

test("the language chosen in a browser comes before the one that the browser asks for", () => {
  expect(pageLanguage({ cookie: "a=b; language=ar; c=d", "accept-language": "hi" })).toBe("ar");
  expect(pageLanguage({ cookie: "language=xx", "accept-language": "hi" })).toBe("hi");
  expect(pageLanguage({ cookie: "mylanguage=hi" })).toBe("en");
  expect(pageLanguage({})).toBe("en");
  // A preview is shown only to people who choose it.
  expect(pageLanguage({ "accept-language": "ar-EG,ar;q=0.9,hi;q=0.3" })).toBe("hi");
});

test("messages are made in the language of the call, and only there", async () => {
  const inHindi = inLanguage("hi", async () => {
    await Promise.resolve();
    return t("Something went wrong");
  });
  expect(t("Something went wrong")).toBe("Something went wrong");
  expect(await inHindi).toBe("कुछ गड़बड़ हो गई");
});

test("a text that is no message of ours stays as it is", () => {
  expect(translatedText("constructor", "hi")).toBe("constructor");
  expect(translatedText("Something went wrong", "ar")).toBe("حدث خطأ ما");
});
