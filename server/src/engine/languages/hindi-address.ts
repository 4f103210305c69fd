// Says a Hindi or Hinglish text about its reader to them: "वह भेज सकती है" → "आप भेज सकती हैं".
import type { Addressed } from "./addressed.ts";

type Script = {
  clauses: RegExp;
  subject: RegExp;
  you: string;
  /** Endings of verbs of one person, and of the polite plural. */
  endings: [RegExp, string][];
  object: RegExp;
  toYou: string;
  always: [RegExp, string][];
};

const end = String.raw`(?=[\s?।.]*$)`;
const deva: Script = {
  clauses: /(?<=[,।?]\s|\s(?:और|लेकिन|क्योंकि|कि|तो|पर|या|मगर|ताकि|इसलिए|वरना)\s)/u,
  subject:
    /^(?<before>(?:(?:क्या|कब|कहाँ|कहां|क्यों|कैसे|अगर|यदि|जब|तब तक|तब|फिर|अब|कल|आज|चाहें तो|और|कि|जो)\s)*)(?:वह|वो|वे)\s/u,
  you: "आप ",
  endings: [
    [new RegExp(`ता है${end}`, "u"), "ते हैं"],
    [new RegExp(`ती है${end}`, "u"), "ती हैं"],
    [new RegExp(`(रह|चुक|गय|वाल)ा है${end}`, "u"), "$1े हैं"],
    [new RegExp(`(?<=गय)े हैं${end}`, "u"), "े हैं"],
    [new RegExp(`(?:े)गा${end}`, "u"), "ेंगे"],
    [new RegExp(`ए(?:गा)${end}`, "u"), "एंगे"],
    [new RegExp(`(?:े)गी${end}`, "u"), "ेंगी"],
    [new RegExp(`एगी${end}`, "u"), "एंगी"],
    [new RegExp(`होगा${end}`, "u"), "होंगे"],
    [new RegExp(`होगी${end}`, "u"), "होंगी"],
    [new RegExp(`(?<![\\p{L}\\p{M}])है${end}`, "u"), "हैं"],
    [/(?<=(?:कर|भेज|दे|ले|रख|देख|बुल|लिख|पढ़|मिल|सक|पूछ|बोल|कह)े?)े(?=[\s?।.]*(?:और\s*)?$)/u, "ें"],
    [/(?<=(?:^|\s)[दल])े(?=[\s?।.]*$)/u, "ें"],
    [/(?<=(?:आ|जा|ला|बता|मँगा|करवा|दिखा))ए(?=[\s?।.]*$)/u, "एं"],
  ],
  object: /(?<![\p{L}\p{M}])(?:उसे|उसको)(?![\p{L}\p{M}])/gu,
  toYou: "आपको",
  always: [
    [/(?<![\p{L}\p{M}])(?:उनकी|उसकी)(?![\p{L}\p{M}])/gu, "आपकी"],
    [/(?<![\p{L}\p{M}])(?:उनका|उसका)(?![\p{L}\p{M}])/gu, "आपका"],
    [/(?<![\p{L}\p{M}])(?:उनके|उसके)(?![\p{L}\p{M}])/gu, "आपके"],
    [/(?<![\p{L}\p{M}])(?:उन्हें|उनको)(?![\p{L}\p{M}])/gu, "आपको"],
    [/(?<![\p{L}\p{M}])(?:उन्होंने|उसने)(?![\p{L}\p{M}])/gu, "आपने"],
    [/(?<![\p{L}\p{M}])(?:उनसे|उससे)(?![\p{L}\p{M}])/gu, "आपसे"],
  ],
};
const roman: Script = {
  clauses: /(?<=[,.?]\s|\s(?:aur|lekin|kyunki|kyonki|kyuki|ki|to|toh|par|ya|magar|taaki|isliye|warna)\s)/iu,
  subject:
    /^(?<before>(?:(?:kya|kab|kahan|kyun|kyon|kaise|agar|jab|tab tak|tab|phir|ab|kal|aaj|aur|ki|jo)\s)*)(?:woh|wo|vo|voh|vah|ve)\s/iu,
  you: "aap ",
  endings: [
    [/ta hai(?=(?: kya)?[\s?.]*$)/iu, "te hain"],
    [/ti hai(?=(?: kya)?[\s?.]*$)/iu, "ti hain"],
    [/(rah|chuk|gay|wal)a hai(?=(?: kya)?[\s?.]*$)/iu, "$1e hain"],
    [/(?:e|ye)ga(?=(?: kya)?[\s?.]*$)/iu, "enge"],
    [/(?:e|ye)gi(?=(?: kya)?[\s?.]*$)/iu, "engi"],
    [/(?<!\p{L})hai(?=(?: kya)?[\s?.]*$)/iu, "hain"],
    [
      /(?<=(?<!\p{L})(?:kar|bhej|rakh|dekh|likh|padh|mil|sak|puch|bol|aay|jaay|laay|batay|karway|d|l))e(?=[\s?.]*$)/iu,
      "ein",
    ],
  ],
  object: /(?<!\p{L})(?:use|usko|usse ko)(?!\p{L})/giu,
  toYou: "aapko",
  always: [
    [/(?<!\p{L})(?:unki|uski)(?!\p{L})/giu, "aapki"],
    [/(?<!\p{L})(?:unka|uska)(?!\p{L})/giu, "aapka"],
    [/(?<!\p{L})(?:unke|uske)(?!\p{L})/giu, "aapke"],
    [/(?<!\p{L})(?:unko|unhe|unhein|unhen)(?!\p{L})/giu, "aapko"],
    [/(?<!\p{L})(?:unhone|unhonne|usne)(?!\p{L})/giu, "aapne"],
    [/(?<!\p{L})(?:unse|usse)(?!\p{L})/giu, "aapse"],
  ],
};
const ordered =
  /(?:दो|दें|करो|करें|दीजिए|कीजिए|लो|लें|(?<!\p{L})(?:do|dein|karo|karein|dijiye|kijiye|lo|lein|dena|karna))[\s?।.]*$/iu;
