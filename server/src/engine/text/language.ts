/** The languages in which the engine writes greetings and closings around the user's own words. Hinglish is Hindi in Latin letters. */
export const framedLanguages = [
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "nl",
  "hi",
  "ru",
  "ar",
  "he",
  "zh",
  "ja",
  "ko",
  "hinglish",
] as const;

/** "other" is a script that the engine can only quote. */
export type ForeignLanguage = (typeof framedLanguages)[number] | "other";
export type Language = "en" | ForeignLanguage;

const scripts: [Language, RegExp][] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["zh", /\p{Script=Han}/gu],
  ["hi", /\p{Script=Devanagari}/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["ru", /\p{Script=Cyrillic}/gu],
  [
    "other",
    /[\p{Script=Greek}\p{Script=Thai}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Georgian}\p{Script=Armenian}\p{Script=Khmer}\p{Script=Ethiopic}\p{Script=Sinhala}\p{Script=Lao}\p{Script=Myanmar}]/gu,
  ],
];

// The most common short words: a few of them are enough to identify a language in Latin script.
const markers: [Language, Set<string>][] = [
  [
    "en",
    new Set(
      "the and of to a in is it you that was for on are with as be at this have from or had by not but what all were we when your can there an which their will would about if out so them me please thanks hi hello our my i i'm regarding pls thx asap tmrw tomorrow today need needs until till before after back still next same due off may only new".split(
        " ",
      ),
    ),
  ],
  [
    "de",
    new Set(
      "der die das und ich ist nicht sie wir mit für auf den dem ein eine zu von im sich auch es an werden aus er hat dass bei nach einen uns ihr ihnen bitte danke haben sind können wird noch unser unsere ihre mein über wenn am um zum zur anfrage rückfrage mahnung erinnerung einladung absage rechnung personen bestellung lieferung euro bescheid absagen schreib schreibe frag frage sag sage erinnere bestätige danke lade teile mitteilen dem des vom beim wegen bis uhr kommt erst herrn frau bin eine einen einem kein keine du dir dich mir mich kannst könnt könntest könnten wann euer eure eurem euren euch dein deine deinen gern gerne heute jetzt".split(
        " ",
      ),
    ),
  ],
  [
    "fr",
    new Set(
      "le la les et des est une du que qui dans pour pas sur au avec ce il sont plus par nous vous je ne être à de un en merci bonjour votre notre nos vos cette mais ou où été aux avez avons suis s'il mon ma d'une si ils elle leur son ses pourquoi toujours rien avant notre toute tous relance facture rappel devis dis demande demander écris prévenir préviens rappeler rappelle remercier relancer annoncer mme lui chez tu toi ton tes peux pouvez pourrais demain aujourd'hui oui".split(
        " ",
      ),
    ),
  ],
  [
    "es",
    new Set(
      "el los las y que de en un una por con no para su al lo como más pero sus le ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde desde todo nos gracias hola usted del es está estoy mi nuestro nuestra la recordatorio aviso factura pago pedido queja segundo dile diles avisa avisar escribe pregunta pregúntale pide pedir pídele recuerda recordar recuérdale comunica comunicar contesta contéstale agradece agradecer confirma confirmar sra sr señora señor antes mañana lunes martes miércoles jueves viernes hoy debe nueva nuevo cuenta yo ahora después eso entonces hacer ayer puedes puede podéis podrías cuándo dónde qué cómo".split(
        " ",
      ),
    ),
  ],
  [
    "it",
    new Set(
      "il lo gli e di che è un una per non con del della sono si da come più ma anche al ci questo grazie ciao mi ho ha nel alla dei le la nostro vostro siamo vorrei".split(
        " ",
      ),
    ),
  ],
  [
    "pt",
    new Set(
      "o os as e de que um uma para com não do da em por mais no na se como mas ao aos à às dos das foi são obrigado obrigada olá você seu sua nosso nossa está estou meu minha é até já pelo pela dia às pra pode vai há nos pedido recusar recusa oferecer grátis lembrete pagamento encomenda reclamação avisa avisar avise escreve escrever diz dizer diga pergunta perguntar pede pedir lembra lembrar agradece agradecer cobrar confirma confirmar sra sr dona senhor senhora segunda terça quarta quinta sexta venceu fatura amanhã ontem obra temos hoje deve nova novo conta boleto eu ele ainda depois isso então muito também fazer".split(
        " ",
      ),
    ),
  ],
  [
    "nl",
    new Set(
      "de het een en van ik te dat die in is niet zijn op aan met voor er maar om hem dan zou of wat mijn heb we ook naar heeft bedankt u uw ons onze kunnen wij bij nog graag".split(
        " ",
      ),
    ),
  ],
];

