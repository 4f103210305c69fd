import { expect, test } from "vitest";
import { languageOf } from "./language.ts";

test.each([
  ["en", "Could you send me the file by Friday?"],
  ["de", "Können Sie mir bitte die Unterlagen bis Freitag schicken?"],
  ["fr", "Pouvez-vous m'envoyer le devis avant vendredi ?"],
  ["es", "Queremos presentar el nuevo catálogo el martes a las diez."],
  ["hi", "हमें सोमवार को बजट पर चर्चा करनी है।"],
  ["ru", "Пожалуйста, пришлите документы до пятницы."],
  ["ar", "نود تحديد موعد يوم الأحد"],
  ["he", "אפשר להיפגש ביום שני?"],
  ["ja", "請求書の金額をご確認ください。"],
  ["zh", "请确认发票金额。"],
  ["ko", "내일 회의는 몇 시에 시작하나요?"],
  ["other", "Zmieniliśmy numer konta. Proszę przelać 9800 zł i potwierdzić płatność."],
  ["other", "Banka hesabımız değişti. Lütfen faturayı yeni hesaba ödeyin ve onaylayın."],
  ["en", "Follow up with José Müller on Düsseldorf order"],
  ["en", "The café in São Paulo asked José and Zoë Müller for a résumé."],
  ["other", "Μπορείτε να μου στείλετε το αρχείο;"],
])("%s is recognized by its words or its script", (language, text) => {
  expect(languageOf(text)).toBe(language);
});

test("names, numbers and emoji alone count as English", () => {
  expect(languageOf("4471 🎉")).toBe("en");
  expect(languageOf("{FirstName} {Company}")).toBe("en");
});

test.each([
  ["de", "Danke Eva"],
  ["de", "Sag Tom ab"],
  ["fr", "Félicite Eva pour sa promotion"],
  ["fr", "Invite Léa à dîner"],
  ["fr", "Confirme le rendez-vous"],
  ["es", "Rechaza la oferta"],
  ["es", "Invita a Rosa a cenar"],
  ["pt", "Agradeça ao Rui"],
  ["pt", "Confirme a presença"],
  ["en", "Tell Señora Gómez no"],
  ["en", "Invite Ana to dinner"],
  ["en", "Congratulate Léa on her promotion"],
])("%s is recognized by the order that begins a short note: %s", (language, text) => {
  expect(languageOf(text)).toBe(language);
});
