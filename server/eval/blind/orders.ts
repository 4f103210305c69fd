import type { BlindIntent } from "./cases.ts";
import { literal, plain } from "./words.ts";

/** Orders to the writer that stand in the draft: how to write, or whom to tell. */
export function ordersIn(text: string, { reader }: Pick<BlindIntent, "reader">): string[] {
  const where = plain(text.replace(/\n+/g, " ¶ "));
  const found = everywhere.flatMap((pattern) => pattern.exec(where)?.[0] ?? []);
  const name = plain(reader.name ?? reader.group ?? "")
    .split(" ")
    .at(-1);
  // "Tell Yusuf" is an order if Yusuf reads it; the same words about a third person are a request to the reader.
  if (name) {
    const order = new RegExp(
      `(?:^|[.!?:,;¶-] ?)(?:please )?${verbs} (?:\\S+ ){0,2}${literal(name)}(?![\\p{L}\\p{M}])`,
      "u",
    );
    const hit = order.exec(where)?.[0];
    if (hit) found.push(hit);
  }
  return found.map((order) => order.replace(/¶/g, "").trim());
}

const verbs =
  "(?:tell|ask|write(?: to)?|remind|inform|notify|say to|announce to|explain to|chase|thank|confirm to|apologi[sz]e to|invite|reply to|answer|forward to|propose to|email|mail|schreib|sag|frag|bestätige|dis à|demande(?:r)? à|écris à|relancer|annoncer à|répondre à|dile a|escribe a|pregunta a|comunicar a|recordar a|contéstale a|mándale a|pedir a|avisar a|escreve a|avisa|informar|lembrar|responde ao|pedir à|cobrar)";

const everywhere = [
  /\bkeep it (?:short|brief|simple|polite)\b/,
  /\b(?:don'?t|do not) be (?:pushy|rude|too)\b/,
  /\bno small talk\b/,
  /\bnot too (?:salesy|formal|long|pushy)\b/,
  /\b(?:make it|sound) (?:short|formal|friendly|polite|firm)\b/,
  /\b(?:write|draft|need|compose|send) (?:me )?(?:a|an) (?:short |polite |formal )?(?:e-?mail|mail|note|letter|message) (?:to|for)\b/,
  /\b(?:can|could) (?:u|you) (?:write to|mail|(?:ask|tell) (?!me\b|us\b))\b.{0,20}\b(?:that|if)\b/,
  /(?:^|[.!?¶] ?)(?:tell|ask|remind|inform|thank|invite) (?:him|her|them)\b/,
  /\bnicht zu förmlich\b|\bkurz (?:halten|bescheid geben)\b|\b(?:schreib|sag|frag) (?:bitte )?(?:der|dem|frau|herrn|unseren?)\b/,
  /(?:^|[.!?,:¶] ?)(?:dis|demande|écris|annoncer|répondre|prévenir|relancer|remercier|refuser poliment|demander) (?:à|au|aux|les|toute|m\.|mme)(?= )/,
  /\bdemande[- ]lui\b|\bdis[- ]lui\b/,
  /\b(?:dile|pregúntale|contéstale|mándale|escríbele)\b|(?:^|[.!?,:¶] ?)(?:escribe|comunicar|recordar|avisar|pedir|pregunta) (?:a|al|a la|a los) /,
  /(?:^|[.!?,:¶] ?)(?:escreve|avisa|informar|lembrar|responde|perguntar|cobrar|reclamar com) (?:ao|a|o|à) /,
  /(?<![\p{L}\p{M}])(?:ko|se) (?:bolo|batao|bata do|mail karo|likho|pucho|puchho|inform karo)(?![\p{L}\p{M}])|\bmaafi mango\b|\bcomplaint likho\b/u,
  /(?:को|से) (?:लिखो|बताओ|पूछो|सूचना दें|जवाब दो|याद दिलाओ|मना करो|शिकायत करो|पुष्टि भेजो)/u,
];
