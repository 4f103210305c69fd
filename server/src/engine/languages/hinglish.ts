import { type Grammar, type OrderVerb, words } from "./grammar.ts";

const make = "(?:kar ?do|karo|karna|kar dena|kijiye|kariye|karein|kar dijiye|krdo|kro)";
const give = "(?:bhejo|bhej do|bhejna|bhej dena|bhejiye|do|de do|dena|dijiye|likho|likh do|likhna|daal do|dalo)";
const say = "(?:bolo|bol do|bolna|kaho|keh do|kehna|likho|likh do|do|de do|dena|kahiye)";
const last = (act: OrderVerb["act"], forms: string): OrderVerb => ({
  act,
  pattern: new RegExp(
    String.raw`^((?:[^,:;?!]|(?<=\d)[,:](?=\d)){0,160}?)(?<!\p{L})(?:ek\s+)?(?:${forms})(?:\s+(?:hai|hoga|padega|chahiye))?(?!\p{L})`,
    "iu",
  ),
});

export const hinglish: Grammar = {
  lead: /^(?:(?:please|pls|plz|zara|yaar|bhai)\s+)*/iu,
  verbs: [],
  nouns: [],
  last: [
    last(
      "remind",
      `yaad (?:dilao|dila do|dilana|dilaiye|dila dena|dilaye)|(?:remind) ${make}|reminder ${give}|follow ?up ${make}`,
    ),
    last("thank", `(?:thanks|thank you|shukriya|dhanyavaad|dhanyawad) (?:${say}|${give})|thank ${make}`),
    last(
      "apologize",
      `(?:maafi|mafi|maafee) (?:mango|maango|mang lo|maang lo|mangna|maangna)|sorry ${say}|apolog(?:y|ise|ize) (?:${make}|${give})`,
    ),
    last("congratulate", `(?:badhai|badhaai|congratulations|congrats|mubarak) (?:${give}|${say})|congratulate ${make}`),
    last("condole", `(?:condolences?|shok|sanvedna|samvedna) (?:${give}|${say}|(?:vyakt )?${make})`),
    last("complain", `(?:complaint?|shikayat) (?:${make}|${give})`),
    last("confirm", `confirm ${make}|confirmation ${give}`),
    last("invite", `invite ${make}|bulao|bulana|(?:invitation|invite|nyota) ${give}`),
    last("request", `(?:request|anurodh) (?:${make}|${give})`),
    last("decline", `(?:mana|refuse|decline|reject|inkaar|manaa) ${make}`),
    last("cancel", `cancel ${make}`),
    last("postpone", `postpone ${make}|reschedule ${make}`),
    last("ask", "pu?o?o?chh?o|puch lo|pooch lo|poochh? lo|puchh?na|poochh?na|puchh?iye|poochiye|pata karo|check karo"),
    last("order", "maango|mango|mang lo|maang lo|mangwao|mangwa lo"),
    last(
      "tell",
      `bata ?do|batao|bata dena|bataiye|batana|bolo|bol do|bolna|bol dena|keh do|kaho|kehna|likho|likh do|likhna|likhiye|inform ${make}|update ${make}|notify ${make}|(?:mail|email|message|msg|whatsapp|reply|note|update|jawab|notice|khabar|info|intimation) (?:${make}|${give})|samjhao|samjha do`,
    ),
  ],
  anyLast: /^(?:[^,:;?!]|(?<=\d)[,:](?=\d)){0,100}?\s\p{L}+(?:o|na|iye)(?=\s*(?:[,:;.]|$|\s(?:ki|ke|that)\s))/iu,
  adverbs:
    /^\s*(?:(?:politely|please|phir se|dobara|jaldi se|ek baar|pyaar se|thoda|formally|bhi|jaldi|turant|firmly|softly|ek)(?!\p{L})\s*)+/iu,
  preposition: /^(?!)/,
  directPreposition: /^(?!)/,
  postposition:
    /^((?:[^,:;?!]){2,60}?)(?:\s+(?:walo|wale|walon))?(?:\s+(?:ko|se|ke liye|ke paas|ke naam)|(?<=\bsab)ko)\s+/iu,
  joints: {
    that: /^\s*,?\s*(?:ki|ke|that)\s+(?=\S)/iu,
    whether: /^(?!)/,
    which: /^(?!)/,
    deed: /^(?!)/,
    about: /^(?!)/,
  },
  title: "(?:Mrs?\\.?|Ms\\.?|Dr\\.?|Prof\\.?|Shri|Smt\\.?)\\s+",
  article: "apne|hamare|humare|mere|apni|hamari|humari|meri|our|my|the|sabhi|sab|saare|sare|is|us",
  role: /(?:^|\s)(?:landlord|vendor|supplier|vakil|lawyer|manager|bank|school|hotel|doctor|client|customer|contractor|dukandaar|company|plumber|electrician|boss|principal|teacher|accountant|tenant|makan malik|secretary|department|office|godown|warehouse|caterer|transporter|dealer|agency|hr)$/iu,
  finite:
    /(?:hai|hain|tha|thi|the|hua|hui|hue|gaya|gaye|gayi|chahiye|dena|dijiye|kijiye|batana|bataye|bataiye|sakte|sakta|sakti|kya|laayein|aayein|karein|le lein|nahi|\p{L}+(?:ega|egi|enge|unga|ungi|oonga)|hoga|hogi|honge)\??$/iu,
  joins: /^(?:kyunki|kyonki|kyuki|lekin|par|but|taaki|jo|aur|to|toh|ya|because|so|isliye|warna|agar|jab)(?!\p{L})/iu,
  notReader: /^(?:ki|kab|kya|aur|kitna|kal|aaj|parso|\d)(?!\p{L})/iu,
  isWish: (clause) =>
    !/(?:^|\s)(?:agar|to|toh|unhone|usne|aapne|maine|humne|ne)\s/iu.test(clause) &&
    /(?<!\p{L})(?:dein|de|lein|le|karein|kare|kar de|bhejein|bheje|aaye|aayein|laye|laayein|karwaye|karwayein|rakhe|rakhein|jaye|jaaye|jayein|bataye|batayein|dijiye|kijiye|do|lo|karo|bhejo)$/iu.test(
      clause.replace(/,?\s+warna\s.*$/iu, "").replace(/[?.\s]+$/u, ""),
    ),
  imperative: (wish) =>
    wish.replace(
      /(?<=(?<!\p{L})(?:de|le|kare|bheje|aaye|laye|karwaye|bataye|rakhe|jaye|jaaye))(?=\s+(?:aur|warna|और)\s|$)/giu,
      "in",
    ),
  question: words("kab|kya|kahan|kitna|kitne|kitni|kaise|kaun|kyun|kyon|ki nahi|ya nahi"),
  begins: /^(?:jaldi|kal tak|please|hum|main|aap|kya|humein|mujhe)\s/iu,
  style:
    /^(?:short (?:mein|me|rakho|rakhna)|chhota (?:rakho|rakhna)|polite(?:ly)?(?: likhna| rakhna| likho)?|thoda (?:polite|formal|friendly|strict)(?: rakhna| likhna| rakho)?|formal (?:rakhna|likhna|tone)|pyaar se(?: likhna)?)$/iu,
  styleWords:
    /^(?=.*(?:polite|short|formal|friendly|strict|firm|soft|brief|chhota|professional|casual))(?:(?:polite|politely|short|formal|formally|friendly|strict|firm|soft|softly|brief|chhota|professional|casual|but|aur|lekin|tone|mein|me|thoda|bahut|likho|likhna|rakho|rakhna|rahe|ho|please|keep|it|par|se)(?:[\s,]+|$))+$/iu,
  toReader: (text) => text,
  thirdPerson: /(?<!\p{L})(?:usko|unko) (?:bolo|batao|kaho|bata do|bol do|puchh?o)(?!\p{L})/iu,
  group:
    /(?<!\p{L})(?:sab|sabhi|sabko|team|all|everyone|staff|parents|customers|vendors|members|logon?|log|students|drivers|residents|tenants|patients|volunteers|guests|teachers|employees|clients|suppliers|padosiyon|dealers)(?!\p{L})/iu,
};
