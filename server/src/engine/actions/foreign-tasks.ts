// Requests and promises in German, French, Spanish, Portuguese, Hindi and Hinglish. The task keeps the words of the mail.
import type { Language } from "../text/language.ts";
import type { Task } from "./task.ts";

export type TaskLanguage = "de" | "fr" | "es" | "pt" | "hi" | "hinglish";

type Forms = {
  /** A request; the first group that matched is the task. */
  asks: RegExp[];
  /** A promise of the sender; the first group is the task. */
  promises: RegExp[];
  /** Polite words, which are no task. */
  courtesy: RegExp;
  /** A second request after "and". */
  next: RegExp;
};

const forms: Record<TaskLanguage, Forms> = {
  de: {
    asks: [
      /\b(?:kannst|könntest|können|könnten|würdest|würden|magst)\s+(?:du|sie|ihr)\s+(.+?)\s*\?/iu,
      /\b(?:bitte|bitten|ersuchen?)\s+(?:wir\s+|ich\s+)?(?:sie|dich|euch)\b,?\s*(?:(?:daher|hiermit|dringend|höflich|nochmals|freundlich)\b,?\s*)*((?!um\s).+?(?:\szu\s\p{Ll}+en|\p{Ll}zu\p{Ll}+en)\b.*)$/iu,
      /\bbitte\s+(.+)$/iu,
      /(?:^|[,;]\s+)((?:gib|gebt|schick|schickt|sag|sagt|meld|meldet|ruf|ruft|bring|bringt)\s(?:mir|uns|dich|euch|ihm|ihr)\s.+)$/iu,
      /^((?:das|es)\smüssten?\s(?:ich|wir)\s(?:bis|spätestens|vor)\s.+\swissen)[.!]?$/iu,
      /(?:^|\s)müssten?\s((?:die|der|das|alle|unsere?|eure?|ihre?)\s[^,]{3,60}?\s(?:frei|fertig|bereit|leer|offen|geräumt|zugänglich)\ssein)[.!]?$/iu,
      /^(.*\bmüsste(?:n)?\s(?:ich|wir)\s(?:es|das)\s(?:bis|spätestens|vor)\s.+\swissen)[.!]?$/iu,
      /\b(?:denk|denkt|denken sie)\s+(?:bitte\s+)?(?:dran|daran),?\s+(.+)$|\b(?:vergiss|vergesst|vergessen sie)\s+(?:bitte\s+)?nicht,?\s+(.+)$/iu,
      /\b(?:wir|ich)\s+(?:benötigen?|brauchen?|bräuchten?)\s+(?:(?:von\s+(?:ihnen|dir|euch)|noch|dafür|dazu|hierfür|bitte|dringend|also|jetzt)\s+)*(.+)$/iu,
      /(?<!\p{L})(?:benötigen?|brauchen?|bräuchten?)\s+(?:ich|wir)\s+(?:(?:von\s+(?:ihnen|dir|euch)|noch|dafür|dazu|hierfür|bitte|dringend|also|jetzt)\s+)*(.+)$/iu,
      /\b(?:du musst|du solltest|sie müssen|sie sollten|ihr müsst|wir müssen|wir sollten)\s+(.+)$/iu,
      /^((?:die|der|das|alle)\s.+\s(?:muss|müssen|ist|sind)\s.*\bbis\b.+)$/iu,
      /^([\p{Lu}][^.]*\bsteht noch aus\b.*)$/u,
      /^((?:die|der|das|ihre?|deine?|eure?)\s\p{Lu}\p{L}*(?:zahlung|formular|vertrag|liste|unterlagen|bestätigung|rückmeldung|gebühr|miete)[^,]{0,30}?)\s(?:ist|sind)\s(?:noch nicht|bisher nicht|bis heute nicht)\s(?:da|eingegangen|angekommen|bei uns)/iu,
      /(?:^|\s)(?:fehlt|fehlen)\s+(?:mir |uns )?noch\s+(.+)$/iu,
    ],
    promises: [
      /\bich\s+((?:kümmere|kläre|schicke|sende|rufe|erledige|prüfe|übernehme|melde|bestelle|buche|organisiere|bereite|informiere|spreche|frage|liefere|erstelle|schreibe|reserviere|besorge)\b.+)$/iu,
      /\bich werde\s+(.+)$/iu,
      /^((?:die|den|das|eine?n?)\s[^,]{3,60}?\s(?:mache|übernehme|erledige|schicke|bestelle|kläre|bringe|organisiere|buche|hole|prüfe|liefere)\sich\b.*)$/iu,
      /\bwir\s+((?:schicken|senden|liefern|bringen|holen|bestellen|erstellen|prüfen|klären|melden uns|kümmern uns)\b.+)$/iu,
    ],
    courtesy:
      /\bbrauchen? (?:ich |wir )?(?:ungefähr |etwa |ca\.? |rund |mindestens |nur |noch |dafür |dann |jetzt |nun |wohl |also )*(?:\d+|eine?n?|zwei|drei|vier|fünf|sechs|halben?) (?:minuten?|stunden?|tage?n?|wochen?)\b|\bbitte\s+(?:keine?n?\b|nicht\b|beachten|entschuldige|verzeih|nicht antworten|antworten sie nicht|zögern|haben sie verständnis)|^anbei|finden sie anbei|\bich werde (?:mich freuen|sein|im urlaub)|melden sie sich gerne|bei (?:rück)?fragen|\bwir (?:müssen|sollten)\b.*\b(?:entscheiden|wissen|planen)\b|\b(?:müssen|musst|müsst|brauchen|brauchst) (?:sie |du |ihr )?(?:nichts|nicht)\b|nichts (?:zu tun|weiter zu)/iu,
    next: /,?\s+und\s+bitte\s+|\s+und\s+(?=\p{Ll}{4,}\s+(?:den|die|das|dem|einen|eine|ein|mir|uns|ihm|ihr|sie|bitte|alle)\b)/iu,
  },
  fr: {
    asks: [
      /\b(?:pourriez|pouvez|peux|pourrais|voulez|veux)-(?:vous|tu)\s+(.+?)\s*\?/iu,
      /\b(?:tu peux|tu pourrais|vous pouvez|vous pourriez)\s+(.+?)\s*\?/iu,
      /^(?:et\s+|aussi\s+)?((?:confirmez|envoyez|dites|donnez|transmettez|renvoyez|précisez|indiquez|rappelez|tenez|faites|apportez|montrez)-(?:moi|nous)\s.+)$/iu,
      /\bmerci\s+(?:également\s+|aussi\s+|donc\s+)?(?:de\s+|d['’])(?!avance|avoir|votre|ton|vos)(.+)$/iu,
      /\b(?:veuillez|prière de|n['’]oubliez pas (?:de\s|d['’])|n['’]oublie pas (?:de\s|d['’])|pensez à|pense à|(?:je|nous) vous (?:prie|prions|demande|demandons|saurais gré|serais reconnaissante?) (?:de\s|d['’])|vous devez|vous devrez|tu dois|il faudrait|il faut(?! que| (?:le|la|les|l['’]|en|y) ?\p{L}+)|nous devons|on doit)\s*(.+)$/iu,
      /\b(?:j['’](?:ai|aurais)|nous (?:avons|aurions))\s+(?:encore\s+|aussi\s+|également\s+)?besoin\s+(?:de\s+|d['’]|que vous\s+)(.+)$/iu,
      /^((?:l['’]|le |la |les |votre |vos )(?:acompte|paiement|virement|règlement|contrat|facture|formulaire|liste|documents?|dossier|attestation)[^,]{0,30}?)\sn['’](?:est|a|ont|sont)\s(?:toujours |encore )?pas\s(?:encore |toujours )?(?:arrivée?s?|été)/iu,
      /^si\s+vous\s+(?:me|nous|m['’])\s?((?:confirm|envoy|transmet|donn)\p{L}+\s[^,]*(?:avant|d['’]ici)\s[^,]+),/iu,
      /^sans\s+(?:le |la |un |une |votre |l['’])?([^,]{3,50}?\s(?:avant|d['’]ici)\s[^,]{3,25}),\s/iu,
      /\bil\s+(?:me|nous)\s+(?:faut|faudrait|manque)\s+(?:encore\s+)?(.+)$/iu,
      /\b(?:je|nous) (?:demande|demandons|réclame|réclamons|exige|exigeons)\s+(?:aussi\s+|donc\s+)?((?:une?|le|la|les|l['’]).+)$/iu,
      /\b(?:s['’]il (?:vous|te) pla[iî]t|svp|stp),?\s+(.+)$/iu,
    ],
    promises: [
      /(?<!\b(?:où|que|depuis|dont)\s)\bje\s+(?!m['’]occupe (?:surtout|principalement|actuellement|essentiellement))((?:m['’]occupe|me charge|vais|vous envoie|t['’]envoie|prépare|appelle|réserve|contacte|vérifie|rédige|transmets|prends|passe|fais)\s+.+)$/iu,
      /\bje\s+((?:vous\s|te\s|l['’]|le\s|la\s|les\s)?\p{L}+(?:erai|irai|drai|rrai)\b.+)$/iu,
      /\bnous\s+((?:vous\s|te\s|les?\s|la\s)?\p{L}+(?:erons|irons|drons|rrons)\b.+)$/iu,
    ],
    courtesy:
      /(?:mes|nos|l['’]expression de (?:mes|nos)) (?:sincères |meilleures |respectueuses )?salutations|sentiments (?:distingués|respectueux)|\bagréer\b|je vous (?:demande|prie de m['’]) ?(?:pardon|excuser)|de (?:nous|m['’]) ?excuser|veuillez (?:agréer|recevoir|trouver|noter|croire|nous excuser)|trouverez ci-joint|n['’]hésitez pas|merci (?:de|pour) votre|je (?:serai|vais bien|vais être)|ne pas (?:y )?répondre|merci de ne pas|\bnous devons (?:décider|savoir|nous décider)|\b(?:rien à faire|ne devez rien|n['’]avez pas (?:à|besoin)|n['’]est pas nécessaire)/iu,
    next: /\s+et\s+(?:de\s+|d['’])?(?=\p{Ll}{4,}\s+(?:le|la|les|un|une|mon|ma|mes|votre|vos|nous|moi)\b)/iu,
  },
  es: {
    asks: [
      /(?:¿|\b)(?:puedes|podrías|puede|podría|pueden|podrían|podéis|podríais)\s+(?!ser\b)(.+?)\?/iu,
      /\b(?:por favor|favor de|(?:te|le|les|os)\s+(?:ruego|rogamos|pido|pedimos|agradecería|agradeceríamos|agradezco)(?:\s+que)?|se ruega|rogamos)\s*,?\s*(.+)$/iu,
      /\bnecesit(?:o|amos|aría|aríamos)\s+(?!\p{L}+(?:ar|er|ir)\s)(?:que\s+)?(.+)$/iu,
      /\b(?:tienes|tiene|tienen|tenéis|tenemos|tendr[íi]a[sn]?|tendríais|tendríamos|hay)\s+que\s+(?!ser\b|estar\b|llegar\b)(.+)$|\b(?:debes|debe|deben|debemos|deberías|debería|deberíamos)\s+(?!ser\b)(.+)$/iu,
      /\bno\s+(?:te\s+)?olvid(?:es|e|en|éis)\s+(?:de\s+)?(.+)$|\brecuerd(?:a|e|en|ad)\s+(?!que\b)(.+)$/iu,
      /^(?:falta|faltan)\s+(.+)$/iu,
      /\b(?:nos|me|aún|todavía)\s+(?:nos |me )?faltan?\s+((?:el|la|los|las|una?|dos|tres|tu|su|vuestr[oa]s?)\s.+)$/iu,
      /\b(?:me|nos)\s+(?:har(?:á|án|ía|ían)|hacen?)\s+falta\s+(.+)$/iu,
      /^((?!adjunt)\p{L}{3,}(?:ad|ed|id)\s(?:sobre todo|bien|por favor|los|las|el|la|un|una|vuestr[oa]s?)\s.+)$/iu,
      /^si\s+(?:me|nos)\s+((?:confirm|envi|env[ií]|mand|pas)\p{L}+\s[^,]*(?:antes|hasta)\s[^,]+),/iu,
      /^((?:el|la|los|las|vuestr[oa]|su)\s(?:anticipo|pago|señal|factura|contrato|documentos?|lista|formulario)[^,]{0,30}?)\s(?:aún |todavía )?no ha(?:n)? (?:llegado|sido)/iu,
      /^sin\s+(?:el|la|los|las|un|una|su|tu)?\s*([^,]{3,50}?\santes\s[^,]{3,25}),\s/iu,
      /^(?:y\s+)?((?:dime|dinos|dígame|díganos|decidme|decidnos|avísame|confírmame|confírmanos|dame|danos|mándame|mándanos|envíame|envíanos|pásame|pásanos)\s.+)$/iu,
      /(?:^|[,;]\s*(?:así que\s+|y\s+|por eso\s+)?)((?:env[ií]a|manda|tr[aá]e|av[ií]sa|confirma|ll[aá]ma|pasa|devuelve)(?:me|nos)\s.+?)(?:,?\s+por favor)?[.!]?$/iu,
      /(?<!no\s)\b(?:exij?o|exigimos|reclamo|reclamamos|quiero|queremos)\s+((?:una?|el|la|los|las|mi|que me)\s.+)$/iu,
    ],
    promises: [
      /\b(?:yo\s+)?((?:me encargo|me ocupo|voy a|te envío|le envío|les envío|os envío)\s.+)$/iu,
      /\b(?:yo\s+)?((?:te\s|le\s|les\s|os\s|lo\s|la\s)?\p{Ll}{2,}(?:aré|eré|iré|aremos|eremos|iremos)\s.+)$/iu,
    ],
    courtesy:
      /no dude|quedo a|quedamos a|^(?:le |te |les |os )?adjunt[oa]|encontrar\p{L}* adjunt|(?:pido|pedimos|ruego|rogamos) (?:que (?:me|nos) )?disculp|le saluda|agradezco de antemano|no responda|tenga en cuenta|en caso de duda|\bestaré\b|\bseré\b|\bno (?:tienes?|tienen|hay|debes?|hace falta|es necesario|necesitas?)\s.*|\b(?:tenemos|tengo) que (?:decidir|saber)/iu,
    next: /\s+y\s+(?=\p{Ll}{4,}(?:me|nos|le|les)?\s+(?:el|la|los|las|un|una|su|sus|tu|tus|mi|al)\b|\p{Ll}{3,}(?:ame|anos|eme|enos|arme|arnos)\b)/iu,
  },
  pt: {
    asks: [
      /\b(?:podes|pode|poderia|podem|poderiam|podias|consegues|consegue)\s+(?!ser\b)(.+?)\?/iu,
      /\b(?:por favor|(?:pe[çc]o|pedimos|solicito|solicitamos|agrade[çc]o|agradecemos)(?:-te|-lhe|-lhes)?(?:\s+que)?|favor)\s*,?\s*(.+)$/iu,
      /\b(?:preciso|precisamos|precisava|precisaria|precisaríamos)\s+(?!\p{L}+(?:ar|er|ir)\s)(?:que\s+(?:você|vocês|tu|o senhor|a senhora)\s+|que\s+|de\s+|do\s+|da\s+|dos\s+|das\s+)?(.+)$/iu,
      /\b(?:tens|tem|têm|temos)\s+(?:de|que)\s+(?!ser\b|estar\b|chegar\b)(.+)$|\b(?:deves|deve|devem|devemos)\s+(?!ser\b)(.+)$/iu,
      /\bnão\s+(?:te\s+|se\s+)?esque[çc](?:as|a|am)\s+(?:de\s+)?(.+)$/iu,
      /^(?:falta|faltam)\s+(.+)$/iu,
      /\b(?:ainda|nos|me|também)\s+(?:nos |me )?faltam?(?:-me|-nos)?\s+((?:os?|as?|uma?|dois|duas|três|seus?|suas?|teus?|tuas?)\s.+)$/iu,
      /(?:^|[,;]\s*(?:e\s+)?)((?:envi|mand|diz|dig|avis|confirm|traz|trag|lig|pass|devolv)\p{L}{0,3}-(?:me|nos)\s.+)$/iu,
      /(?<!não\s)\b(?:exijo|exigimos|reclamo|reclamamos|quero|queremos)\s+((?:uma?|o|a|os|as|que me)\s.+)$/iu,
    ],
    promises: [
      /\b(?:eu\s+)?((?:trato|cuido|encarrego-me|ocupo-me)\s+d.+)$/iu,
      /(?:^|\s)((?:lhe\s|te\s)?(?!(?:ter|est|ser|pod|fic|respond|volt|regress|retorn)\p{Ll})\p{Ll}{3,}(?:arei|erei|irei|aremos|eremos|iremos)(?:-(?:lhe|te|vos))?\s.+)$/iu,
      /\b(?:eu\s+)((?:vou|envio|ligo|preparo|marco|reservo|falo|faço)\s+.+)$|^(vou\s+.+)$/iu,
    ],
    courtesy:
      /não hesite|(?:segue|seguem|vai|vão|envio|enviamos|consta|encontra)\p{L}*\s.{0,40}em anexo|pe[çc]o (?:desculpas?|perdão)|(?:tem|têm) (?:de|que) saber|(?:deve|devem) (?:ficar|ser|estar|chegar|custar|dar|levar|sair|ter|haver|durar)(?!\p{L})|fico (?:ao|à|a) |agradeço desde já|não responda|\bvou estar\b|\bvou de férias\b|\bnão (?:tens?|têm|tem de|deves?|precisas?|precisa|é necessário|é preciso)\s|\b(?:temos|tenho) (?:de|que) (?:decidir|saber)/iu,
    next: /\s+e\s+(?=\p{Ll}{4,}(?:-me|-nos|-lhe)?\s+(?:o|a|os|as|um|uma|ao|à)\b|\p{Ll}{3,}-(?:me|nos|lhe)\b)/iu,
  },
  hi: {
    asks: [
      /कृपया\s+([^।]{2,80}?(?:बताएं|बताएँ|बताइए|बता दें)\s+कि\s+[^।]+)/u,
      /(?:कृपया\s*)?([^।]+(?:भेजें|करें|दें|बताएं|बताएँ|दीजिए|कीजिए|लें|रखें|लाएं|लाएँ|भेजिए|बताइए|लाइए|आइए|कीजिएगा|दीजिएगा|आएं|आएँ|देना|करना|भेजना|दो|करो|भेजो))\s*[।?!.]?$/u,
    ],
    promises: [/मैं\s+([^।]+(?:ूंगा|ूंगी|ूँगा|ूँगी|ूंगा।|ऊंगा|ऊंगी|ऊँगा|ऊँगी))\s*[।.]?$/u],
    courtesy:
      /[?？]|(?:हम|मैं) चाहत\p{M}*\p{L}* (?:हैं|हूँ|हूं) कि|^\s*(?:कृपया\s+)?(?:\S+\s+){1,4}तक\s+(?:बताएं|बताएँ|बताइए|बता दें)\s*[।.]?$|^\s*(?:कृपया\s+)?(?:बताइए|बताएं|बताएँ|बताइये)\s*$|(?:बताइए|बताएं|बताएँ|बताइये)\s*:|संपर्क करें|धन्यवाद|ध्यान दें|(?:न|ना|मत) (?:दें|करें|भेजें)|^\s*जवाब दें/u,
    next: /\s+और\s+/u,
  },
  hinglish: {
    asks: [
      /^(?:please\s+|pls\s+)?(.+\b(?:do|dena|dijiye|dijiyega|karna|karo|karein|kijiye|rakhna|rakho|lena|lo|bhejna|bhejo|bhejiye|batana|batao|bataiye|dekhna|dekho|dekh|lana|aana|kar(?:\s+(?:do|dena|lo|lena|dijiye)))\b(?:\s+(?:please|pls|na|ji|yaar))?(?:\s+(?:aaj|kal|parso|\p{L}+)(?:\s+\p{L}+)?\s+(?:tak|se pehle))?)\s*[.!]?$/iu,
    ],
    promises: [
      /\b(?:main|mai|mein)\s+(.+\b\p{L}+(?:unga|ungi|oonga|oongi|dunga|dungi)\b.*)$/iu,
      /^(.+\s\p{L}+\s(?:dunga|dungi|doonga|doongi)\b.*)$/iu,
    ],
    courtesy: /\b(?:shukriya|dhanyavaad|dhanyawad|kya|kab|kahan|kaun)\b/iu,
    next: /,?\s+aur\s+|,\s+/iu,
  },
};

/** The language whose requests are read here; undefined for English and for languages that the engine does not read. */
export const taskLanguageOf = (language: Language): TaskLanguage | undefined =>
  Object.hasOwn(forms, language) ? (language as TaskLanguage) : undefined;

/** "कोटेशन भेज दीजिए, क्योंकि …", "list bhej dena, warna …" */
const reasonBehind = /,?\s+(?:क्योंकि|ताकि|वरना|नहीं तो|kyunki|kyonki|kyuki|warna|taaki|uske bina)(?![\p{L}\p{M}]).*$/iu;

/** The tasks of one sentence, in the words of the mail. */
export function foreignTasksIn(sentence: string, language: TaskLanguage): Task[] {
  const text = pleaseFirst(sentence.replace(/\s+/g, " ").trim().slice(0, 500).replace(reasonBehind, ""));
  const { asks, promises, courtesy, next } = forms[language];
  if (!text || courtesy.test(text) || openQuestion.test(text) || threat.test(text) || leave.test(text)) return [];
  const partsOf = (found: string) =>
    // In Hindi the verb stands at the end: without one, "और" joins two things of one task.
    (language === "hi" ? splitClauses(found, asks) : found.split(next))
      .flatMap((part) => (language === "hi" ? part : thingsIn(part)))
      .filter((part) => part.trim().split(/\s+/).length >= 2);
  if (language === "hinglish")
    return text.split(next).flatMap((part): Task[] => {
      const told = /^(?:aap\s+)?(.*\btak\s.{0,20}\bbata(?:iye|o|\s(?:do|dena|dijiye))\s+ki\s.+)$/iu.exec(part)?.[1];
      if (told) return [{ text: told, who: "addressee" }];
      const wanted = /^(.{4,60}?)(?:\s+bhi)?\s+chahiye(?:\s+(?:hoga|hogi|tha))?\s*[.!]?$/iu.exec(part)?.[1];
      if (wanted && !/\b(?:hona|karna|jaana|milna|rehna|dena)$/iu.test(wanted))
        return [{ text: `${wanted} bhejna`, who: "addressee" }];
      const asked = tellsOnly.test(part) ? undefined : firstGroup(asks, part);
      if (asked && (isDenied.test(asked) || onlyTells.test(asked))) return [];
      if (asked && asked.split(" ").length >= 2) return [{ text: asked, who: "addressee" }];
      const promised = firstGroup(promises, part);
      return promised ? [{ text: promised, who: "sender" }] : [];
    });
  const asked = firstGroup(asks, text);
  if (asked && tells.test(trimmed(asked))) return [];
  if (asked) return partsOf(withoutReason(trimmed(asked))).map((part) => ({ text: trimmed(part), who: "addressee" }));
  const third = thirdPersonIn(text, language);
  if (third) return [third];
  const promised = isCase.test(text) ? undefined : firstGroup(promises, text);
  return promised && !isNews.test(promised) ? [{ text: trimmed(promised), who: "sender" }] : [];
}

const doers: Partial<Record<TaskLanguage, string>> = {
  de: "schickt|sendet|bestellt|ruft|klärt|prüft|übernimmt|kümmert|organisiert|bucht|erstellt|holt|bringt|spricht|fragt|besorgt|schreibt|informiert|bereitet|meldet|reserviert|liefert|macht|plant|sammelt",
  fr: "envoie|commande|appelle|prépare|vérifie|réserve|contacte|organise|rédige|apporte|prend|achète|transmet|imprime|relance|demande|récupère|cherche|fait|paie|répare|installe",
  es: "envía|manda|encarga|llama|prepara|revisa|reserva|contacta|organiza|redacta|trae|compra|pide|imprime|recoge|busca|hace|paga|repara|instala|confirma|avisa",
  pt: "envia|manda|encomenda|liga|prepara|verifica|reserva|contacta|contata|organiza|redige|traz|compra|pede|imprime|recolhe|busca|faz|paga|repara|instala|confirma|avisa|monta",
};

/** "Thibault commande le carrelage avant vendredi": what another person does, as minutes say it. */
function thirdPersonIn(text: string, language: TaskLanguage): Task | undefined {
  const verbs = doers[language];
  if (!verbs || /[?？]/.test(text)) return undefined;
  const [, name = "", what = ""] =
    new RegExp(
      `^(?:(?:et|und|y|e)\\s+)?(?:(?:der|die|o|a|el|la)\\s)?(\\p{Lu}\\p{Ll}+(?:\\s\\p{Lu}\\p{Ll}+)?)\\s((?:${verbs})\\s.+)$`,
      "u",
    ).exec(text) ?? [];
  if (
    !name ||
    /^(?:Wer|Qui|Quién|Quem|On|Il|Elle|Ich|Wir|Sie|Er|Es|Man|Das|Die|Der|Ella|Ele|Ela|Él|Se|Si|Wenn)$/.test(name)
  )
    return undefined;
  return { text: trimmed(what), who: "named", name, isThirdParty: true };
}

/** "Nous arriverons vers 23 h" tells what will be, and promises no work. */
const isNews =
  /^(?:(?:nous|je|lo|la|le|les)\s)?(?:arriver|partir|ser|estar|estaré|aur|viendr|repartir|rester|restar|llegar|saldr|tendr|vendr|ir|chegar|sair|estar|ficar|ter|pourr|podr|poder|devr|deber|saur|sabr|attendr|esperar|acceptar|aceptar|aceitar|pagar|paier|vivr)\p{L}{0,7}(?:ai|ons|é|emos|ei|mos)(?!\p{L})/iu;

const lacking: Partial<Record<TaskLanguage, { lead: RegExp; task: (item: string) => string }>> = {
  de: {
    lead: /(?:fehl(?:t|en)(?: (?:mir|uns))?(?: noch)?|(?:brauche|brauchen|benötige|benötigen)(?: (?:ich|wir))?(?=[^.?!]{0,40}(?:unterlagen|dokumente|belege|angaben|nachweise|papiere)))(?!\p{L})[^.?!]{0,60}$/iu,
    task: (item) => `${item} schicken`,
  },
  fr: {
    lead: /(?:il (?:me |nous )?manque|manquent|(?:il (?:me|nous) faut|(?:j['’]ai|nous avons) (?:encore )?besoin)(?=[^.?!]{0,40}(?:documents|pièces|justificatifs|informations|papiers)))(?!\p{L})[^.?!]{0,60}$/iu,
    task: (item) => `Envoyer ${item}`,
  },
  es: {
    lead: /(?:(?:me |nos )?faltan?|necesit(?:o|amos)(?=[^.?!]{0,40}(?:documentos|papeles|datos|informaci)))(?!\p{L})[^.?!]{0,60}$/iu,
    task: (item) => `Enviar ${item}`,
  },
  pt: {
    lead: /(?:falta[mn]?(?:-me|-nos)?|precis(?:o|amos) (?:de|d[oa]s?)(?=[^.?!]{0,40}(?:documentos|dados|informa)))(?!\p{L})[^.?!]{0,60}$/iu,
    task: (item) => `Enviar ${item}`,
  },
};

/** How an item of a list is asked for, if the line above it says that the items are missing: "faltam-me os seguintes documentos". */
export const lackedIn = (lead: string, language: TaskLanguage): ((item: string) => string) | undefined =>
  lacking[language]?.lead.test(lead.replace(/[:：\s]+$/, "")) ? lacking[language]?.task : undefined;

/** "Si je ne reçois rien avant vendredi, je demande le remboursement." */
const threat =
  /^(?:si|s['’]il|wenn|falls|sofern|se|caso)\s.*,\s*(?:je (?:demande|réclame|exige)|nous (?:demandons|réclamons|exigeons)|exijo|exigimos|reclamo|reclamamos|quiero|quero)\s/iu;

/** "please bata do" behind a question is answered by the reply. */
const onlyTells = /^(?:please |pls |mujhe )*(?:bata|batao|bataiye|batana)(?: (?:do|dena|dijiye|dijiyega|na))?$/iu;

/** "Do boxes kam hain", "wo agle hafte aayenge" tell, and ask for nothing. */
const tellsOnly = /(?<!\p{L})(?:hai|hain|tha|thi|the|gaya|gayi|gaye|\p{L}+(?:enge|engi|ega|egi|unga|ungi))\W*$/iu;

/** A task that must not be done: "Order cancel nahi karna". */
const isDenied = /\s(?:nahi|nahin|nhi|mat)\s\p{L}+(?:\s\p{L}+)?$/iu;

/** An announcement under a condition, which is no task: "Si vous ne pouvez pas, je demanderai à mon voisin." */
const isCase = /^(?:si|s['’]il|wenn|falls|sofern|se|caso)\s/iu;

/** A question about what others may do: "A tripulação pode dormir a bordo?" */
const leave =
  /^[¿\s]*(?:[eyo]\s)?(?:os?|as?|el|la|los|las|uma?|una?|mis?|nuestr\p{L}+|noss\p{L}+|minhas?|meus?)\s[^,;:?]{2,50}?\s(?:pode|podem|poderiam?|pueden?|podrían?)\s[^?]*\?/iu;

/** "Schick mir bitte die Liste" becomes "bitte Schick mir die Liste", so that the task keeps its verb. */
const pleaseFirst = (text: string) =>
  text.replace(
    /(^|[,;:.]\s+|\s(?:y|e|et|und)\s)((?!(?:wenn|falls|si|se|dann|also|und|für|bis|am|im|pour|para|por|y|e|et|o|a|la|el|le|gracias|merci|danke|obrigad\p{L}|hola|hallo|olá|bonjour|ja|sim|sí|oui|ich|wir|je|nous)\s)[\p{L}][\p{L}'’-]{2,}\s(?:(?:sie|mir|uns|ihm|ihr|ihnen|mich|me|moi|nous|nos|lhe|le)\s){0,2})(bitte|por favor|s['’]il (?:vous|te) pla[iî]t),?\s+(?=\S)/giu,
    "$1$3 $2",
  );

/** ", weil es dann in Druck geht", ", sinon le délai repart à zéro": why, not what. */
const withoutReason = (text: string) =>
  text.replace(
    /,\s+(?:weil|da(?=\s(?:wir|ich|es|sonst))|denn|sonst|ansonsten|damit|car|parce que|sinon|sans quoi|afin que|porque|ya que|si no\b|de lo contrario|pois|senão|caso contrário|já que)\s.*$/iu,
    "",
  );

/** "Nous les envoyer", "me las mandarais": the things were named before, and this says when. */
export const isHandover = (text: string): boolean => handover.test(text);
const handover =
  /^(?:(?:nous|me|m['’]|vous)\s?)?(?:les|la|le|l['’]|tout)?\s?(?:envoyer|transmettre|retourner|renvoyer|fournir|adresser|faire parvenir)(?:\s(?:avant|d['’]ici|pour|le|au plus tard|dès|par)(?!\p{L}).{0,40})?$|^(?:me |nos )?(?:l[aeo]s? )?(?:mand|env[ií]|hagáis llegar|haga llegar)\p{L}*(?:\s(?:antes|para|hasta|el|por)(?!\p{L}).{0,40})?$|^(?:me |nos )?(?:(?:mandar|enviar|passar|entregar)(?:-(?:me|nos|os|as|los|las|mos|mas))?)(?:\s(?:tudo|isso|até|antes|para|na)(?!\p{L}).{0,40})?$|^(?:(?:sie|es|ihn|alles|das|diese|die)\s)?(?:(?:mir|uns)\s)?(?:(?:sie|es|ihn|alles|das|diese|die)\s)?(?:bis|vor|spätestens)\s.{2,30}\s(?:zu)?(?:zu)?(?:schicken|senden|zusenden|zukommen lassen)$/iu;

/** "Pouvez-vous me dire si …" is answered by the reply, and "tout cela" sums up what was asked for. */
const tells =
  /^(?:aussi |también |também |auch |bitte |noch )*(?:(?:me|nous|m['’]) ?(?:dire|indiquer|préciser)|(?:decir|indicar)(?:me|nos)|(?:me|nos) (?:dizer|indicar)|(?:dizer|indicar)-(?:me|nos)|(?:mir|uns) (?:\p{L}+ ){0,2}sagen|(?:tout )?(?:cela|ça)|todo (?:esto|eso)|tudo (?:isto|isso)|das alles)(?!\p{L})/iu;

/** A question that asks for no deed: "¿A qué hora puede cargar el camión?" */
const openQuestion =
  /^[¿\s]*(?:(?:y|et|und|e|o)\s+)?(?:a qué hora|cuándo|cuánt[oa]s?|qué|quién|dónde|cómo|por qué|quand|à quelle heure|comment|pourquoi|quel(?:le)?s?|où|combien|wann|wie|warum|wieso|wo|welche[rsnm]?|quando|qua(?:l|is)|quant[oa]s?|onde|como|a que horas)(?![\p{L}]).*\?$/iu;

const article =
  "(?:l['’]|(?:les?|la|une?|el|los|las|una|un|o|a|os|as|um|uma|do|da|dos|das|die|der|das|den|eine?n?|deux|dos|zwei)\\s)";
const isThing = new RegExp(
  `^(?:(?:noch|bis|até|no prazo de|avant|d['’]ici|antes de|hasta)\\s[^,:]{0,24}?[,:]?\\s*)?${article}`,
  "iu",
);
const anotherThing = new RegExp(`,\\s+(?=${article})|\\s+(?:et|y|e|und)\\s+(?=${article}\\S+\\s+\\S)`, "iu");

/** "a planta e o termo de responsabilidade": each thing that is wanted is a task. */
/** "zwei Dinge: die Personenzahl und …" */
const countedThings =
  /^(?:zwei|drei|vier|deux|trois|quatre|dos|tres|cuatro|duas|dois|três|quatro|folgende|les|las|os|as)?\s?(?:dinge|sachen|punkte|angaben|unterlagen|choses|éléments|cosas|datos|coisas|dados)\s?:\s+/iu;

const thingsIn = (part: string) =>
  isThing.test(part.replace(countedThings, ""))
    ? part
        .replace(countedThings, "")
        .replace(/^no prazo de [^,]{2,20},\s*/iu, "")
        .split(anotherThing)
    : [part];

/** Splits at "और" if each part is a request of its own. */
function splitClauses(text: string, asks: RegExp[]): string[] {
  const parts = text.split(/\s+और\s+/u);
  return parts.every((part) => asks.some((ask) => ask.test(part))) ? parts : [text];
}

/** "… den Vertrag, bitte bis zum 6. März": the words after "bitte" are only a date. */
const isDateAlone =
  /^(?:(?:noch|schon|spätestens)\s)?(?:bis|am|vor|avant|d['’]ici|antes|hasta|até)(?!\p{L})[^,;]{0,24}$/iu;

function firstGroup(patterns: RegExp[], text: string): string | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    const found = match?.slice(1).find((group) => group !== undefined);
    if (found && /\p{L}{2}/u.test(found) && !isDateAlone.test(found.trim())) return found;
  }
  return undefined;
}

const trimmed = (text: string) =>
  text
    .replace(/^(?:bitte|auch|außerdem|noch|mal|kurz|aussi|également|bien|también|además|também|ainda)\s+/iu, "")
    .replace(/[\s.!?;,]+$/u, "")
    .trim();
