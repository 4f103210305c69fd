import { expect, test } from "vitest";
import type { RemarkLanguage } from "./remark-words.ts";
import { withoutRemarks } from "./writer-remarks.ts";

test.each<[RemarkLanguage, string, string]>([
  ["en", "Tell Marta the parts come on 12 June. Firm, no insults.", "Tell Marta the parts come on 12 June."],
  ["en", "No fancy words. Ask when the boiler gets fixed", "Ask when the boiler gets fixed"],
  ["en", "I want 30% back — angry but not rude", "I want 30% back"],
  ["en", "mail to our cafes: price stays. as text only, no bullet list", "mail to our cafes: price stays."],
  ["en", "we accept the offer -> fix my english please", "we accept the offer"],
  ["en", 'Please rewrite this: "the truck broke. sorry." in proper English', "the truck broke. sorry."],
  ["de", "Ab Juli kostet es 55 Euro. Kurz halten, kein Amtsdeutsch, Betreff neutral.", "Ab Juli kostet es 55 Euro."],
  ["de", "Bitte mein Deutsch korrigieren: Ich kann nicht kommen.", "Ich kann nicht kommen."],
  ["fr", "La réunion est annulée. Ton neutre, pas de blabla.", "La réunion est annulée."],
  ["es", "Dile que llega el lunes. Tono cercano, nada de tecnicismos.", "Dile que llega el lunes."],
  ["pt", "O orçamento sobe 6%. Com tato, frases curtas.", "O orçamento sobe 6%."],
  ["hi", "माल 12 जून को आएगा। भाषा सरल रखना, ज़्यादा लंबा नहीं।", "माल 12 जून को आएगा।"],
  ["hinglish", "payment late hai, thoda firm but polite, koi dhamki nahi", "payment late hai"],
])("%s: a remark about the mail is not said to its reader: %s", (language, intent, text) => {
  expect(withoutRemarks(intent, language).text).toBe(text);
});

test.each<[RemarkLanguage, string, string]>([
  ["en", "tell Jan I can't come (I have an interview, don't tell him that)", "tell Jan I can't come"],
  [
    "en",
    "Tell Petra it moves to 3 March because the trainer is in rehab, but don't mention the rehab",
    "Tell Petra it moves to 3 March",
  ],
  [
    "en",
    "ask Priya for the figures. She doesn't know yet that the branch closes, so nothing about that",
    "ask Priya for the figures.",
  ],
  ["de", "Frag, ob er kommt (Mia ist schwanger, das weiß noch keiner, nicht erwähnen)", "Frag, ob er kommt"],
  ["fr", "Dis que je ne viens pas (entretien, mais ne lui dis surtout pas)", "Dis que je ne viens pas"],
  ["es", "Avisa que no voy, sin decir que estoy en otra entrevista.", "Avisa que no voy."],
  ["pt", "Avise que não posso ir (é a festa dele, não mencionar)", "Avise que não posso ir"],
  ["hi", "मैं शुक्रवार को नहीं आ सकता। कारण मत बताना।", "मैं शुक्रवार को नहीं आ सकता।"],
  ["hinglish", "main Monday nahi aaunga, interview wali baat mat batana", "main Monday nahi aaunga"],
])("%s: a secret is not told: %s", (language, intent, text) => {
  expect(withoutRemarks(intent, language).text).toBe(text);
});

test.each<[RemarkLanguage, string]>([
  ["en", "The staff at your hotel was kind, friendly."],
  ["en", "the pool has no heating, no showers and no towels until Friday"],
  ["en", "Tell Ravi not to mention the price to the client"],
  ["en", "Tell the team: no emojis in customer mails from now on."],
  ["en", "Short and friendly"],
  ["de", "Sag Jana, dass der Text kurz und sachlich sein soll"],
  ["en", "Tell Kim the vote is secret because the board wants that."],
])("%s: words about the matter stay: %s", (language, intent) => {
  expect(withoutRemarks(intent, language).text).toBe(intent);
});