/** "kal bhej sakti hai kya": only a person does such things. */
const canDo =
  /(?<![\p{L}\p{M}])(भेज|कर|दे|बता|आ|रुक|देख|लिख|bhej|kar|de|bata|aa|ruk|dekh|likh) (सकत|sakt)([ाीai])\s(है|hai)(?![\p{L}\p{M}])/giu;
/** "wo 1 April se lagu hogi": a thing begins, ends or is ready. */
const ofThings =
  /(?<![\p{L}\p{M}])(?:lagu|laagu|shuru|khatam|expire|dispatch|deliver|valid|tayyar|taiyar|complete|pending|mehn?g[ai]|sast[ai]|kharab|khul\p{L}*|लागू|शुरू|ख़त्म|खत्म|ख़राब|खराब|वैध|महँग[ाी]|सस्त[ाी]|खुल[\p{L}\p{M}]*)(?![\p{L}\p{M}])[^,।]{0,20}$/iu;
/** "… to kal tak bhej de": the reader goes on to be the subject. */
const wish = /(?:^|\s)(?:de|le|kare|bheje|aaye|jaye|laye|bataye|rakhe|दे|ले|करे|भेजे|आए|जाए|लाए|बताए|रखे)[\s?।.]*$/iu;
const ownSubject = /(?<![\p{L}\p{M}])(?:main|hum|ye|yeh|koi|मैं|हम|यह|कोई)(?![\p{L}\p{M}])/iu;
const titled = /(?:श्री|श्रीमती|डॉ\.?)\s|(?<!\p{L})(?:Mr|Mrs|Ms|Dr)\.?\s\p{Lu}/u;

const address =
  (script: Script) =>
  (given: string, { before }: Addressed): string => {
    if (titled.test(`${before} ${given}`)) return given;
    let isReaders = false;
    const clauses = given.split(script.clauses).map((clause) => {
      const subject = ofThings.test(clause) ? null : script.subject.exec(clause);
      const goesOn = isReaders && wish.test(clause) && !ownSubject.test(clause);
      isReaders = Boolean(subject) || goesOn;
      if (goesOn && !subject) return agreed(clause, script);
      if (subject) {
        const rest = clause.slice(subject[0].length);
        return (
          subject.groups?.before +
          script.you +
          agreed(rest, script)
            .replace(/^चाहे(?=\s)/u, "चाहें")
            .replace(/^chahe(?=\s)/u, "chahein")
        );
      }
      return ordered.test(clause) ? clause : clause.replace(script.object, script.toYou);
    });
    const asked = clauses
      .join("")
      .replace(
        canDo,
        (_, deed: string, can: string, ending: string, is: string) =>
          `${deed} ${can}${ending === "ा" ? "े" : /^a/i.test(ending) ? "e" : ending} ${is === "है" ? "हैं" : "hain"}`,
      );
    return script.always
      .reduce((text, [they, you]) => text.replace(they, you), asked)
      .replace(/^(?:a)(?=ap(?:k[aie]|ko|ne|se)\s)/u, () => (/^\p{Lu}/u.test(given) ? "A" : "a"));
  };

/** The verb at the end takes the form of politeness. A conjunction or a comma may follow it. */
function agreed(clause: string, { endings }: Script): string {
  const tail =
    /(?:,\s|\s(?:और|लेकिन|क्योंकि|कि|तो|पर|या|मगर|ताकि|इसलिए|वरना|aur|lekin|kyunki|kyonki|kyuki|ki|to|toh|par|ya|magar|taaki|isliye|warna)\s|[।.?]\s)$/iu.exec(
      clause,
    )?.[0] ?? "";
  let verb = clause.slice(0, clause.length - tail.length);
  for (const [one, polite] of endings) {
    const turned = verb.replace(one, polite);
    if (turned === verb) continue;
    verb = turned;
    break;
  }
  return verb + tail;
}

export const addressHindi = address(deva);
export const addressHinglish = address(roman);
