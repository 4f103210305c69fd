import { afterColon, formsOf, type Grammar, rest, to } from "./grammar.ts";

const someone = String.raw`(?:\s+(?:a|al|para|con)\s+${to})?`;
const that = String.raw`\s*,?\s+(?:de\s+)?que\s+${rest}`;
const whether = String.raw`\s*,?\s+si\s+${rest}`;
const which = String.raw`\s*,?\s+(?<rest>(?:cu[aá]ndo|por qu[eé]|c[oó]mo|d[oó]nde|qui[eé]n(?:es)?|qu[eé]|cu[aá]l(?:es)?|cu[aá]nt[oa]s?|a qu[eé] hora|hasta cu[aá]ndo)\s[\s\S]*)`;
const thing = String.raw`\s+(?!que\b|si\b)${rest}`;
const clitic = "(?:le|les)?";

export const spanish: Grammar = {
  orders: [
    ...formsOf("ask", `preg[uú]nta(?:r)?${clitic}`, someone, { whether, which }),
    ...formsOf("request", `p[ií]de${clitic}|pedir${clitic}|solicita(?:r)?${clitic}`, someone, { that }),
    ...formsOf(
      "request",
      `p[ií]de${clitic}|pedir${clitic}|solicita(?:r)?${clitic}`,
      String.raw`\s+(?:a|al)\s+(?:la\s+|los\s+|las\s+)?(?<to>(?:Sra?\.?\s+|D(?:ra?|oña|on)?\.?\s+)?\p{Lu}[\p{L}.]*(?:\s\p{Lu}[\p{L}.]*){0,3}|[\p{Ll}]+)`,
      { thing },
    ),
    ...formsOf("remind", `recu[eé]rda(?:r)?${clitic}|recordar${clitic}|recordatorio`, someone, {
      that,
      alone: afterColon,
    }),
    ...formsOf(
      "thank",
      `agrad[eé]ce(?:r)?${clitic}|da(?:r)?${clitic} las gracias`,
      String.raw`(?:\s+(?:a|al)\s+${to})?`,
      {
        thing: String.raw`\s+(?:por\s+)?(?!que\b)${rest}`,
      },
    ),
    ...formsOf(
      "apologize",
      `(?:disc[uú]lpa(?:te|rse)?|p[ií]de${clitic} (?:perd[oó]n|disculpas)|pedir${clitic} (?:perd[oó]n|disculpas))`,
      String.raw`(?:\s+(?:a|al|con)\s+${to})?`,
      {
        thing: String.raw`\s+(?:por|porque)\s+${rest}`,
        alone: afterColon,
      },
    ),
    ...formsOf("invite", `inv[ií]ta(?:r)?${clitic}(?:l[oa]s?)?`, String.raw`(?:\s+(?:a|al)\s+${to})?`, {
      thing: String.raw`\s+(?<rest>(?:a|al)\s[\s\S]*)`,
    }),
    ...formsOf("confirm", `conf[ií]rma(?:r)?${clitic}`, someone, { that }),
    ...formsOf("offer", `ofr[eé]ce(?:r)?${clitic}`, "", { thing }),
    ...formsOf("decline", `rechaza(?:r)?|declina(?:r)?`, "", { thing }),
    ...formsOf("congratulate", `felicita(?:r)?${clitic}`, someone, { thing: String.raw`\s+por\s+${rest}` }),
    ...formsOf("complain", String.raw`(?:queja|reclamaci[oó]n)(?:\s+formal)?`, someone, { alone: afterColon }),
    ...formsOf(
      "tell",
      `(?:escr[ií]be${clitic}|escribir${clitic}|d[ií]${clitic}|dile(?:s)?|decir${clitic}|comun[ií]ca(?:r)?${clitic}|inf[oó]rma(?:r)?${clitic}|av[ií]sa(?:r)?${clitic}|cu[eé]nta${clitic}|resp[oó]nde(?:r)?${clitic}|cont[eé]sta(?:r)?${clitic}|expl[ií]ca(?:r)?${clitic}|anuncia(?:r)?${clitic}|haz${clitic} saber|(?:m[aá]nda|env[ií]a)(?:r)?${clitic} (?:un )?(?:correo|mensaje|mail|email)|(?:correo|mensaje|mail|nota|carta|aviso|circular))`,
      someone,
      { that, alone: afterColon },
    ),
  ],
  begins:
    /^(?:no\s+\p{L}+|nos|lo (?:mínimo|máximo|siento)|ya|tenemos|estamos|necesitamos|hay|puede|debe|gracias|exigimos)\s/iu,
  style:
    /^(?:(?:sé|s[eé]a|tono|en tono|que sea|muy|sin ser|no)\s+)*(?:breve|corto|conciso|amable|cordial|formal|informal|firme|educado|amable pero firme|demasiado formal|en español)$/iu,
  address: [[/\b(?:ella|él|ellos|ellas)\s+(?=\p{L})/giu, "usted "]],
  determiner: /^(?:el|la|los|las|un|una|nuestr[oa]s?|mis?|al)\s/iu,
  group:
    /\b(?:todos|todas|equipo|padres|clientes|compañeros|vecinos|empleados|personal|voluntarios|proveedores|familias|socios|participantes|inquilinos)\b/iu,
  name: (name) => name.replace(/^(?:la|el)\s+(?=(?:Sra?|Dra?|Doña|Don)\b)/iu, ""),
};
