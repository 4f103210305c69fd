// Forms that people type in a hurry in other languages, rewritten into those that the readers of orders know.
import type { OrderLanguage } from "../sentences/orders.ts";
import { withKindOfMail } from "./kinds-of-mail.ts";

type Rewrite = [RegExp, string | ((...found: string[]) => string)];

const germanDays: Record<string, string> = {
  mo: "Montag",
  di: "Dienstag",
  mi: "Mittwoch",
  do: "Donnerstag",
  fr: "Freitag",
  sa: "Samstag",
  so: "Sonntag",
};
const germanDay = (day = "") => germanDays[day.toLowerCase()] ?? day;

const accented = Object.fromEntries(
  "sábado miércoles número teléfono límite próximo próxima último última crédito artículo página médico técnico dirección reunión habitación atención información reparación devolución cotización también además mañana"
    .split(" ")
    .map((word) => [word.normalize("NFD").replace(/[\u0300-\u036f]/g, ""), word]),
);

const portugueseAccents: Record<string, string> = {
  portao: "portão",
  condominio: "condomínio",
  nao: "não",
  ate: "até",
  tambem: "também",
  manutencao: "manutenção",
  horario: "horário",
  predio: "prédio",
  reuniao: "reunião",
  atencao: "atenção",
  sabado: "sábado",
  proximo: "próximo",
  proxima: "próxima",
  endereco: "endereço",
  comeca: "começa",
  servico: "serviço",
  agua: "água",
  manha: "manhã",
  amanha: "amanhã",
};

