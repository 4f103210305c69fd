import { afterColon, formsOf, type Grammar, rest, to } from "./grammar.ts";

const that = String.raw`\s*,?\s+कि\s+${rest}`;
const plain = String.raw`(?:${afterColon}|\s+${rest})`;
const reader = String.raw`(?:${to}\s+(?:को|से|के लिए)\s+)?`;
// The reader comes first in Hindi, so the patterns begin with it.
const forms = (act: Parameters<typeof formsOf>[0], verb: string, links: Parameters<typeof formsOf>[3]) =>
  formsOf(act, reader, `(?:${verb})`, links);

export const hindi: Grammar = {
  orders: [
    ...forms("ask", "पूछो|पूछिए|पूछें|पूछ लो|पूछना", { which: String.raw`\s*,?\s+(?:कि\s+)?${rest}` }),
    ...forms("remind", "याद दिलाओ|याद दिलाएं|याद दिलाइए|याद दिला दो", { that, thing: plain }),
    ...forms("confirm", "पुष्टि (?:भेजो|करो|करें|भेजें|कर दो)", { that, thing: plain }),
    ...forms("thank", "धन्यवाद (?:दो|दें|कहो|कहें|दीजिए)|शुक्रिया (?:कहो|कहें)", { that, thing: plain }),
    ...forms("apologize", "(?:माफ़ी|माफी|क्षमा) (?:मांगो|मांगें|माँगो|माँगें|मांग लो)", { that, thing: plain }),
    ...forms("invite", "(?:आमंत्रित|निमंत्रित) (?:करो|करें)|बुलाओ|निमंत्रण (?:भेजो|दो)", { that, thing: plain }),
    ...forms("request", "(?:अनुरोध|निवेदन) (?:करो|करें)", { that, thing: plain }),
    ...forms("congratulate", "बधाई (?:दो|दें)", { thing: plain }),
    ...forms("complain", "शिकायत (?:करो|करें|भेजो)", { that, thing: plain }),
    ...forms(
      "tell",
      "बताओ|बताएं|बताइए|बता दो|बता दें|सूचित (?:करो|करें)|सूचना (?:दो|दें)|लिखो|लिखें|लिख दो|कहो|कहें|कह दो|जवाब (?:दो|दें)|मेल (?:करो|लिखो|भेजो)",
      {
        that,
        alone: plain,
      },
    ),
  ],
  begins: /^(?:कृपया|हम|मैं|आप)\s/u,
  style: /^(?:संक्षेप में|विनम्र(?:ता से)?|छोटा रखो|औपचारिक|हिंदी में)(?:\s+(?:लिखो|लिखें|रखो|रखें))?$/u,
  address: [
    [/(?<!\p{L})(?:उनकी|उसकी)(?!\p{L})/gu, "आपकी"],
    [/(?<!\p{L})(?:उनका|उसका)(?!\p{L})/gu, "आपका"],
    [/(?<!\p{L})(?:उनके|उसके)(?!\p{L})/gu, "आपके"],
    [/(?<!\p{L})(?:उन्हें|उनको|उसे|उसको)(?!\p{L})/gu, "आपको"],
    [/(?<!\p{L})वे(?!\p{L})/gu, "आप"],
  ],
  determiner: /^(?:हमारे|अपने|मेरे|हमारी|अपनी|मेरी)\s/u,
  group: /(?<!\p{L})(?:सभी|सब|टीम|कर्मचारियों|अभिभावकों|माता-पिता|ग्राहकों|सदस्यों|छात्रों|निवासियों|लोगों)(?!\p{L})/u,
};
