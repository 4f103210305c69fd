import { importanceOf } from "../summaries/importance.ts";
import type { Language } from "../text/language.ts";

const mostWords = 10;

type Grammar = {
  /** Words at the beginning that a subject line leaves out. */
  opening: RegExp;
  /** Auxiliary verbs, which a headline leaves out: "wurde auf den 3. Juni verschoben". */
  auxiliary: RegExp;
  /** Words that begin another clause. */
  clause: RegExp;
  /** Words that cannot end a phrase. */
  open: RegExp;
};

const grammars: Partial<Record<Language, Grammar>> = {
  de: {
    opening:
      /^(?:(?:bitte \p{L}+en sie (?:mir|uns)?(?: bis (?:morgen|heute|\p{L}+tag))?|bitte|leider|hiermit|wie besprochen,?|gerne|nur kurz:|wir teilen ihnen mit, dass|ich wollte dir sagen, dass|in der sache)\s+)*(?:die|der|das|den|dem|ein|eine|einen|unsere?|ihre?|deine?|meine?|wir (?:benötigen|brauchen)(?: von ihnen)?|kannst du(?: bitte| außerdem)?|können sie(?: bitte)?|könnten sie(?: bitte)?)\s+/iu,
    auxiliary: /\s(?:wurde|wurden|wird|werden|ist|sind|worden)(?=\s)/iu,
    clause: /\s*(?:[,;:(–—?]|\s(?:weil|da|dass|denn|aber|sondern|und (?:wir|ich|sie)|damit|obwohl|wegen)\s).*$/iu,
    open: /\s(?:der|die|das|den|dem|des|ein|eine|einen|und|oder|für|mit|von|vom|zum|zur|zu|auf|am|an|im|in|bis|per|bei|als|ist|sind|hat|wird|nicht|noch|sich|aus|um|nach)$/iu,
  },
  fr: {
    opening:
      /^(?:(?:merci (?:de|d['’])|veuillez|nous vous informons que|je vous informe que|malheureusement,?|pourriez-vous(?: aussi)?|pouvez-vous(?: aussi)?|comme convenu,?)\s*)*(?:le|la|les|l['’]|un|une|des|notre|votre|nos|vos|mon|ma|mes)?\s*/iu,
    auxiliary: /\s(?:est|sont|a été|ont été|sera|seront|était)(?=\s)/iu,
    clause:
      /\s*(?:[,;:(–—?]|\s(?:parce que|car|mais|afin|à cause|en raison|qui|dont|puisque|donc|et de|et d['’]|et (?:nous|je|vous))\s).*$/iu,
    open: /\s(?:le|la|les|l['’]|un|une|des|du|de|d['’]|et|ou|pour|avec|par|sur|à|au|aux|en|dans|que|est|sont|a|ne|pas|dès|avant|chez)$/iu,
  },
  es: {
    opening:
      /^(?:(?:les? informamos (?:de )?que|le informo (?:de )?que|lamentablemente,?|por favor,?|como acordamos,?|también|además|¿?puedes|¿?podrías|necesito(?: que)?|necesitamos(?: que)?|les rogamos que)\s+)*(?:el|la|los|las|un|una|nuestr[oa]s?|su|sus|mi|tu)?\s+|^¿/iu,
    auxiliary: /\s(?:ha sido|han sido|fue|fueron|está|están|será|serán|es|permanecerá|permanecerán)(?=\s)/iu,
    clause:
      /\s*(?:[,;:(–—?]|\s(?:porque|pero|ya que|debido|por (?:fiesta|motivos)|que|quien|donde|aunque|y (?:quiere|necesit|me|nos))\s).*$/iu,
    open: /\s(?:el|la|los|las|un|una|de|del|y|o|para|con|por|en|a|al|que|es|se|su|sus|antes|hasta|sobre|como|si|lo|ha)$/iu,
  },
  pt: {
    opening:
      /^(?:(?:informamos que|infelizmente,?|por favor,?|como combinado,?|também|podes|pode|preciso(?: de)?|precisamos(?: de)?|venho (?:por este meio )?informar que)\s+)*(?:o|a|os|as|um|uma|noss[oa]s?|seu|sua|meu|minha|teu|tua)?\s+/iu,
    auxiliary: /\s(?:foi|foram|está|estão|será|serão|é|são)(?=\s)/iu,
    clause: /\s*(?:[,;:(–—?]|\s(?:porque|mas|pois|devido|que|quem|onde|embora|já que|e (?:envia|quer|precisa))\s).*$/iu,
    open: /\s(?:o|a|os|as|um|uma|de|do|da|dos|das|e|ou|para|com|por|em|no|na|nos|nas|ao|à|que|é|se|seu|sua|até|sobre|como)$/iu,
  },
};

/** The most important sentence, cut to its first clause. Undefined in a language whose function words are unknown. */
export function foreignSubject(sentences: string[], language: Language): string | undefined {
  const grammar = grammars[language];
  // "Doctor, has my report come?": the address is no part of the subject.
  if (!grammar) return sentences[0]?.replace(/^[^,，:]{2,30}[,，:]\s*(?=\S+\s\S+\s\S)/u, "");
  const ranked = sentences
    .map((sentence, i) => ({ sentence, worth: importanceOf(sentence) - i * 0.6 - awkwardness(sentence) }))
    .sort((a, b) => b.worth - a.worth);
  for (const { sentence } of ranked) {
    const line = lineOf(sentence, grammar);
    if (line.split(/\s+/).length >= 2) return line;
  }
  return undefined;
}

/** A question, a condition or a sentence that begins with a preposition makes a poor subject line. */
const awkwardness = (sentence: string) =>
  (/\?\s*$/u.test(sentence) ? 0.6 : 0) +
  (/^\s*(?:si|wenn|falls|se|sofern|caso|bei|pour|para|por|nach|vor|seit|depuis|desde|après|et|und|y|e|grâce|te|me|nous|nos|wir|ich|je)\s/iu.test(
    sentence,
  )
    ? 0.7
    : 0);

function lineOf(sentence: string, { opening, auxiliary, clause, open }: Grammar): string {
  let line = ` ${sentence.replace(opening, "").slice(0, 240)}`.replace(clause, "").replace(auxiliary, "").trim();
  const words = line.split(/\s+/);
  line = words.slice(0, mostWords).join(" ");
  // "am 9." without its month, or a preposition at the end, is cut off.
  for (let i = 0; i < 5; i++)
    line = line
      .replace(/[\s.,;:!?]+$/u, "")
      .replace(open, "")
      .replace(words.length > mostWords ? /\s\d{1,2}\.?$/u : /$^/u, "");
  return line;
}
