import { importanceOf } from "../summaries/importance.ts";
import type { Language } from "../text/language.ts";
import { type Grammar, grammars } from "./foreign-grammars.ts";
import { hindiSubject } from "./hindi-subject.ts";

const mostWords = 12;
const mostCharacters = 64;

/** A line from the sentence that says or asks the most. Undefined in a language whose function words are unknown. */
export function foreignSubject(sentences: string[], language: Language, weights: number[] = []): string | undefined {
  const grammar = grammars[language];
  if (!grammar) return hindiSubject(sentences);
  const candidates = sentences.flatMap((sentence, i) =>
    candidatesIn(sentence, grammar).map(({ text, worth }) => ({
      text,
      worth:
        worth +
        (weights[i] ?? 0) +
        0.3 * Math.max(-2, Math.min(3, importanceOf(sentence))) -
        0.3 * i -
        awkwardness(sentence) -
        (isInverted.test(text) ? 1 : 0) +
        (setsNewDay.test(sentence) ? 0.8 : 0) -
        (ownTalk.test(text) || reportsOwn.test(sentence.trim()) ? 0.8 : 0) +
        (i === 0 && /\d/.test(text) ? 0.7 : 0),
    })),
  );
  return candidates
    .filter(({ text }) => text.split(/\s+/).length >= 2 && !onlyTime.test(text) && !points.test(text))
    .toSorted((a, b) => b.worth - a.worth)[0]?.text;
}

/** "Muss ich den 3. Juni zurücknehmen": the verb before its subject makes no line. */
const isInverted =
  /^(?:muss|müssen|kann|können|möchten?|wollen|will|darf|dürfen|soll(?:en)?|hätten?|wäre|dois|devons|pouvons|puis) ?-?(?:ich|wir|je|nous)(?!\p{L})/iu;
/** The sentence that says what holds instead. */
const setsNewDay =
  /(?<!\p{L})(?:jetzt (?:am|erst)|neuer termin|stattdessen|nun (?:am|erst)|à la place|nouvelle date|désormais|nueva fecha|en su lugar|nova data|em vez disso|agora (?:fica|será))(?!\p{L})/iu;

