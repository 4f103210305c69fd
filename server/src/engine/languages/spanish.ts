import { afterColon, formsOf, type Grammar, rest, to, words } from "./grammar.ts";

const someone = String.raw`(?:\s+(?<by>(?:al|a|para|con)\s+)${to}(?:\s+diciendo(?:le)?)?)?`;
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
    ...formsOf("request", `p[ií]de${clitic}|pedir${clitic}|solicita(?:r)?${clitic}`, "", {
      thing: String.raw`\s+(?<thing>\p{L}[^:,]{2,60}?)\s+(?<by>(?:al|a)\s+)${to}${afterColon}`,
    }),
    ...formsOf("remind", `recu[eé]rda(?:r)?${clitic}|recordar${clitic}|recordatorio`, someone, {
      that,
      alone: afterColon,
    }),
    ...formsOf(
      "thank",
      `agrad[eé]ce(?:r)?${clitic}|da(?:r)?${clitic} las gracias`,
      String.raw`(?:\s+(?<by>(?:al|a)\s+)${to})?`,
      {
        thing: String.raw`\s+(?:por\s+|(?=(?:su|sus|el|la|los|las)\s))(?!que\b)${rest}`,
      },
    ),
    ...formsOf(
      "apologize",
      `(?:disc[uú]lpa(?:te|rse)?|p[ií]de${clitic} (?:perd[oó]n|disculpas)|pedir${clitic} (?:perd[oó]n|disculpas))`,
      String.raw`(?:\s+(?<by>(?:al|a|con)\s+)${to})?`,
      {
        thing: String.raw`\s+(?:por|porque)\s+${rest}`,
        alone: afterColon,
      },
    ),
    ...formsOf("invite", `inv[ií]ta(?:r)?${clitic}(?:l[oa]s?)?`, String.raw`(?:\s+(?<by>(?:al|a)\s+)${to})?`, {
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
  finite: words(
    String.raw`es|son|está|están|estamos|era|fue|ha|han|hemos|hay|tiene|tienen|tenemos|puede|pueden|podemos|debe|deben|falta|faltan|llega|llegan|sale|cuesta|cuestan|queda|quedan|va|van|vamos|quiero|queremos|necesito|puedo|será|serán|viene|vienen|quedó|no \p{L}+|nos \p{L}+|le \p{L}+|\p{L}{2,}(?:amos|emos|imos|aré|eré|iré|ará|erá|irá|arán|erán)`,
  ),
  joins: /^(?:porque|si|que|pero|sino|aunque|para|con|sin|y|o|donde|cuando|ya que|pues|así que|salvo)(?!\p{L})/iu,
  notReader: words("que|si|por|diciendo|cu[aá]ndo|cu[aá]nto|y|para|su|sobre"),
  wish: /^(?:nos |me |lo |la |no |se |le )*(?:tenga|traiga|venga|haga|diga|ponga|vaya|sea|esté|dé|env[ií]e|mande|llame|confirme|prepare|firme|revise|pague|entregue|deje|use|avise|pase|lleve|mire|espere|compre|reserve|cambie|responda|escriba|recoja|devuelva|abra|conteste|descuente|repita|corrija|recuerde|presente|devuelvan|env[ií]en|traigan|vengan|avisen|confirmen)(?!\p{L})/iu,
  article: /^al\s/iu,
  begins:
    /^(?:no\s+\p{L}+|nos|lo (?:mínimo|máximo|siento)|ya|tenemos|estamos|necesitamos|hay|puede|debe|gracias|exigimos)\s/iu,
  style:
    /^(?:(?:sé|s[eé]a|tono|en tono|que sea|muy|sin ser|no)\s+)*(?:breve|corto|conciso|amable|cordial|formal|informal|firme|educado|amable pero firme|demasiado formal|en español)$/iu,
  address: [[/(?<!\p{L})(?:ella|él)\s+(?=(?:puede|debe|tiene|quiere|necesita|va|está)(?!\p{L}))/giu, "usted "]],
  determiner: /^(?:el|la|los|las|un|una|nuestr[oa]s?|mis?|al|su|todo|toda)\s/iu,
  group:
    /\b(?:todos|todas|equipo|padres|clientes|compañeros|vecinos|empleados|personal|voluntarios|proveedores|familias|socios|participantes|inquilinos|alumnos|propietarios|usuarios|huéspedes|pacientes)\b/iu,
  name: (name) => name.replace(/^(?:la|el)\s+(?=(?:Sra?|Dra?|Doña|Don|señora?|doctora?|profesora?)(?!\p{L}))/iu, ""),
};
