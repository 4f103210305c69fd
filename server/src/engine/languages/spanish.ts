import { type Grammar, replaceAll, starts, words } from "./grammar.ts";
import { spanishImperative } from "./iberian-imperative.ts";
import { iberianVerbs, phrases } from "./romance-verbs.ts";

const clitics = "(?:me|se|nos)?l[aeo]s?|nos|se|te";
const mail = "correo|mensaje|mail|e-?mail|nota|carta|aviso|circular|comunicado|recado|whatsapp";
const indicative = starts(
  "puede|debe|tiene|quiere|viene|sale|hace|dice|vende|recibe|vive|pide|sigue|sirve|cree|sabe|conoce|parece|ofrece|pierde|entiende|depende|existe|ocurre|este|ese|desde|entre|sobre|siempre|durante|antes|parte|posible|nombre|doce|trece|quince|dieciséis|siete|nueve|once|veinte|aunque|adelante|mañana|nadie|grande|jefe|cliente|viaje|noche|tarde|martes|jueves|viernes|(?:clien|agen|solicitan|asisten|estudian|residen|participan)te",
);

export const spanish: Grammar = {
  lead: /^(?:(?:necesito|quiero|quisiera|me gustaría)\s+que\s+(?:les?\s+)?|(?:por favor|porfa|oye|hola),?\s+|(?:toca|hay que|habría que|conviene|urge|falta|debemos|vamos a|tengo que|tenemos que|quiero|quisiera|necesito|me gustaría|puedes|podrías|ayúdame a|necesitamos)\s+(?=\p{L}+[aei]r(?:l[aeo]s?)?\s)|(?:redact|escrib|prepar|hac|mand|envi)[aeií]r?(?:me)?\s+(?:un|una)\s+(?=(?:correo|mensaje|mail|e-?mail|nota|carta|aviso|circular|queja|reclamación|invitación|recordatorio)))*/iu,
  verbs: [
    phrases("thank", "indirect", "(?:dar?|dé)(?:l[ae]s?)? (?:las )?gracias"),
    phrases(
      "apologize",
      "indirect",
      "(?:p[ií]d[ea]|pedir)(?:les?)? (?:perd[oó]n|disculpas)|presentar?(?:les?)? (?:nuestras |mis )?disculpas|disc[uú]lp(?:ate|arse|arnos|ese|ar(?:me)?)",
    ),
    phrases(
      "condole",
      "indirect",
      "(?:dar?|dé|env[ií]ar?|mand[ae]r?|expresar?)(?:les?)? (?:el |mi |nuestro |mis |nuestras |las )?(?:m[aá]s sentido )?(?:p[eé]same|condolencias)",
    ),
    phrases("complain", "indirect", "qu[eé]j(?:ate|arse|ese|arnos)"),
    phrases("congratulate", "indirect", "(?:dar?|dé)(?:les?)? la enhorabuena"),
    phrases(
      "tell",
      "indirect",
      `(?:hacer?|haz|haga)(?:les?)? saber|(?:m[aá]nd|env[ií])(?:ar?|e)(?:les?)? (?:un |una )?(?:${mail})|escr[ií]b(?:e|ir|a)(?:les?)? (?:un |una )?(?:${mail})|poner?(?:les?)? al corriente|da(?:rle?s?)? aviso`,
    ),
    phrases("decline", "indirect", "dec[ií]r?l?e?s? que no|d[ií]les? que no(?=[:,;.]|$)"),
    ...iberianVerbs(
      [
        ["ask", "indirect", "preguntar consultar"],
        ["request", "indirect", "pedir:pid solicitar rogar:rueg exigir:exij requerir:requier encarecer"],
        ["remind", "indirect", "recordar:recuerd insistir"],
        ["thank", "indirect", "agradecer:agradezc"],
        ["invite", "indirect", "invitar convocar convidar"],
        ["confirm", "indirect", "confirmar ratificar"],
        ["offer", "indirect", "ofrecer:ofrezc"],
        ["propose", "indirect", "proponer:propon:propong sugerir:sugier plantear"],
        ["decline", "indirect", "rechazar:rechac declinar denegar:denieg"],
        ["cancel", "indirect", "cancelar anular"],
        ["postpone", "indirect", "aplazar:aplac posponer:pospon:pospong retrasar"],
        ["congratulate", "indirect", "felicitar"],
        ["complain", "indirect", "reclamar"],
        ["wish", "indirect", "desear"],
        ["arrange", "indirect", "concertar:conciert fijar agendar programar"],
        ["book", "indirect", "reservar"],
        ["send", "indirect", "enviar mandar remitir adjuntar pasar"],
        ["accept", "indirect", "aceptar"],
        ["order", "indirect", "encargar:encargu"],
        ["terminate", "indirect", "rescindir"],
        [
          "tell",
          "indirect",
          "escribir decir:dig comunicar:comuniqu informar avisar contar:cuent responder contestar explicar:expliqu anunciar notificar:notifiqu indicar:indiqu aclarar adelantar advertir:adviert trasladar transmitir alertar prevenir:preveng reportar",
        ],
      ],
      clitics,
    ),
    phrases("tell", "indirect", "di(?:les?|me|nos)?"),
    phrases("propose", "indirect", "prop[oó]n(?:les?|me|nos)?"),
  ],
  nouns: [
    phrases("remind", "indirect", "(?:segundo |último )?recordatorio(?: de pago)?"),
    phrases("complain", "indirect", "(?:queja|reclamaci[oó]n)(?:\\s+formal)?"),
    phrases("invite", "indirect", "invitaci[oó]n"),
    phrases("thank", "indirect", "agradecimientos?"),
    phrases("condole", "indirect", "p[eé]same|condolencias"),
    phrases("tell", "indirect", `(?:${mail}|respuesta)`),
  ],
  last: [],
  anyVerb:
    /^(?:no\s+)?\p{L}{2,}(?:[aei]r|[ae])(?:(?:me|se|nos)?l[aeo]s?|nos)?\s+(?:al?|con)\s+(?:l[ao]s?\s+|el\s+)?(?=\p{Lu}|(?:todos|todas|nuestr|mis?\s))/u,
  clitic: /l[ae]s?$/iu,
  adverbs:
    /^\s*(?:(?:amablemente|por favor|educadamente|también|brevemente|cordialmente|urgentemente|de nuevo|otra vez|otro|rápidamente|diciendo(?:les?)?|formalmente|con tacto|sinceramente|de mi parte|de nuestra parte)(?![\p{L}])\s*)+/iu,
  preposition: /^\s*(?:al|a|para|con|contra|ante)\s+/iu,
  directPreposition: /^\s*(?:al|a|para|con|contra)\s+/iu,
  joints: {
    that: /^\s*,?\s*(?:de\s+)?que\s+(?=\S)/iu,
    whether: /^\s*,?\s*si\s+(?=\S)/iu,
    which:
      /^\s*,?\s*(?=(?:cu[aá]ndo|por qu[eé]|c[oó]mo|d[oó]nde|qui[eé]n(?:es)?|qu[eé]|cu[aá]l(?:es)?|cu[aá]nt[oa]s?|a qu[eé] hora|hasta cu[aá]ndo|desde cu[aá]ndo|para cu[aá]ndo|en qu[eé]|con qu[eé])(?!\p{L}))/iu,
    deed: /^(?!)/,
    about: /^\s*(?=(?:por|sobre|acerca de|del?|al?|respecto)\s)/iu,
  },
  title: String.raw`(?:(?:el|la|los)\s+)?(?:[Ss]r\.?\s+y\s+[Ss]ra\.?|[Ss]res?\.|[Ss]ra?\.|[Dd]ra?\.|D\.|Dña\.|[Pp]rof\.|[Ii]ng\.|[Ll]ic\.|(?:[Ss]ra?|[Dd]ra?|[Dd]on|[Dd]oña|[Ss]eñor(?:a|ita)?|[Pp]rofesora?|[Dd]octora?|[Ff]amilia|[Pp]adre|[Cc]apitán)(?=\s))\s*`,
  article: "el|la|los|las|mis?|nuestr[oa]s?|tod[oa]s?(?:\\s+(?:el|la|los|las|nuestr[oa]s|mis))?|una?|cada|su|sus",
  contracted: /(?:^|\s)al\s*$/iu,
  finite: words(
    String.raw`es|son|está|están|estamos|estaba|era|fue|ha|han|hemos|hay|habrá|había|tiene|tienen|tenemos|tengo|tenía|puede|pueden|podemos|debe|deben|falta|faltan|llega|llegan|llegó|sale|cuesta|cuestan|queda|quedan|va|van|vamos|quiero|queremos|necesito|puedo|será|serán|viene|vienen|quedó|vale|abre|cierra|empieza|termina|sigue|cae|toca|venció|vence|cabe|basta|existe|sirve|no \p{L}+|nos \p{L}+|le \p{L}+|se \p{L}+|me \p{L}+|\p{L}{2,}(?:amos|emos|imos|aré|eré|iré|ará|erá|irá|arán|erán|aron|ieron)|\p{L}{3,}(?:ó|ió)`,
  ),
  joins:
    /^(?:porque|si|que|pero|sino|aunque|para|con|sin|y|o|donde|cuando|ya que|pues|así que|salvo|como|excepto|incluid[oa]s?|por|hasta|desde)(?!\p{L})/iu,
  notReader: starts("que|si|por|diciendo|cu[aá]ndo|cu[aá]nto|y|su cita|sobre|qué|el pago|la entrega|las \\d|la \\d"),
  isWish: (clause) => {
    const verb = clause.replace(/^(?:(?:nos|me|lo|no|se|le|les|por favor|también)\s+)+/iu, "");
    if (
      /^(?:tenga|traiga|venga|haga|diga|ponga|vaya|sea|esté|dé|recoja|escriba|responda|devuelva|abra|corrija|salga|suba|incluya|lea|mantenga|pida|elija|decida|asista|acuda|vuelva|reciba|permita|imprima|añada|atienda|resuelva|ofrezca|siga|cumpla|distribuya|consiga|proponga|exponga)n?(?!\p{L})/iu.test(
        verb,
      )
    )
      return true;
    return (
      /^\p{L}{2,}[eé]n?(?!\p{L})/u.test(verb) &&
      !indicative.test(verb.replace(/(?<=e)n(?!\p{L})/u, "")) &&
      !/^\p{L}*(?:mente|dad)(?!\p{L})/u.test(verb)
    );
  },
  imperative: spanishImperative,
  infinitive:
    /^(?!(?:lugar|taller|mujer|alquiler|ayer|bar|azúcar|hogar|celular|familiar|par|militar|ser|poder|haber)\s)(?:no\s+)?\p{L}+[aei]r(?:l[oae]s?|se|nos)?\s/iu,
  attached: /^\p{L}+[ai]d[oa]s?(?!\p{L})|^(?:del?|al?)\s/iu,
  owner: {
    article: /^(?:el|la|los|las)\s/iu,
    of: /\sde(?:l|\s+la)?\s(?=\p{Lu}|(?:Sra?|Dra?)\.)/u,
    own: (article) => (/s$/i.test(article) ? "sus" : "su"),
    along: /\scon\s+(?:(?:el|la)\s+)?(?=(?:Sra?|Dra?)\.?\s|Don|Doña)/u,
    our: (article) =>
      ({ el: "nuestro", la: "nuestra", los: "nuestros", las: "nuestras" })[article.toLowerCase()] ?? article,
  },
  subject: {
    told: /^(?:tiene que|debe|debería|ha de)\s+(?:saber|enterarse)(?:\s+de)?\s+que\s+/iu,
    verbs:
      /^(?:ha|tiene|quiere|necesita|pide|pregunta|debe|puede|va|está|es|sigue|solicita|reclama|dice|llega|viene|no|nos|se|lleva)(?!\p{L})/iu,
    pronoun: () => "",
  },
  begins:
    /^(?:no\s+\p{L}+|nos|lo (?:mínimo|máximo|siento)|ya|tenemos|estamos|necesitamos|hay|puede|debe|gracias|exigimos|rogamos|esperamos|quien|quienes|los que)\s/iu,
  style:
    /^(?:(?:sé|s[eé]a|tono|en tono|que sea|muy|sin ser|no|algo|con|tratándol[oa]|de|trátal[oa] de)\s+)*(?:breve|corto|conciso|amable|cordial|formal|informal|firme|educad[oa]|seri[oa]|amable pero firme|firme pero (?:amable|educad[oa]|cordial)|demasiado formal|cariño|tacto|usted|tú|en español|cercano)$/iu,
  styleWords:
    /^(?=.*(?<!\p{L})(?:breve|cort[oa]|concis[oa]|amable|cordial|formal|informal|firme|educad[oa]|seri[oa]|cariñoso|cercan[oa]|directo|directa|clar[oa]|suave|profesional|respetuos[oa]|diplomátic[oa]|cortés|correct[oa]|tranquil[oa]|cálid[oa]|empátic[oa]|discret[oa]|urgente)(?!\p{L}))(?:(?:breve|cort[oa]|concis[oa]|amable|cordial|formal|informal|firme|educad[oa]|seri[oa]|cariñoso|cercan[oa]|directo|directa|clar[oa]|suave|profesional|respetuos[oa]|diplomátic[oa]|cortés|correct[oa]|tranquil[oa]|cálid[oa]|empátic[oa]|discret[oa]|urgente|y|e|pero|muy|tono|en|un|con|que|sea|sé|mantén|mantener|sin|ser|no|demasiado|algo|por favor|más|bien|el|lo|mensaje|tratar|de|usted|ser|sonar|mantente|mantenerse|quedar)(?:[\s,]+|$))+$/iu,
  toReader: (text, isClause) =>
    replaceAll(withWish(isClause ? text.replace(/^(?:ella|él)\s/iu, "usted ") : text), [
      [
        /(?<=(?<!\p{L})(?:si|cuando) [^,.;]{2,60}?),?\s+que\s+(?=(?:nos |me )?\p{L}+[ea]n?(?!\p{L}))(?!\p{L}+\s+(?:es|está|hay))/giu,
        ", ",
      ],
      [/(?<!\p{L})(?:ella|él)\s+(?=(?:puede|debe|tiene|quiere|necesita|va|está|ha|sabe)(?!\p{L}))/giu, "usted "],
      [/(?<!\p{L})ell[oa]s\s+(?=(?:pueden|deben|tienen|quieren|necesitan|van|están|han)(?!\p{L}))/giu, "ustedes "],
      [/(?<=(?<!\p{L})(?:para|con|a|de) )(?:ella|él)(?!\p{L})/giu, "usted"],
    ]),
  group:
    /(?<!\p{L})(?:todos|todas|equipo|padres|madres|clientes|compañer[oa]s|vecin[oa]s|empleados|trabajadores|personal|voluntari[oa]s|proveedores|familias|soci[oa]s|participantes|inquilinos|alumn[oa]s|propietarios|usuarios|huéspedes|pacientes|asistentes|miembros|profesores|colegas|plantilla|comerciales|conductores|invitados|abonados|suscriptores)(?!\p{L})/iu,
  name: (name) =>
    name
      .replace(/^(?:la|el)\s+/u, "")
      .replace(/^señora\s/iu, "Sra. ")
      .replace(/^señor\s/iu, "Sr. "),
};

/** "si no puede, que nos avise" → "si no puede, avísenos": a wish about the reader behind a condition. */
const withWish = (text: string): string =>
  text.replace(
    /(?<=(?<!\p{L})[Ss]i [^,.;]{2,60}),\s+que\s+((?:nos|me)\s+\p{L}+[ea]n?(?!\p{L})[^,.;]*)/gu,
    (_, wish: string) => `, ${spanishImperative(wish)}`,
  );
