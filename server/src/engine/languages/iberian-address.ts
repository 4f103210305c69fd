// Says a Spanish or Portuguese text about its reader to them. Their verbs have one form for him and for "usted" or "o senhor".
import type { Addressed } from "./addressed.ts";
import { spanishImperative } from "./iberian-imperative.ts";

const named = /(?<!\p{L})(?:Sra?|Dra?|D|Dña)\.\s\p{Lu}|(?<!\p{L})(?:don|doña|señora?|senhora?|dona)\s\p{Lu}/u;

const role =
  /(?<!\p{L})(?:el|al|del|un|su|mi|la|una|o|ao|do|um|seu|meu|à|da|uma|minha|sua)\s(?:client[ea]|jef[ea]|hij[oa]|marido|mujer|médic[oa]|pacient[ea]|vecin[oa]|inquilin[oa]|hermano|hermana|padre|madre|chef[ea]|filh[oa]|esposa|esposo|vizinh[oa]|inquilin[oa]|irmão|irmã|pai|mãe|fornecedor|proveedor)(?!\p{L})/iu;
const pronounsOf = ({ gender, isMany }: Addressed, he: string, she: string, they: string) =>
  isMany ? they : gender === "he" ? he : gender === "she" ? she : `${he}|${she}`;

/** "si lleva él las llaves" → "si lleva usted las llaves", "si no puede que me lo diga" → "si no puede, dígamelo". */
export function addressSpanish(given: string, about: Addressed): string {
  const polite = about.isMany ? "ustedes" : "usted";
  const text = given
    .replace(
      /(?<=(?<!\p{L})[Ss]i [^,.;]{2,60}?)(?:,\s+|\s+)que\s+((?:(?:nos|me|se|le|les|l[oa]s?)(?:\s+l[oa]s?)?\s+)?\p{L}+[ea]n?(?!\p{L})[^,.;]*)/gu,
      (whole: string, wish: string) => (isSubjunctive(wish) ? `, ${spanishImperative(wish)}` : whole),
    )
    .replace(
      /(?<=(?<!\p{L})[Ss]i [^,.;]{2,60}?)(?:,\s+|\s+)(?:que\s+)?((?:nos|me)(?:\s+l[oa]s?)?\s+(?:dig|avis|escrib|llam|envíe|env[ií]|mand|confirm|respond|cont|pas|devuelv|comuni|indi|inform|pregunt)\p{L}*[ea]n?(?!\p{L})[^,.;]*)/gu,
      (whole: string, wish: string) => (isWish(wish) ? `, ${spanishImperative(wish)}` : whole),
    );
  if (named.test(`${about.before} ${given}`) || role.test(given)) return text;
  return text.replace(
    new RegExp(String.raw`(?<!\p{L})(?:${pronounsOf(about, "él", "ella", "ell[oa]s")})(?!\p{L})`, "giu"),
    (word) => (/^\p{Lu}/u.test(word) ? `U${polite.slice(1)}` : polite),
  );
}

/** "se lo pida": a wish behind "que". */
const isSubjunctive = (wish: string) => {
  const verb = wish.replace(/^(?:(?:nos|me|se|les?|l[oa]s?)\s+)+/iu, "").match(/^\p{L}+/u)?.[0] ?? "";
  return (
    /^(?:pid|dig|escrib|respond|devuelv|traig|veng|hag|pong|salg|teng|recoj|vuelv|acud|sub|abr|le|com|vay)an?$/u.test(
      verb,
    ) ||
    (/[eé]n?$/u.test(verb) && !/^(?:es|está|puede|debe|tiene|quiere|viene|este|siempre|desde|entre|no)n?$/u.test(verb))
  );
};

/** "me diga", not "me dice". */
const isWish = (wish: string) => {
  const verb = wish.replace(/^(?:(?:nos|me|l[oa]s?)\s+)+/iu, "").match(/^\p{L}+/u)?.[0] ?? "";
  return /^(?:dig|escrib|respond|devuelv)/u.test(verb) ? /an?$/u.test(verb) : /en?$/u.test(verb);
};

const own = (article: string) => `${/[aàá]s?$/iu.test(article) ? "sua" : "seu"}${/s$/iu.test(article) ? "s" : ""}`;

/** "se ele prefere …" → "se prefere …": a verb needs no subject that its reader is. */
export function addressPortuguese(typed: string, about: Addressed): string {
  const he = pronounsOf(about, "ele", "ela", "el[ea]s");
  const given = typed
    // "Se não puder, que ligue": a wish.
    .replace(
      /(?<=(?<!\p{L})[Ss]e [^,.;]{2,60}), que (?=(?:n[oã]o? |nos |me |lhe )?\p{L}+[ea]m?(?!\p{L}))/gu,
      ", por favor ",
    )
    // "da proposta dele" → "da sua proposta"
    .replace(
      new RegExp(String.raw`(?<!\p{L})((?:[dn]|pel)?[oaàá]s?)\s(\p{L}+)\sd(?:${he})(?!\p{L})`, "giu"),
      (whole: string, article: string, noun: string) =>
        named.test(`${about.before} ${typed}`) ? whole : `${article} ${own(article)} ${noun}`,
    );
  if (named.test(`${about.before} ${given}`) || role.test(given)) return given;
  const pronoun = pronounsOf(about, "ele", "ela", "el[ea]s");
  const start = /^(?:ele|ela)\s+(?:tem|pode|deve|precisa|vai|está|fica|quer|já|ainda|não)(?!\p{L})/iu;
  if (!about.isClause && start.test(given)) return given.replace(/^\p{L}+/u, "Você");
  return given
    .replace(
      new RegExp(
        String.raw`(?<=^|[,;:(]\s|(?<!\p{L})(?:se|que|e|mas|quando|como|onde|porque|caso|ou|já|enquanto|assim que|para|de)\s)(?:${pronoun})\s+(?=(?:(?:já|só|ainda|não|também|nos|me|lhe|se|[oa]s?)\s+)*\p{L}+)(?!mesm[oa])`,
        "giu",
      ),
      "",
    )
    .replace(/^\p{Ll}/u, (letter) => (/^\p{Lu}/u.test(given) ? letter.toUpperCase() : letter));
}
