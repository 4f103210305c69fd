import { afterColon, formsOf, type Grammar, rest, to, words } from "./grammar.ts";

const that = String.raw`\s*,?\s+(?:ki|ke|that)\s+${rest}`;
const plain = String.raw`(?:${afterColon}|\s+${rest})`;
const reader = String.raw`(?:${to}\s+(?:ko|se|ke liye)\s+)?`;
const forms = (act: Parameters<typeof formsOf>[0], verb: string, links: Parameters<typeof formsOf>[3]) =>
  formsOf(act, reader, `(?:${verb})`, links);
const make = "(?:kar ?do|karo|karna|kar dena|kijiye|kariye)";

export const hinglish: Grammar = {
  orders: [
    ...forms("ask", "pu?o?o?cho|puchh?o|poochh?o|puch lo|pooch lo|puchna|poochna|puchiye", {
      which: String.raw`\s*,?\s+(?:ki\s+|ke\s+)?${rest}`,
    }),
    ...forms("remind", `yaad (?:dilao|dila do|dilana|dilaiye)|remind ${make}|reminder (?:bhejo|bhej do|do)`, {
      that,
      thing: plain,
    }),
    ...forms("confirm", `confirm ${make}|confirmation (?:bhejo|bhej do)`, { that, thing: plain }),
    ...forms("thank", `(?:thanks|thank you|shukriya|dhanyavaad) (?:bolo|bol do|kaho|likho|bolna|kehna)|thank ${make}`, {
      that,
      deed: String.raw`\s+(?<rest>[^,]{2,120}?ke liye)(?<more>[\s\S]*)`,
      thing: plain,
    }),
    ...forms("apologize", `(?:maafi|mafi|sorry) (?:mango|maango|mang lo|bolo|bol do|likho)`, { that, thing: plain }),
    ...forms("invite", `invite ${make}|bulao|invitation (?:bhejo|bhej do)`, { that, thing: plain }),
    ...forms("request", `request ${make}`, { that, thing: plain }),
    ...forms("congratulate", `(?:badhai|congratulations|congrats) (?:do|bolo|bol do)`, { thing: plain }),
    ...forms("complain", `complaint? ${make}|shikayat ${make}`, { that, thing: plain }),
    ...forms(
      "tell",
      `bata ?do|batao|bata dena|bataiye|bolo|bol do|bolna|keh do|kaho|likho|likh do|likhna|inform ${make}|mail ${make}|reply ${make}|update ${make}|(?:mail|message|msg) (?:likho|bhejo|bhej do)|jawab do`,
      {
        that,
        alone: plain,
      },
    ),
  ],
  finite:
    /(?:hai|hain|tha|thi|the|hua|hui|gaya|gaye|gayi|chahiye|dena|dijiye|kijiye|batana|bataye|bataiye|sakte|kya|\p{L}+(?:ega|egi|enge|unga|ungi|oonga)|hoga|hogi|honge)\??$/iu,
  joins: /^(?:kyunki|kyonki|kyuki|lekin|par|but|taaki|jo|aur|to|toh|ya|because|so|isliye|warna)(?!\p{L})/iu,
  notReader: words("ki|kab|kya|aur|kitna"),
  question: words("kab|kya|kahan|kitna|kitne|kitni|kaise|kaun|kyun|kyon"),
  begins: /^(?:please|hum|main|aap|kya|agar)\s/iu,
  style:
    /^(?:short (?:mein|me|rakho|rakhna)|chhota (?:rakho|rakhna)|polite(?:ly)?(?: likhna| rakhna)?|thoda (?:polite|formal|friendly)(?: rakhna)?|formal (?:rakhna|likhna))$/iu,
  address: [
    [/\b(?:unki|uski)\b/giu, "aapki"],
    [/\b(?:unka|uska)\b/giu, "aapka"],
    [/\b(?:unke|uske)\b/giu, "aapke"],
    [/\b(?:unko|usko|unhe|unhein)\b(?=\s)/giu, "aapko"],
    [/\b(?:unhone|unhonne|usne)\b/giu, "aapne"],
    [/\b(?:unse|usse)\b/giu, "aapse"],
  ],
  determiner:
    /^(?:(?:apne|hamare|humare|mere|apni|hamari|meri|our|my|the)\s|.*\b(?:landlord|vendor|supplier|vakil|lawyer|manager|bank|school|hotel|doctor|client|customer|contractor|dukandaar|company|plumber|electrician|boss|principal|teacher|accountant|tenant|makan malik)$)/iu,
  group: /\b(?:sab|sabhi|sabko|team|all|everyone|staff|parents|customers|vendors|members|logon?|log)\b/iu,
};