const rewrites: Partial<Record<OrderLanguage, Rewrite[]>> = {
  de: [
    // "formuliere eine Absage an Herrn Brugger: …"
    [
      /^(?:bitte )?(?:formulier|verfass|schreib|erstell|entwirf|entwerf|mach|bereite|setz)\p{L}*(?: mir)?(?: bitte)?(?: (?:eine?n?|kurze?[rn]?|freundliche?[rn]?|höfliche?[rn]?|nette?[rn]?|formelle?[rn]?))+ (?=(?:Absage|Zusage|Einladung|Erinnerung|Mahnung|Antwort|Beschwerde|Reklamation|Kündigung|Bestätigung|Entschuldigung)\s(?:an|für)\s)/iu,
      "",
    ],
    // "sag dem Henning Kolb": an article before a name.
    [
      /^((?:bitte )?(?:sag|schreib|antwort|erklär|frag|bitt|erinner|teil|danke?)\p{L}*) (?:dem|der|den) (?=\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+(?:,|\s(?:dass|ob|wann|wie|wo|was|mit|bitte)\s))/u,
      "$1 ",
    ],
    // "Die Mama vom Jonas, Frau Tiefenbach, hat gefragt wegen der Geige: er …"
    [
      /^(?:Der|Die) \p{Lu}\p{L}+ (?:vom|von|der) (?:der |dem )?(\p{Lu}\p{L}+), ((?:Frau|Herr) \p{Lu}\p{L}+), (?:hat |)(?:gefragt|fragt|fragte|angefragt|geschrieben|schreibt) wegen (der |des |dem )?([^:.,]{3,40}): (?:er|sie)(?= )/u,
      (_, child = "", reader = "", article = "", matter = "") =>
        `schreib ${reader}: es geht um ${article === "der " ? "die " : article ? "das Thema " : ""}${matter}. ${child}`,
    ],
    // "Schreib an Frau Ohlert und teile ihr mit, dass …"
    [
      /^((?:bitte )?(?:schreib|mail)\p{L}* [^;:,]{3,60}?),? und (?:teil|sag|erklär|bericht|informier|meld)\p{L}*(?: (?:ihm|ihr|ihnen|sie|ihn))?(?: mit)?,? dass /iu,
      "$1, dass ",
    ],
    // "Frag sie außerdem, ob …"
    [
      /((?:^|[.;] )(?:frag|bitt|sag|erinner|schreib|teil)\p{L}*(?: (?:sie|ihn|ihm|ihr|ihnen))) (?:außerdem|auch|noch|bitte|zudem|dann|gleich|ebenfalls|zusätzlich)(?: noch)?(?=[, ])/giu,
      "$1",
    ],
    [
      /(?<=(?:^|[^\p{L}])(?:bis|am|ab|vor|seit|nach|nur|erst|spätestens) )(mo|di|mi|do|fr|sa|so)(?=[\s,.;]|$)(?! (?:\p{L}+ ){0,2}(?:dass|wie|viel))/giu,
      (day) => germanDay(day),
    ],
    [/(?<=\s\d{1,2})h(?=[\s,.;]|$)/gu, " Uhr"],
    [/(?<=\p{L}) u (?=\p{L})/gu, " und "],
    [/(?<!\p{L})schriftl\. (?=\p{L}+(?:ung|nahme|heit|keit)(?!\p{L}))/giu, "schriftliche "],
    [/(?<!\p{L})kw (?=\d)/gu, "KW "],
    [/(?<!\p{L})jmd\.?(?!\p{L})/giu, "jemand"],
    [/(?<!\p{L})z\. ?hd\.?(?: v(?:on|\.))? (?=\p{L})/giu, "an "],
    [
      /(?<!\p{L})(mo|di|mi|do|fr|sa|so)(\+|\/| ?& ?| ?- ?)(mo|di|mi|do|fr|sa|so)(?!\p{L})/giu,
      (_, from, mark, to) => `${germanDay(from)} ${/-/.test(mark ?? "") ? "bis" : "und"} ${germanDay(to)}`,
    ],
    [/(?<=\s\d+)x(?=[\s.,;]|$)/gu, "-mal"],
    // "Absage Standplatz an Herrn Petkovic. …": the matter stands before the reader.
    [
      /^(absage|zusage|erinnerung|mahnung|einladung|reklamation|anfrage|rückfrage|antwort|bestätigung|info|kündigung) (?!an |für |zu[mr]? )([^.:,;]{3,60}?) an ((?:herrn?|frau|familie) (?:dr\. )?\p{L}[\p{L}-]+)\s*[.:,;]\s*/iu,
      "$1 an $3: es geht um $2. ",
    ],
    // "danke an Ruben, hat die Heizung gerettet"
    [/^danke? an (\p{L}[\p{L}-]+), (?:er |sie )?(hat|haben) ([^,.;]+?)(?=[,.;]|$)/iu, "danke $1, dass er $3 $2"],
    // "…. an Frau Haller"
    [
      /^(?!(?:schreib|sag|frag|bitte|teil|an|mail|antwort|absage|einladung)\p{L}*\s)(.{12,}?[.;!?]) (?:geht )?an ((?:herrn?|frau|familie) (?:dr\. )?\p{L}[\p{L}-]+)\.?$/isu,
      "schreib $2: $1",
    ],
    [
      /[.;,] (?:(?:bitte |aber )?(?:per (?:du|sie)|nicht (?:zu )?(?:schleimig|pampig|frech|kitschig|unterwürfig|jammern|betteln)|kurz halten|(?:aber )?nett bleiben)(?:, | und |$|\.))+$/giu,
      ".",
    ],
    [/(?<=\d) ?std\b\.?/giu, " Stunden"],
    [/(?<!\p{L})wg\.? (?=\p{L})/gu, "wegen "],
    [/(?<!\p{L})(?:bzgl|betr)\.? (?=\p{L})/giu, "bezüglich "],
    // "Finanzamt: bitte um Stundung …"
    [/^(\p{L}*(?:amt|gericht|büro|werk|institut|sekretariat))\s*:\s*bitte um (?=\S)/iu, "bitte um "],
    [
      /^(\p{L}*(?:bank|kasse|versicherung|verwaltung|behörde|stelle|schule|werke|gemeinde|firma|praxis|klinik))\s*:\s*bitte um (?=\S)/iu,
      "bitte um ",
    ],
    [
      /^((?:alle |liebe )?(?:nachbarn|eltern|kollegen|kolleginnen|mieter|mitglieder|kunden|fahrer|mitarbeiter|helfer|teilnehmer|bewohner|patienten|schüler|trainer|gäste)(?: [^:.,]{1,25})?)\s*:\s*(?=\S)/iu,
      "an alle $1: ",
    ],
    [/^an alle alle /iu, "an alle "],
    [/(^|[.;] )soll (?:bitte )?(?=[^.,;?]{3,80}\s\p{Ll}+en(?=[.,;]|$))/giu, "$1bitte "],
    // "Herr Brandl fragt wegen Angebot 5520: …"
    [
      /^((?:Herr|Frau) (?:Dr\. )?\p{Lu}\p{L}+) (?:fragt|fragte|hat gefragt|erkundigt sich|schreibt|bittet) (?:wegen|nach|zu[mr]?|um) ([^:,.]{3,40})\s*:\s*(?=\S)/u,
      "schreib $1: es geht um $2. ",
    ],
    // "Frau Dr. Menzel wegen Termin am 3.11. absagen, …, ob der 10. ginge"
    [
      /^((?:Herrn?|Frau|Familie) (?:Dr\. )?\p{Lu}\p{L}+) wegen (?:des |dem |der )?(.{3,40}?) (absagen|zusagen|anschreiben)(?=[,.]|$)/u,
      "$1 $3, es geht um $2",
    ],
    [
      /, ob ((?:der|die|das|ein|es|wir|am)\s(?:[^,.?]|(?<=\d)\.)+(?:ginge|geht|passt|passen|möglich ist|klappt))(?:, (\p{Ll}+))?(?=[.?]|$)/iu,
      ".\nFrag, ob $1",
    ],
    // "Frau Jankowski kündigen zum 31.12., betriebsbedingt": an employee is told.
    [
      /^((?:Frau|Herrn?) \p{Lu}\p{L}+) (?:zum (\d[\d.]*\d\.?(?: ?\p{Lu}\p{L}+)?) kündigen|kündigen zum (\d[\d.]*\d\.?(?: ?\p{Lu}\p{L}+)?))(?=.*(?:betriebsbedingt|resturlaub|zeugnis|arbeitsverh|probezeit|kündigungsfrist))/isu,
      "sag $1, dass wir das Arbeitsverhältnis zum $2$3 kündigen",
    ],
    // "sag Timo, dass …, ob er …?": the question is an order of its own.
    [
      /^((?:sag|schreib|teil)\p{L}* [^.?]{3,60}?,? dass [^.?]+?), ob (?=(?:er|sie)\s)([^.?]+)\?/iu,
      "$1.\nFrag nach, ob $2.",
    ],
    [/[.;,] (?:respektvoll,? )?(?:keine|ohne) (?:floskeln|drohungen|umschweife|vorwürfe|ausreden|details)\.?$/iu, "."],
  ],
  fr: [
    [
      /^((?:écri|mail|répond)\p{L}* [^;:,]{3,60}?),? et (?:dis|dire|expliqu|annonc|inform|précis|indiqu|apprend)\p{L}*(?:-(?:lui|leur|le|la|les))? (?=qu(?:e |['’]))/iu,
      "$1 ",
    ],
    // "prévenir parents des petits": the article is left out.
    [
      /(?<!\p{L})(prévenir|préviens|prévenez|avertir|avertis|informer|informe) (?=(?:parents|clients|patients|élèves|collègues|voisins|locataires|familles|membres|bénévoles|équipes|salariés|adhérents|résidents|chauffeurs|profs|enseignants)(?!\p{L}))/giu,
      "$1 les ",
    ],
    [/[.;,] désolée?s?(?=[.;,]|$)/giu, ". Nous sommes désolés"],
    [/(?<!\p{L})y ?a pas (?:de |d['’])?(?=\p{L})/giu, "il n'y a pas de "],
    [/(?<!\p{L})ya (?=\p{L})/giu, "il y a "],
    [/(?<!\p{L})pr (?=\p{L})/gu, "pour "],
    [/(?<!\p{L})apres(?!\p{L})/giu, "après"],
    [
      /(?<!\p{L})(lun|mar|mer|jeu|ven|sam|dim)\.? (?=\d)/giu,
      (day = "") =>
        `${{ lun: "lundi", mar: "mardi", mer: "mercredi", jeu: "jeudi", ven: "vendredi", sam: "samedi", dim: "dimanche" }[day.trim().replace(".", "").toLowerCase()] ?? day} `,
    ],
    [/(?<!\p{L})a (?=\d{1,2} ?h)/gu, "à "],
    [/(^|[,.;] )son (?=à \d)/giu, "$1la sonorisation est "],
    [
      /((?:^|[.;] )demande\p{L}*(?:-(?:lui|leur))? (?:le|la|les|l['’]|une?|son|sa|ses)[^.;?]{3,80}?),? et (?=si |s['’]il|quand |combien |où |quel)/giu,
      "$1.\nDemander ",
    ],
    [/(?<!\p{L})bjr(?!\p{L})/giu, "bonjour"],
    [/(?<!\p{L})rdv(?!\p{L})/giu, "rendez-vous"],
    [/(?<!\p{L})qn(?!\p{L})/giu, "quelqu'un"],
    [/(?<!\p{L})(?:pcq|pck)(?!\p{L})/giu, "parce que"],
    [/(?<!\p{L})(?:tjs|tjrs)(?!\p{L})/giu, "toujours"],
    [/(?<!\p{L})decliner(?!\p{L})/giu, "décliner"],
    [/^(décliner|refuser|accepter) (invitation|offre|adhésion|entrée)(?= )/iu, "$1 l'$2"],
    [/^(décliner|refuser|accepter) (demande|proposition|candidature|commande)(?= )/iu, "$1 la $2"],
    [/^(décliner|refuser|accepter) (devis|contrat|projet)(?= )/iu, "$1 le $2"],
    [/^(.{3,14} l'invitation) (jury|comité|conseil|colloque|séminaire|dîner|mariage)(?= )/iu, "$1 au $2"],
    [/^relance \d (?=\p{Lu})/iu, "relance à "],
    // "si c'est déjà payé, qu'ils oublient"
    [
      /(^|[.;,] )(?:mais )?(si [^,.;]{5,50}?),? qu['’](?:ils?|elles?) (?:oublient?|ignorent?|jettent?)(?: (?:ce (?:mail|message)|tout|ça))?(?=[.;,]|$)/giu,
      "$1$2, merci de ne pas tenir compte de ce message",
    ],
    // "elle peut confirmer avant jeudi ?"
    [
      /[.;,] (?:et )?(?:est-ce qu['’])?(?:elle|il|ils|elles) peu(?:t|vent) ([^.;,?]{4,80}) ?\?/giu,
      ".\nDemander de $1.",
    ],
    // "…. M. Delcambre"
    [
      /^(?!(?:dis|dire|écri\p{L}*|répond\p{L}*|demande\p{L}*|mail|lettre|message)\s)(.{12,}?[.;!?]) (?:(?:à|pour) )?((?:M\.|Mme|Mlle|Monsieur|Madame) \p{Lu}[\p{L}-]+)\.?$/isu,
      "Écris à $2 : $1",
    ],
    [/(?<!\p{L})aupres (?=d)/giu, "auprès "],
    [/(?<!\p{L})desole/giu, "désolé"],
    [/\s+(?:svp|stp)(?=[.,;!?]|$)/giu, ""],
    [/^(demande\p{L}* [^.;]+? (?:si |s['’])[^.;]+?),? et (?=s['’]il|si |quand |combien |où )/iu, "$1.\nDemander "],
    [/, et (?=(?:demande\p{L}*|dis|dire|rappelle\p{L}*|propose\p{L}*)[ -])/giu, ".\n"],
    [/(^|[:.;,] )(?:non,? )?on (?:ne |n['’])?(peut|doit) pas (?=\p{L})/giu, "$1nous ne $2 malheureusement pas "],
    [/(?<=nous ne )peut(?= malheureusement)/giu, "pouvons"],
    [/(?<=nous ne )doit(?= malheureusement)/giu, "devons"],
    [/(^|[:.;,] )(?:non,? )?on (?:ne )?(\p{L}{3,}[^\Wg])e pas (?=\p{L})/giu, "$1nous ne $2ons malheureusement pas "],
    [/(^|[.;,] )on peut (?=\p{L})/giu, "$1nous pouvons "],
    [
      /(^|[,;.] )qu['’](?:elle|il|ils|elles) ne (les |la |le |l['’])?ouvr(?:e|ent) pas /giu,
      "$1merci de ne pas $2ouvrir ",
    ],
    [
      /(^|[,;.] )qu['’](?:elle|il|ils|elles) ne (les |la |le |l['’])?(\p{L}{3,}?)e(?:nt)? pas /giu,
      "$1merci de ne pas $2$3er ",
    ],
    [/[.;,] (?:sans (?:menaces?|agressivité|fioritures|reproches?|drame))\.?$/iu, "."],
  ],
  es: [
    [/, no (?:él|ella)(?=[,.;]|$| y )/giu, " y no usted"],
    // "invita a Lola y a su marido a la cena"
    [
      /^(invit\p{L}* a \p{Lu}\p{L}+) y a (?:su|el|la) (marido|mujer|esposa|esposo|pareja|familia) (a [^,.;]{3,90})(?=[,.;]|$)/iu,
      "$1 $3, con su $2",
    ],
    // "pero es sorpresa, no lo digas"
    [
      /(?:^|(?<=[.;!?] ))[^.;!?]{5,120}(?:sorpresa|secreto), no (?:se lo |le |lo )?(?:cuentes|digas|diga)(?: nada)?[.!]*$/iu,
      "",
    ],
    [
      /^((?:escrib|mand|envi|respond)\p{L}* [^;:,]{3,60}?),? y (?:explíca|expli|infórma|inform|comuníca|comuni|avísa|avis|dí|di|cuénta|cuent|anúncia|anunci|indíca|indi|notifíca)\p{L}* (?=que )/iu,
      "$1 ",
    ],
    [
      /(?<!\p{L})avis(ar|a|e) (?=(?:profes|padres|clientes|vecinos|alumnos|socios|familias|empleados|huéspedes|pacientes)(?!\p{L}))/giu,
      "avis$1 a los ",
    ],
    [/(?<!\p{L})profes(?!\p{L})/giu, "profesores"],
    [/(?<!\p{L})mismo dia(?!\p{L})/giu, "mismo día"],
    [
      /(?<!\p{L})(aeroline|categori|garanti|fotografi)(as?)(?!\p{L})/giu,
      (whole) => whole.replace(/eroline/i, "erolíne").replace(/i(?=as?$)/, "í"),
    ],
    [/(?<!\p{L})xq(?!\p{L})/giu, "porque"],
    [/(?<!\p{L})(?:xfa|xfavor|porfa|pf)(?!\p{L})/giu, "por favor"],
    [/(?<!\p{L})tb(?:n|ién)?(?!\p{L})/giu, "también"],
    [/(?<=^|\s)el q(?:ue)? no (?=\p{L})/giu, "quien no "],
    [/(si [^,.;]{4,50}?),? q(?:ue)? no (l[oa]s?) (\p{L}+)(?=[.;,]|$)/giu, "$1, por favor no $2 $3"],
    [/(?<!\p{L})q(?!\p{L})/giu, "que"],
    [
      /(?<!\p{L})(sabado|miercoles|numero|telefono|limite|proximo|proxima|ultimo|ultima|credito|articulo|pagina|medico|tecnico|direccion|reunion|habitacion|atencion|informacion|reparacion|devolucion|cotizacion|tambien|ademas|manana)(?!\p{L})/gu,
      (word) => accented[word] ?? word,
    ],
    [/(?<=\s)(cump|ten|ven|quer|pod|hab|deb)(l?)ia(n?)(?=\s)/gu, "$1$2ía$3"],
    [
      /(^|[.;,] )(pregunt\p{L}* [^.;?]*?si [^.;?,]+), (?:y )?(?=(?:cuánt|cuand|cuánd|quién|dónde|cómo)\p{L}*\s)/giu,
      "$1$2.\nPregunta ",
    ],
    [/(?<=Pregunta [^.;?,]+), (?:y )?(?=(?:cuánt|cuánd|quién|dónde|cómo)\p{L}*\s)/gu, ".\nPregunta "],
    [
      /[.;,] (?:y )?no (?:le |les |te |lo )?(?:pongas|des|seas|uses|metas|inventes|suenes|exageres|disculpes|enrolles)(?: (?:excusas|explicaciones|detalles|vueltas|largas|rodeos|bord[eo]|pesad[oa]|sec[oa]|fri[oa]|(?:muy |demasiado )?\p{L}+))?\.?$/giu,
      ".",
    ],
    [/(^|[.;] )y (?=que no \p{L})/giu, "$1"],
    [/, y (?=(?:pregunta\p{L}*|pedir|pide|pídele|dile|decir|recordar|recuérda\p{L}*|ofrecer|ofrécele) )/giu, ".\n"],
    [/, que (?=\p{Lu}\p{Ll}+ (?:(?:le|les|lo|la|te|os|nos) )?\p{L}+)/gu, ". "],
    [/[.;,] (?:sin (?:amenazas?|rodeos|dramas?|groserías?|reproches?))\.?$/iu, "."],
  ],
  pt: [
    [
      /^(convid\p{L}* (?:a |o )?\p{Lu}\p{L}+) e (?:o|a) (marido|mulher|esposa|esposo|família|namorad[oa]) (para [^,.;]{3,90})(?=[,.;]|$)/iu,
      (_, order, who = "", what) =>
        `${order} ${what}, com ${/a$/.test(who) || who === "mulher" ? "a sua" : "o seu"} ${who}`,
    ],
    [
      /(?:^|(?<=[.;!?] ))[^.;!?]{5,120}(?:surpresa|segredo)(?:, (?:por favor )?não (?:lhe )?(?:conte|contes|diga|digas)(?: nada)?)?[.!]*$/iu,
      "",
    ],
    [
      /^((?:escrev|mand|envi|respond)\p{L}* [^;:,]{3,60}?),? e (?:inform|expli|dig|diz|dizer|avis|comuni|cont|anunci|indi)\p{L}*(?:-(?:lhe|a|o|lhes))? (?=que )/iu,
      "$1 ",
    ],
    // "Peça que ela traga …": what the reader shall do.
    [/([.;] )(?:peça|pede|pedir|peçam)(?:-lhes?)? que (?:el[ae]s? )?(?=\p{L})/giu, "$1que "],
    [/(?<!\p{L})c\/ ?(?=\p{L})/gu, "com "],
    [/(?<!\p{L})p\/ ?(?=\p{L})/gu, "para "],
    [/(?<!\p{L})s\/ ?(?=\p{L})/gu, "sem "],
    [
      /(?<!\p{L})(portao|condominio|nao|ate|tambem|manutencao|horario|predio|reuniao|atencao|sabado|proximo|proxima|endereco|comeca|servico|agua|manha|amanha)(?!\p{L})/giu,
      (word = "") => portugueseAccents[word.toLowerCase()] ?? word,
    ],
    [
      /(?<!\p{L})(seg|ter|qua|qui|sex|sab|dom)\.? (?=\d)/giu,
      (day = "") =>
        `${{ seg: "segunda-feira", ter: "terça-feira", qua: "quarta-feira", qui: "quinta-feira", sex: "sexta-feira", sab: "sábado", dom: "domingo" }[day.trim().replace(".", "").toLowerCase()] ?? day} `,
    ],
    [/[.;,] sem text[aã]o(?=[.;,]|$)/giu, ""],
    [/(?<!\p{L})pq(?!\p{L})/giu, "porque"],
    [/(?<!\p{L})tb(?:m|ém)?(?!\p{L})/giu, "também"],
    [/(?<!\p{L})qdo(?!\p{L})/giu, "quando"],
    [/(?<=[\p{L}\d] )p (?=\p{L}{2,})/gu, "para "],
    [/(?<!\p{L})se el[ea]s? (?=(?:quiser|puder|preferir|precisar|concordar|aceitar)\p{L}*)/giu, "se "],
    // "apresentar a Jandira à equipa: nova coordenadora, …"
    [
      /^apresentar (?:[ao] )?(\p{Lu}\p{L}+) (à|ao|aos|às) (\p{L}[^:.,]{2,30}):\s*(?=\S)/iu,
      "mensagem $2 $3: apresento $1, ",
    ],
    // "…. falar com Edvaldo, sem ofender"
    [
      /^(?!(?:escrev|respond|avis|diz|dizer|mand|inform|ped|pergunt)\p{L}*\s)(.{12,}?)[.;] (?:falar|fala|fale|responder|contato|contacto)(?: com| a| é)? (?:o |a )?((?:(?:Sra?|Dra?)\. )?\p{Lu}\p{L}+)(?:, sem [^,.;]{3,30})?\.?$/isu,
      "escreve ao $2: $1",
    ],
    [
      /(?<=^|: )negar (?:o )?(desconto|pedido|aumento|prazo|reembolso|crédito)(?: (?:pra|para|à|ao|a) (?:a |o |as |os )?\p{Lu}[\p{L} ]*?)?(?=[,.;]|$)/giu,
      "infelizmente não podemos conceder o $1",
    ],
    [/[.;,] (?:sem ofender|sem magoar|sem desculpas|com jeitinho|com jeito|com calma)\.?$/giu, "."],
    [/(?<!\p{L})pra (?=\p{L}+a\s)/giu, "para a "],
    [/(?<!\p{L})pra (?=\p{L})/giu, "para "],
    [/(?<!\p{L})pro (?=\p{L})/giu, "para o "],
    [/(?<!\p{L})vc(?!\p{L})/giu, "você"],
    [/^(avis\p{L}*|inform\p{L}*|lembr\p{L}*) os (?=\p{L}+s)/iu, "$1 aos "],
    [/^(avis\p{L}*|inform\p{L}*|lembr\p{L}*) as (?=\p{L}+s)/iu, "$1 às "],
    [/, e (?=(?:pergunt\p{L}*|pedir|pede|peça|diz|dizer|lembr\p{L}*|oferec\p{L}*) )/giu, ".\n"],
    [/[.;,] (?:sem (?:grosserias?|ser gross[ae]ir[oa]|rodeios|dramas?|ameaças?|enrolação|cobrança))\.?$/iu, "."],
  ],
  hi: [
    [/^((?:सभी|सब|सारे)\s[^:।,]{2,40}?)\s+को\s*[:–-]\s*(?=\S)/u, "$1 को सूचना: "],
    // "14 तारीख को नहीं, 16 को"
    [/(?<=\sको )नहीं,\s+(?=[\d०-९]+ (?:तारीख )?को)/gu, "नहीं बल्कि "],
  ],
  hinglish: [
    // "vendor ko bhejo - imran bhai - …"
    [
      /^\p{L}+ ko (?:bhejo|likho|mail karo|bolo|batao) - (\p{L}+(?: (?:ji|bhai|sir|madam))?) - (?=\S)/iu,
      (_, who = "") => `${who} ko mail karo: `,
    ],
    [
      /[.;,] (?:tameez|tamiz|tehzeeb|pyaar|pyar|izzat|aaram|dhang|achhe|acche|sharafat)(?: tarike)? se(?: (?:likhna|likho|bolna|bolo))?\.?$/giu,
      ".",
    ],
    [
      /^((?:sabhi |sab |puri |poori )?\p{L}+(?: (?:ji|sir|madam|team|staff))?) ko (?:ek )?(?:mail|email|message|msg|note)\s*[:–-]\s*(?=\S)/iu,
      "$1 ko mail karo: ",
    ],
    // "wo sahi invoice bheje": the reader is asked.
    [
      /(^|[,.;] )(?:wo|woh|vo) (?=[^,.;]{3,60}(?<!\p{L})(?:bheje|kare|de|laye|aaye|bataye|rakhe|jaye|karwaye)(?:\s+warna|[,.;]|$))/giu,
      "$1",
    ],
    [/(?<=\sko )nahi,\s+(?=\d+ (?:tareekh )?ko)/giu, "nahi balki "],
  ],
};

/** The intent in whole forms. */
export const wholeForms = (intent: string, language: OrderLanguage): string =>
  intent.length > 2_000
    ? intent
    : (rewrites[language] ?? []).reduce(
        (text, [pattern, whole]) =>
          typeof whole === "string" ? text.replace(pattern, whole) : text.replace(pattern, whole),
        withKindOfMail(intent, language),
      );