/** The language of most of a text. Short text in Latin script counts as English unless its words say otherwise. */
export function languageOf(text: string): Language {
  const sample = text.slice(0, 4_000).replace(/\{[^{}]*\}|https?:\S+|(?<!\S)\S+@\S+/g, " ");
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return "en";
  for (const [language, script] of scripts) if ((sample.match(script)?.length ?? 0) > letters * 0.3) return language;
  const words = sample.toLowerCase().match(/\p{L}+(?:['’]\p{L}+)?/gu) ?? [];
  const counts = markers.map(([language, set]) => {
    const found = words.filter((word) => set.has(word));
    // "no form no trip": one word that two languages share does not tell them apart.
    const common = language === "en" || new Set(found).size > 1 || found.length < 2 ? found.length : 1;
    const spelled = sample.match(spellings[language] ?? /(?!)/g)?.length ?? 0;
    return { language, hits: common === 0 ? 0 : common + Math.min(2, spelled) };
  });
  for (const count of counts) count.hits += opens(count.language, words.slice(0, 2).join(" "), count.hits);
  if (isHinglish(words)) return "hinglish";
  const english = counts[0]?.hits ?? 0;
  const best = counts.reduce((a, b) => (b.hits > a.hits ? b : a));
  if (best.hits >= 2 && best.hits > english * 1.3) return best.language;
  if (/[äöüß]/i.test(sample) && best.language === "de" && best.hits > english) return "de";
  return isUnknownLatin(sample, english) ? "other" : "en";
}

// Orders with which only one of the languages begins a note to the assistant: "Félicite Eva", "Danke Eva".
const openings: Partial<Record<Language, RegExp>> = {
  en: /^(?:tell|ask|write|thank|remind|inform|let|send|draft|compose|congratulate|decline|apologi[sz]e|reply|announce|chase|offer|wish|warn|please)(?= |$)/,
  de: /^(?:sage?|frage?|danke|bedanke?|teile?|lade?|gratuliere?|erinnere?|informiere?|schreibe?|verfasse?|erstelle?|formuliere?|kündige?|verschiebe?|bestätige?|entschuldige?|lehne?|nimm|storniere?|bestelle?|buche?|fordere?|schicke?|sende?|antworte?|erkläre?|mahne?|biete?|beantrage?|termin|anfrage|absage)(?= |$)/,
  fr: /^(?:félicite[rz]?|remercie[rz]?|relance[rz]?|annule[rz]?|demande[rz]?|confirme[rz]? (?:le|la|les|l['’]|à|au|ma|mon|notre)|préviens|prévenez|présente[rz]?|écri(?:s|vez|re)|rédige[rz]?|réponds|répondez|explique[rz]?|accepte[rz]?|rappelle[rz]?|envoie[rz]?|dis|dites|annonce[rz]?|souhaite[rz]?|proposez|refusez|invitez)(?= |$)/,
  es: /^(?:felicita|rechaza|invita|pide|agradece|dile|diles|propón|escribe|redacta|pregunta|recuerda|recuérdale|ofrece|discúlpate|acepta|envía)(?= |$)/,
  pt: /^(?:agradeça|peça|recuse|convide|parabenize|avise|diga|cancele|escreva|redija|pergunte|lembre|ofereça|explique|aceite|proponha|confirme (?:a|o|as|os|ao|à|com)|cobre)(?= |$)/,
};
/** These begin French and English notes alike. */
const sharedOpening = /^(?:invite|refuse|propose|excuse|confirme)(?= |$)/;

/** Counts the first words of a note as signs of a language. */
const opens = (language: Language, first: string, hits: number): number =>
  openings[language]?.test(first) ? 3 : language === "fr" && hits > 0 && sharedOpening.test(first) ? 1 : 0;

// Spellings that only one of the languages has.
const spellings: Partial<Record<Language, RegExp>> = {
  es: /ñ|[¿¡]|ci[oó]n(?!\p{L})|\p{L}ía(?!\p{L})|(?<!\p{L})(?:dile|\p{L}+[áéí]\p{L}+(?:le|les))(?!\p{L})/giu,
  pt: /ção(?!\p{L})|ções(?!\p{L})|ão(?!\p{L})|nh[aou]|lh[aeo]|-lhes?(?!\p{L})/giu,
  fr: /[èêœû]|eau[xs]?(?!\p{L})|(?<!\p{L})[dljqn]['’]\p{L}|-(?:lui|leur|vous)(?!\p{L})/giu,
  de: /ß|(?<!\p{L})\p{L}+(?:ung|keit|heit)(?!\p{L})/giu,
};

const hindiWords = new Set(
  `hai hain ho hoon hun tha thi kar karo karna karke karenge kijiye kijiyega raha rahe rahi gaya gaye gayi nahi nahin kya kab kahan
  kaise kitna kitne kyun kaun aap aapka aapki aapke tumhara mera meri humara humein mujhe aaj abhi tak ko ki bhi aur lekin agar warna
  toh jab bhej bhejo bhejna dena dijiye batao bataiye bata chahiye sakte sakta sakti payenge payega payegi baje wala wali woh yeh ye
  iska uska sab baaki jaldi thoda bahut accha theek shukriya dhanyavaad namaste ji apne apna apni likho bolo bol pucho poocho liye mein
  yaad dilao dilana dila batana puchho puchna mango maango bulao kaho kehna din kal hafte mahine tareekh subah shaam wapas band ka ke bhai mana
  unko unka unki unke hua hui hue nahi gaye diya liya kiya kiye karein unhe maafi milega milegi hoga hogi`.split(/\s+/),
);

/** Hindi in Latin letters, often mixed with English: several words that no language of Europe has. */
const shortHindi = new Set("kal phle pehle aaye bacche baje bje nhi gya gyi krna hga hogi kro krdo".split(" "));
function isHinglish(words: string[]) {
  const hindi = words.filter((word) => hindiWords.has(word) || shortHindi.has(word));
  return new Set(hindi).size >= 3 && hindi.length >= words.length * 0.12;
}

/** Polish or Turkish, for example: few English words, and many that are no names and have letters that English does not have. */
function isUnknownLatin(sample: string, english: number): boolean {
  const words = sample.match(/\p{L}+(?:['’]\p{L}+)?/gu) ?? [];
  const foreign = words.filter((word) => /^\p{Ll}/u.test(word) && /[^a-z'’]/i.test(word)).length;
  return words.length >= 6 && english < words.length * 0.15 && foreign >= words.length * 0.15;
}