/** "Folgendes von Ihnen" points to what stands elsewhere. */
const points =
  /^(?:(?:je |j['’])?(?:te |vous )?transmets|(?:te |le |les )?reenvío|encaminho|zur (?:info|kenntnis)|folgende[sn]?|das folgende|ce qui suit|les (?:points|éléments) suivants|lo siguiente|los siguientes|o seguinte|os seguintes)(?!\p{L})/iu;

const onlyTime =
  /^(?:diese[rsn]?|nächsten?|heute|morgen|cette|la|le|esta|este|essa|nesta|hoy|mañana|hoje|amanhã|até|bis|avant|antes|demain|\s)*(?:\p{L}+tag|woche|monat|semaine|mois|lundi|mardi|mercredi|jeudi|vendredi|semana|mes|mês|lunes|martes|miércoles|jueves|viernes|segunda|terça|quarta|quinta|sexta)$/iu;

type Candidate = { text: string; worth: number };

function candidatesIn(sentence: string, grammar: Grammar): Candidate[] {
  const text = sentence
    .slice(0, 400)
    .replace(/\s*\([^()]{0,80}\)/g, "")
    .replace(/^[¿¡\s]+/, "")
    .replace(/\s+(?=[:;?!])/g, "")
    .replace(/(\p{L}+tag), (?:den|dem) (?=\d)/gu, "$1 ")
    // "Wir sind ein Verein und suchen …": who writes is not what about.
    .replace(
      /^(?:wir sind|ich bin|nous sommes|je suis|somos|soy|sou)\s[^,.;:]{3,60}?\s(?:und|et|y|e)\s+(?=(?:suchen?|cherch|busc|procur)\p{L}*\s)/iu,
      "",
    )
    // "nicht am 6., sondern erst am 8.": the day that holds.
    .replace(
      /(?<!\p{L})(?:nicht|non pas|pas|no|não)\s+(?:(?:am|um|le|el|a las?|no|na|dia|às?)\s+)?[^,;]{0,20}\d[^,;]{0,20},?\s+(?:sondern|mais|sino|mas)\s+(?:erst |nur |schon )?(?=\S)/iu,
      "",
    )
    .replace(/^(?:pour|para)\s+(?=(?:el|la|los|las|le|les|o|a|os|as|notre|nuestr[oa]|noss[oa])\s|l['’])/iu, "")
    // "Three questions before I order: which colour …?"
    .replace(/^[^:?]{3,60}:\s+¿?(?=(?:\S+\s+){4}[^:]+\?$)/u, "")
    // "Falta definir a cor dos puxadores: preto ou inox?": what is to be chosen, not the choice.
    .replace(
      /^(?:falta (?:definir|decidir|escolher|elegir)|es fehlt noch|il reste à (?:choisir|définir)|still open)\s+([^:?]{4,60}):\s[^:]+\?$/iu,
      "$1",
    )
    // "Je suis désolée, mais les étagères ne partiront que le 24"
    .replace(
      /^(?:je suis (?:vraiment |bien )?désolée?|nous sommes désolés|es tut (?:mir|uns)(?: sehr)? leid|lo (?:siento|sentimos)(?: mucho)?|sinto muito|lamento),?\s+(?:mais|aber|pero|mas)\s+/iu,
      "",
    );
  const candidates: Candidate[] = [];
  const times = offeredTimes.find(([sign]) => sign.test(text));
  const [, about] = times?.[0].exec(text) ?? [];
  if (times && about) candidates.push({ text: `${times[1]} ${cut(about, { ...grammar, opening: /^/ })}`, worth: 2.4 });
  const wish = grammar.wish.exec(text);
  if (wish) {
    const what = wish[1] || wish[3] || "";
    const name = grammar.wishes[wish[2]?.toLowerCase() ?? ""] ?? "";
    candidates.push({ text: `${name} ${cut(what, grammar)}`.trim(), worth: 2 });
  }
  const declared = declaring.exec(text);
  if (declared)
    candidates.push({
      text: `${declarations[declared[1]?.toLowerCase() ?? ""]}: ${cut((declared[2] ?? "").replace(/\s(?:frist|form)gerecht/iu, ""), grammar)}`,
      worth: 2,
    });
  const sent = sending.exec(text)?.[1];
  if (sent) candidates.push({ text: cut(sent.replace(/:\s*\S.*$/u, ""), grammar), worth: 1.1 });
  const regretted = regretting.exec(text)?.[1];
  if (regretted) candidates.push({ text: cut(regretted.replace(/:\s.*$/u, ""), grammar), worth: 1.2 });
  const thanked = thanking.exec(text)?.[1];
  if (thanked) candidates.push({ text: cut(thanked, grammar), worth: 0.9 });
  const asked = requested.exec(text)?.[1];
  if (asked) candidates.push({ text: listOf(asked.replace(/^[:\s]*(?:d[oae]s?\s+)?/, ""), grammar), worth: 0.9 });
  const handed = handing.exec(text)?.[1];
  if (handed) candidates.push({ text: listOf(handed, grammar), worth: 0.85 });
  const gone = lacking.exec(
    text.replace(/\b(?:zwei|drei|vier|einige|ein paar|folgende) (?:Dinge|Sachen|Punkte|Angaben|Unterlagen):\s+/u, ""),
  );
  if (gone) candidates.push({ text: `${cut(gone[2] ?? "", grammar)} ${gone[1]?.toLowerCase()}`, worth: 0.9 });
  if (/\?\s*$/.test(text)) {
    const about = cut(text.replace(grammar.question, ""), grammar);
    candidates.push({ text: about.split(/\s+/).length > 2 ? `${about}?` : about, worth: 0.4 });
  } else if (indirect.test(text)) {
    candidates.push({ text: cut(text.replace(grammar.question, ""), grammar), worth: 0.8 });
  } else if (!asked) candidates.push({ text: cut(withoutFront(text), grammar), worth: 0.6 });
  return candidates;
}

/** "Für die Räumungsübung hätten wir folgende Termine frei": the times of what. */
const offeredTimes: [RegExp, string][] = [
  [
    /(?:^|\s)((?:für|zu[rm]?) (?:(?:die|den|das|unsere?n?|ihre?n?|eine?n?) )?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)[^.?]{0,60}?(?:folgende|diese|zwei|drei) (?:\p{Ll}+ )?(?:Termine|Zeiten|Möglichkeiten)/u,
    "Termine",
  ],
  [
    /(?:^|\s)(pour (?:la |le |les |notre |votre |l['’])\p{L}+(?: \p{L}+){0,2})[^.?]{0,60}?(?:dates|créneaux|horaires)(?!\p{L})/iu,
    "Dates",
  ],
  [
    /(?:^|\s)(para (?:la |el |los |las |nuestr[oa] )\p{L}+(?: \p{L}+){0,2})[^.?]{0,60}?(?:fechas|horarios|huecos)(?!\p{L})/iu,
    "Fechas",
  ],
  [
    /(?:^|\s)(para (?:a |o |os |as |noss[oa] )\p{L}+(?: \p{L}+){0,2})[^.?]{0,60}?(?:datas|horários)(?!\p{L})/iu,
    "Datas",
  ],
];

/** "Te paso las opciones para la sala": what is sent. */
const sending =
  /(?:^|[\s,])(?:(?:te|le|os|les) (?:paso|envío|mando|adjunto)|(?:je|nous) (?:vous|t['’]|te) ?(?:envoie|envoyons|transmets|transmettons|adresse|adressons)|(?:segue|seguem|envio|enviamos|mando)(?:-(?:te|lhe|vos))?(?: em anexo)?|(?:anbei|hier|im anhang) (?:schicke|sende|finden|kommt|kommen|ist|sind|bekommen)(?: (?:ich|wir|sie|du|ihr))?(?: (?:ihnen|dir|euch))?)\s+(?:aquí |ci-joint |nun |jetzt )?(?:el |la |los |las |l['’]|le |les |o |a |os |as |der |die |das |den |unser\p{L}* |mein\p{L}* )(.{4,})$/iu;
/** "Nous vous remercions de votre commande n° 20458": a receipt is about what it is for. */
const thanking =
  /^(?:nous vous remercions|merci|vielen dank|wir danken ihnen|danke|gracias|muchas gracias|obrigad[oa]|agradecemos|te agradecemos|le agradecemos)\s(?:de|pour|für|por|a|pela|pelo)\s(?:votre|ihre[nm]?|deine|su|tu|sua|seu|tua|a sua|o seu|la|el)\s((?:commande|bestellung|buchung|reservierung|pedido|compra|reserva|encomenda|réservation|anfrage|demande|solicitud)\s.{3,})$/iu;

/** "Lamentamos lo ocurrido con el envío 55-208" */
const regretting =
  /^(?:lamentamos (?:mucho )?(?:lo (?:ocurrido|sucedido) con|el (?:problema|retraso) (?:con|de)l?)|wir bedauern (?:den|die|das) \p{L}+ (?:mit|bei)|nous regrettons (?:le|la|les) \p{L}+ (?:de|avec)|lamentamos (?:o|a) (?:ocorrido|sucedido|problema|atraso) com)\s+(?:el |la |los |las |der |dem |den |le |la |l['’]|les |o |a )?(.{4,})$/iu;

/** "Hiermit kündige ich meinen Vertrag": the verb itself acts. */
const declaring =
  /(?:^|\s)(?:ich |wir )?(such|cherche|cherchons|busco|buscamos|procuro|procuramos|kündige|widerrufe|storniere|reklamiere|beantrage|bestelle|résilie|annule|conteste)(?:e?n|e)?\s+(?:(?:ich|wir|hiermit|par la présente)\s+)*(.{4,90})$/iu;
const declarations: Record<string, string> = {
  such: "Anfrage",
  cherche: "Recherche",
  cherchons: "Recherche",
  busco: "Consulta",
  buscamos: "Consulta",
  procuro: "Consulta",
  procuramos: "Consulta",
  kündige: "Kündigung",
  widerrufe: "Widerruf",
  storniere: "Stornierung",
  reklamiere: "Reklamation",
  beantrage: "Antrag",
  bestelle: "Bestellung",
  résilie: "Résiliation",
  annule: "Annulation",
  conteste: "Contestation",
};

const indirect =
  /^(?:(?:ich|wir) (?:woll|möcht|würd)\p{L}+ (?:\p{L}+ ){0,2}(?:wissen|fragen)|je \p{L}+ savoir|nous \p{L}+ savoir|qu\p{L}+ (?:saber|preguntar)|(?:me|nos) gustaría saber|gosta\p{L}+ de saber|queria saber)/iu;

/** A German sentence that begins with a preposition tells its news behind the verb: "Bei unserem Aufenthalt wurden drei Frühstücke …". */
function withoutFront(text: string): string {
  const proposed =
    /^für (?:\p{L}+e?[rmns]? )?(\p{Lu}[\p{L} -]{2,40}?) (?:schlagen?|könnten?|kann|können|biete|bieten) (?:ich|wir)(?: ihnen| dir| euch)? (?:de[nr] )?(.+?)(?: vor| an|anbieten)?[.!]?$/iu.exec(
      text,
    );
  if (proposed) return `${proposed[1]} ${proposed[2]}`.replace(/(\p{L}+tag), (?:den|dem) (?=\d)/gu, "$1 ");
  const told =
    /^(?:für|bei|beim|am|im|in|mit|nach|seit|wegen|ab|auf|laut|aufgrund|trotz|vor|an|zum|zur|von|während|heute|gestern|leider|derzeit|momentan|aktuell)\s[^?]{0,90}?\s(?:wurden?|wird|werden|ist|sind|war|waren|haben|habe|hat|hatten|kommt|kommen|kann|können|gibt|funktionier(?:t|en)|steht|stehen|fällt|fallen)\s+(?:(?:ich|wir|uns|mir|es|ihnen|dir|sie|bei uns|leider|noch)\s+)*(?=\S+\s+\S)(.+)$/iu.exec(
      text,
    );
  return told?.[1] ?? text;
}

/** A line about what the writer does or is says little of the matter. */
const ownTalk =
  /^(?:estamos|estoy|tengo|tenemos|vamos|voy|te escribo|le escribo|venho|estou|estamos|tenho|temos|posso|cheguei|liguei|ich bin|wir sind|ich schaffe|je suis|nous sommes|mejor|je (?:peux|vous|te)|nous pouvons|ich kann|wir können|puedo|podemos|posso|voici|aber|mais|pero|peux-tu|pouvez-vous|puedes|podes)(?!\p{L})/iu;

/** "Ya tengo respuesta", "Desmontei o câmbio": what the writer has done is rarely the matter. */
const reportsOwn =
  /^(?:ya (?:tengo|he|hemos)|acabo de|he (?!visto|recibido)\p{L}+[aio]do|hemos (?!visto|recibido)\p{L}+[aio]do|já (?:tenho|fiz|falei)|\p{L}{3,}ei (?:o|a|os|as|com|de)|je viens de|j['’]ai (?:parlé|eu|regardé)|ich habe (?:mit|gerade|eben)|wir haben (?:mit|gerade|eben))(?!\p{L})/iu;

/** "Dites-moi si cela vous convient", "Consegue me mandar até sexta?": an order for an answer names no matter. */
const asksReader =
  /^\W*(?:(?:dites|dis|donnez|donne|confirmez|répondez)-(?:moi|nous)|(?:di|dí|díga|deci|conf[ií]rma|av[ií]sa|da|manda|env[ií]a)(?:me|nos)|(?:sag|sagt|gib|gebt|geben sie|sagen sie|teilen sie)\s(?:mir|uns)|(?:diz|diga|confirma|confirme|avisa|avise)-(?:me|nos)|(?:consegues?|podes?|podia|poderia) (?:me |nos )?(?:mandar|enviar|dizer|confirmar))(?!\p{L})/iu;

/** A condition, a threat or a sentence about persons makes a poor subject line. */
const awkwardness = (sentence: string) =>
  (asksReader.test(sentence) ? 1.2 : 0) +
  (/^\s*(?:si|s['’]il|bevor|sobald|avant (?:de|que)|antes de|wenn|falls|sofern|se|caso|sonst|sinon|senão|de lo contrario|caso contrário|ansonsten|andernfalls|te|me)\s/iu.test(
    sentence,
  )
    ? 2
    : 0) +
  (/^\s*(?:(?:pour|para)(?!\s(?:el|la|los|las|le|les|o|a|os|as|notre|nuestr[oa]|noss[oa])\s|\sl['’])|por|depuis|desde|après|et|und|y|e|grâce|merci|gracias|obrigad\p{L}|danke|nous|nos|wir|ich|je|j['’]|c['’]est|es ist|das|dies|esto|isto|é|es|er|sie|il|elle)[\s']/iu.test(
    sentence,
  )
    ? 0.4
    : 0) +
  (/^\s*(?:(?:drei|zwei|einige|trois|deux|quelques|tres|dos|algunas?|três|duas|algumas?|j['’]ai (?:trois|deux|quelques)|tengo (?:tres|dos|unas)|tenho (?:três|duas|algumas)|ich habe (?:drei|zwei|ein paar))\s+)/iu.test(
    sentence,
  )
    ? 0.6
    : 0);

const deadline =
  "(?:(?:hoy|heute|hoje|aujourd['’]hui|amanhã|mañana|demain|morgen|noch heute)\\s+|(?:bis|spätestens bis|avant|d['’]ici|antes d[eo]l?|hasta|até|até ao?|para)\\s+(?:(?:le|la|el|o|dia|zum|am|einschließlich|au|nächsten|kommenden|este|próximo)\\s+)*(?:\\d{1,2}(?:\\.|er)?(?:\\s(?:de\\s)?\\p{L}{3,10})?|\\p{L}+)\\s*)";
/** The words before a requested thing: "Ich bitte um …", "solicitamos, no prazo de 10 dias, …". */
const requested = new RegExp(
  "(?:^|[\\s,])(?:bitten? (?:wir |ich )?(?:sie |dich |euch )?(?:höflich |freundlich |daher |dringend |nochmals )?um|(?:benötigen?|brauchen?) (?:wir|ich)(?: noch| dringend)?(?: von ihnen)?|(?:ich hätte|wir hätten|hätte ich|hätten wir) gerne?|(?:wir|ich) (?:benötigen?|brauchen?)(?: noch| dringend| von ihnen)*|bitte (?:senden|schicken|überweisen|geben|liefern|übermitteln|reichen|bringen|teilen) sie(?: mir| uns)?(?: umgehend| noch)?|(?:schick|sende|gib|bring)e? (?:mir|uns) bitte|bitte (?:schick|sende|gib|bring)e? (?:mir|uns)|merci de (?:(?:nous|me) |m['’])?(?:envoyer|transmettre|fournir|faire parvenir|retourner|communiquer|adresser|rapporter)|(?:pourriez|pouvez)-vous (?:(?:nous|me) |m['’])?(?:envoyer|transmettre|fournir|faire parvenir|retourner|communiquer)|veuillez (?:(?:nous|me) |m['’])?(?:envoyer|transmettre|fournir|faire parvenir|retourner)|(?:nous vous|je vous) (?:demandons|demande|prions|prie) (?:de (?:nous |me |m['’])?\\p{L}+er|un)|je demande(?: aussi)?|il (?:me|nous) (?:faut|faudrait)|(?:j['’]aurais|nous aurions|j['’]ai|nous avons) besoin d[eu']|solicitamos|solicito|(?:les? |os |te )?(?:pedimos|pido|ruego|rogamos) (?:que (?:nos |me )?\\p{L}+(?: a \\p{L}+)?|el envío de)?|necesit(?:o|amos) que (?:\\p{L}+ )?\\p{L}+|necesit(?:o|amos)|(?:por favor,? )(?:env[ií]\\p{L}+|mand\\p{L}+|remit\\p{L}+|facilit\\p{L}+)(?:me|nos)?|(?:me|nos) (?:puede[sn]?|podrían?|podría[sn]?|podéis) (?:enviar|mandar|facilitar|pasar)|(?:puede[sn]?|podría[sn]?|podéis) (?:enviar|mandar|facilitar|pasar)(?:me|nos)|precis(?:o|amos)(?: de| d[oa]s?| que (?:me |nos )?\\p{L}+)?|favor enviar|(?:pode|podem|podes|poderia) (?:enviar|mandar)(?:-me|-nos)?|agradec\\p{L}+ o envio d[eoa]s?|(?:je suis|nous sommes) intéressée?s? par|(?:estoy|estamos) interesad\\p{L}+ en|me interesa|(?:estou|estamos) interessad\\p{L}+ em|tenho interesse em|interessiere mich für|interessieren uns für|quero|exijo|exigimos|reclamo|fordern?)(?:,\\s[^,]{3,40},)?:?\\s+" +
    deadline +
    "?:?\\s*(?!bescheid|que\\s|de\\s|dass\\s|zu\\s|sua\\s|une réponse|saber|uns\\s|Rückmeldung|ihnen\\s|confirmar|confirmer|\\p{L}{2,}[aei]r(?:me|nos|-me)?\\s)(:?\\s*.{4,})$",
  "iu",
);
/** The second of two wishes: "… y que nos envíen la póliza". */
const handing =
  /[\s,](?:y|e|et)\s+(?:que (?:nos|me) (?:env[ií]\p{L}+|mand\p{L}+|devuelv\p{L}+|remit\p{L}+)|de (?:nous |me |m['’])(?:envoyer|transmettre|rembourser|fournir)|que (?:nos|me) (?:envi\p{L}+|mand\p{L}+|devolv\p{L}+))\s+(.{4,})$/iu;
/** "Es fehlt noch der Plan", "Il manque deux cartons". */
const lacking =
  /(?:^|[\s,])(fehlt|fehlen)\s+(?:(?:uns|mir|noch|leider|bisher)\s+)*(?=\S)(?!(?:der|die|das) \d)([^?]{4,})$/iu;

/** Words that begin a word group, before which a line that is too long is cut. */
const joint =
  /^(?:und|oder|für|mit|von|vom|zum|zur|zu|auf|am|an|im|in|bis|bei|aus|um|nach|et|ou|pour|avec|par|sur|à|au|aux|en|dans|de|du|des|y|o|para|con|por|a|al|del|hasta|e|com|em|no|na|até|ao|do|da|antes|avant|ohne|sans|sin|sem|seit|depuis|desde|el|le|la|los|las|les)$/iu;

/** A line of the sentence's first clause: at most ten words, which end with a whole word group. */
function cut(text: string, grammar: Grammar): string {
  const clause = ` ${text.replace(grammar.opening, "").slice(0, 240)}`
    .replace(obliged, " ")
    .replace(grammar.clause, "")
    .replace(grammar.auxiliary, "")
    .replace(/\sstatt$/i, "")
    .trim();
  // "El camión que llevaba el pedido se ha averiado": a line of one word leaves out what happened.
  const whole = text.replace(grammar.opening, "").trim();
  const line = trimmed(clause.split(/\s+/).length < 2 && whole.length < 120 ? whole : clause, grammar);
  // A line without the negation of its clause would say the opposite.
  if (!negation.test(clause) || negation.test(line)) return line;
  if (clause.length <= longestDenied) return clause;
  const denied = /\S+\s+$/u.exec(clause.slice(0, negation.exec(clause)?.index ?? 0))?.[0] ?? "";
  const rest = clause.slice(clause.search(negation));
  return rest.length < 30 ? `${line} … ${denied}${rest}` : "";
}

const longestDenied = 90;
const negation =
  /(?<!\p{L})(?:nicht|nichts|kein\p{L}{0,2}|nie|niemals|pas|jamais|aucune?|no|nunca|ningun[oa]?|ningún|(?<=(?:n['’]|\sne\s)\p{L}{1,12}\s)plus|não|nenhuma?|jamais)(?!\p{L})/iu;
/** "La entrega tiene que ser el lunes": the verb says only that it must be. */
const obliged =
  /\s(?:tiene que|tienen que|debe|deben|deberá|tem de|tem que|têm de|têm que|deve|devem)\s(?:ser|estar)(?=\s)/iu;

function trimmed(text: string, { open }: Grammar): string {
  const words = text.split(/\s+/);
  let end = Math.min(words.length, mostWords);
  const isLong = () => words.slice(0, end).join(" ").length > mostCharacters;
  if (words.length > mostWords || isLong()) {
    if (isLong()) while (end > 3 && isLong()) end--;
    const most = end;
    // "9 de marzo" is one group.
    const isJoint = () => joint.test(words[end] ?? "") && !/^\d{1,2}$/.test(words[end - 1] ?? "");
    while (end > 3 && !isJoint()) end--;
    if (end === 3 && !isJoint()) end = most;
  }
  let line = words.slice(0, end).join(" ");
  // "am 9." without its month, or a preposition at the end, is cut off.
  for (let i = 0; i < 5; i++)
    line = line
      .replace(/(?<!\b\p{L})[\s.,;:!?]+$/u, "")
      .replace(open, "")
      .replace(end < words.length ? /\s\d{1,2}\.?$/u : /$^/u, "");
  return line;
}

/** The first requested thing, and as many others of the list as fit on the line. */
function listOf(text: string, grammar: Grammar): string {
  const [first = "", ...others] = text.split(/[,;]\s+(?=[\p{L}\d])/u);
  let line = cut(first, grammar);
  if (!first.replace(/[.!?\s]+$/, "").endsWith(line.slice(-6))) return line;
  for (const other of others) {
    const more = cut(other, grammar);
    if (
      !more ||
      more.split(/\s+/).length > 6 ||
      /^(?:sonst|damit|weil|sinon|afin|car|para que|porque|pois|si no|senão|ich|wir|je|nous)(?![\p{L}])/iu.test(other)
    )
      break;
    const longer = `${line}, ${more}`;
    if (longer.length > mostCharacters) break;
    line = longer;
  }
  return line;
}
