import type { MailNature } from "../sentences/reply-sentences.ts";
import { natureWords } from "./foreign-words.ts";
import { natureOf } from "./nature.ts";

/** The greeting of a mail to many people, in any of the languages. */
const toMany =
  /^\W{0,5}(?:(?:dear|hi|hello|hey|good (?:morning|afternoon|evening)|attention|to|an|liebe[rs]?|hallo|guten (?:tag|morgen)|sehr geehrte|werte|bonjour|ch[eè]re?s|aux?|à|hola|estimad[oa]s|querid[oa]s|buen[oa]s (?:d[ií]as|tardes)|ol[áa]|bom dia|boa tarde|prezad[oa]s|car[oa]s|namaste|नमस्ते|नमस्कार|प्रिय|आदरणीय)\s+)*(?:à\s+|a\s+)?(?:all|the\s+)?(?:\p{L}+\s+)?(?:all|everyone|everybody|team|colleagues|folks|parents|families|residents|members|staff|tenants|volunteers|students|neighbou?rs|customers|lovely people|alle|zusammen|kolleg\p{L}+|mitarbeiter\p{L}*|bewohner\p{L}*|mieter\p{L}*|eltern|mitglieder|nachbar\p{L}+|kund(?:en|innen)\p{L}*|leser\p{L}+|tous|toutes|collègues|résidents|locataires|habitants|parents|adhérents|clients|spectateurs|voisins|todos|todas|compañer[oa]s|vecin[oa]s|padres|familias|clientes|soci[oa]s|pessoal|colegas|moradores|condôminos|pais|famílias|alunos|sabhi|sab log|doston|सभी|साथियों|निवासि\p{L}+|अभिभावक\p{L}*)(?![\p{L}\p{M}])/iu;

/** Words that ask the reader for an answer. */
const wantsAnswer =
  /\b(?:confirm|reply|replies|respond|responses?|answer|let (?:me|us|\p{Lu}\p{Ll}+) know|tell \p{L}+|contact|reports? (?:back|any|it|to (?:me|us)|your)|agreed|(?:the|these|short|draft) minutes|minutes (?:of|from)|send|return|fill|sign(?:ed)?[ -]?(?:up|in)?|register|rsvp|choose|vote|e-?mail (?:me|us|it|your)|give (?:me|us)|volunteers?|provide|submit|share|need|pay)\b|(?<!\p{L})(?:bestätig|antwort|rückmeld|bescheid|schick|send|ausfüll|anmeld|meld|unterschr|gebt|teil(?:t|en sie) .{0,30}\bmit|sagt|tragt|brauch|confirm|répon|dites|envoy|rempli|inscri|signal|prévene|indiqu|retourn|besoin|merci de (?:me|nous)|respon|respuesta|decid|dime|díganme|envi|mand|rellen|inscrib|apunt|avis(?:ad|e|en|em)|necesit|respost|digam|preench|inscrev|precis(?:o|amos)|batao|bata|bhej|reply|jawab|bhar|chahiye)|बताएं|बताइए|भेज|जवाब|उत्तर|पुष्टि|भरें|सूचित|चाहिए/iu;
const asks = /[^.!?？\n]{12,300}[?？]/;

const personal: ReadonlySet<MailNature> = new Set([
  "invitation",
  "loss",
  "sympathy",
  "illness",
  "joy",
  "thanks",
  "congratulations",
  "offer",
  "introduction",
]);

/** True for a notice to many people that asks for no answer, such as one about a fire drill. */
export function isCircular(body: string): boolean {
  const text = body.trim().slice(0, 4_000);
  if (!toMany.test(text.slice(0, 80)) || asks.test(text) || wantsAnswer.test(text)) return false;
  if (personal.has(natureOf(text, []))) return false;
  return !Object.values(natureWords).some(
    ({ loss, illness, invitation }) => loss.test(text) || illness.test(text) || invitation.test(text),
  );
}
