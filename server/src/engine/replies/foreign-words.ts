// The words by which a mail in one of the replied languages asks, invites, thanks or complains, and by which it needs care.
import type { RepliedLanguage } from "../sentences/foreign-replies.ts";

type ByLanguage<Value> = Record<RepliedLanguage, Value>;
const never = /(?!)/;

/** `asks`: questions without a mark; `politely`: requests in the form of a question; `meets`: questions about a time. */
export const questionWords: ByLanguage<{ asks: RegExp; politely: RegExp; meets: RegExp; until: RegExp }> = {
  de: {
    asks: /^(?:ich (?:wüsste|würde) gern|können sie mir sagen|mich würde interessieren)/iu,
    politely: /^(?:\p{L}+,\s+)?(?:könn(?:en|ten) sie|kannst du|könntest du|würden sie|würdest du|wären sie so)/iu,
    meets: /\b(?:passt|passen|treffen|termin|telefonieren|zeit|verfügbar|geht es|ginge|dabei)\b/iu,
    until: /\b(?:bis|spätestens|vor dem)\s+(?:zum\s+)?\S+$/iu,
  },
  fr: {
    asks: /(?:j'aimerais savoir|je voudrais savoir|pouvez-vous me dire)/iu,
    politely:
      /(?:tu peux|tu pourrais|vous pouvez|pourriez-vous|pouvez-vous|peux-tu|pourrais-tu|vous serait-il possible)/iu,
    meets: /(?:convien|rendez-vous|disponible|rencontrer|réunion|vous va|libre|appel)/iu,
    until: never,
  },
  es: {
    asks: /(?:quisiera saber|me gustaría saber|díganme|dime si|¿)/iu,
    politely: /(?:podr[ií]as?|podr[ií]an|puedes?|pueden|podéis|le importaría)(?!\s+(?:ser|haber)\b)(?!\p{L})/iu,
    meets: /(?:viene bien|le va|te va|reuni|cita|disponible|vernos|llamada|quedar)/iu,
    until: never,
  },
  pt: {
    asks: /(?:gostaria de saber|queria saber)/iu,
    politely: /(?:você pode|vocês podem|poderia|poderiam|pode me|podem me|podes|seria possível)/iu,
    meets: /(?:funciona|reuni|disponível|pode ser|encontr|marcar|ligação|dá para)/iu,
    until: never,
  },
  hi: {
    asks: /(?:क्या|कब|कितन[ाेी]|कौन|कहाँ|कहां|कैसे)[^।]{0,80}(?:है|हैं|होगा|होगी|दूं|दूँ|करूँ|करूं)\s*$/u,
    politely: /(?:क्या आप|आप)[^।?]{0,80}(?:सकते|सकती|सकेंगे|देंगे|दे सकते)/u,
    meets: /(?:मिल|बैठक|मीटिंग|आ सकते|आ पाएंगे|उपलब्ध|समय)/u,
    until: never,
  },
  hinglish: {
    asks: /\b(?:kya|kab|kitna|kitne|kahan|kaise|kaun)\b[^.!]{0,80}\b(?:hai|hain|hoga|hogi|pahunchega|karein|kya)\s*$/iu,
    politely: /\b(?:aap|tum)\b[^?]{0,80}\b(?:sakte|sakti|dege|doge|denge)\b/iu,
    meets: /\b(?:meeting|call|milte|mil sakte|aa payenge|aa sakte|aaoge|slot|ptm|baje)\b/iu,
    until: never,
  },
};

export const requestWords: ByLanguage<{ is: RegExp; not: RegExp }> = {
  de: {
    is: /\bbitte\b|(?<!\p{L})(?:benötigen?|brauchen?|bräuchten?|bitten?) (?:ich|wir)\b|\b(?:mir|uns) fehl(?:t|en)\b|(?<!\p{L})(?:denken|überweisen|vergessen|nehmen|lassen|kommen|sagen|machen|halten|füllen|unterschreiben) sie\b|^(?:schick|sag|gib|bring|ruf|meld|denk|nimm|lass|vergiss|komm|mach|leg)e? (?!ich\b|wir\b)\p{L}+|\b(?:wir|ich) (?:bitten?|benötigen?|brauchen?|bräuchten?|erwarten?|verlangen?|fordern?|möchten? (?!mich|ihnen|euch|dir|sie (?:einladen|informieren)))\b|\bfehl(?:t|en)\b.{0,20}\b(?:noch|uns)\b|\bnoch\b.{0,30}\bfehl(?:t|en)\b|\b(?:schicken|senden|geben|teilen|melden|rufen|bestätigen|prüfen|bringen) sie\b/iu,
    not: /\bbrauchen? (?:ich |wir )?(?:ungefähr |etwa |ca\.? |circa |rund |mindestens |höchstens |nur |noch |dafür )*(?:\d+|ein(?:e|en)?|zwei|drei|vier|fünf|sechs|halben?) (?:minuten?|stunden?|tage?n?|wochen?)\b|\bbitte (?:beachten|entschuldigen|haben sie verständnis|zögern|nicht auf diese|wenden sie sich)|\bbei (?:fragen|rückfragen)\b/iu,
  },
  fr: {
    is: /\bmerci (?:également|aussi|donc|en outre) de (?!votre|ton|vos)|\b(?:je (?:veux|souhaite|souhaiterais|voudrais)|nous (?:souhaitons|souhaiterions|voudrions|aimerions)|j['’](?:exige|aimerais)) (?!vous (?:remercier|informer)|remercier)|\b(?:pensez|pense) (?:bien )?à(?!\p{L})|n['’]oubli(?:ez|e) pas\b|\b(?:apportez|venez|prévoyez|faites|tenez|renvoyez|transmettez|envoie|dis|donne|rappelle|apporte)(?:-(?:moi|nous))?\b|\bil (?:me |nous )?(?:faudrait|faut)\b|\bje vous remercie de (?:me|nous|bien|m['’])|\bmerci d['’]\p{L}+er\b|\bmerci de (?!votre|ton|vos|m'avoir|nous avoir)|\bveuillez\b|s'il (?:vous|te) pla[iî]t|\bsvp\b|\bprière de\b|\b(?:j'attends|nous attendons) (?:votre|vos|le|la|les)\b|\b(?:j'ai|nous avons) besoin d|\b(?:je|nous) vous (?:prie|demande|prions|demandons|invit(?:e|ons) à)\b|\bil (?:me|nous) manque\b|\b(?:envoyez|confirmez|rappelez|dites|donnez|précisez)\b/iu,
    not: /\bveuillez (?:agréer|recevoir|trouver|noter|croire)|n'hésitez pas|\bbesoin d(?:e |')(?:\p{L}+(?:er|ir|re))\b/iu,
  },
  es: {
    is: /\bpor favor\b|^(?:recuerd[ae]|recuerden|recordad|tra(?:e|iga|igan|ed)|di(?:me|nos|ganos|game)|av[ií]s(?:a|e|ame|anos|eme|enos))(?!\p{L})|\bno (?:te |se )?olvid\p{L}+|\b(?:tien(?:e|es|en)|ten[eé]is) que\b|\bhace falta que\b|(?<!\bno )\b(?:quiero|queremos|exijo|exigimos) (?!agradecer|dar|felicitar)|\b(?:les?|os|te) (?:pedimos|pido|ruego|rogamos|agradecer[ií]a|solicit(?:o|amos))|\b(?:necesito|necesitamos) (?:que|el|la|los|las|su|tu|un|una)\b|\bsolicit(?:o|amos)\b|\b(?:env[ií]en(?:os|me)?|enviad(?:nos|me)?|env[ií]e(?:me|nos)?|env[ií]a(?:me|nos)|manda(?:me|nos)|conf[ií]rm(?:e|en|ad|enos|eme|ame)|ll[aá]m(?:eme|enos|ame))(?!\p{L})|(?:^|(?<=\b(?:me|nos|aún|todavía|solo|sólo) ))faltan?\b|\bagradecer[ií]a(?:mos)?\b/iu,
    not: /\bno dud(?:e|es|en)\b|\bsi tiene(?:s|n)? (?:alguna )?(?:duda|pregunta)/iu,
  },
  pt: {
    is: /\bpor favor\b|\bfavor\b|(?<!não )\b(?:quero|queremos|exijo|exigimos) (?!agradecer|dar)|\bsolicit(?:o|amos)\b|\bpe[çc](?:o|imos)\b|\bprecis(?:o|amos)(?: também| ainda| só)? (?:d[aeo]s?|que|do|da)\b|^(?:traga|tragam|traz|lembre-se|avis[ae]m?|diga|diz)(?:-(?:me|nos))?(?!\p{L})|\bnão se esqueça|\b(?:queria|gostaríamos de) (?!agradecer|saber)|\b(?:envi(?:e|em|a-me|e-nos)|mand(?:e|em|a)|confirm(?:e|em)|lig(?:ue|uem)|indi(?:que|quem))\b|\bgostaria (?:que|de receber)\b|(?:^|(?<=\b(?:me|nos|ainda|só) ))faltam?\b|\bfaltam?-(?:me|nos)\b|\bagradecia\b/iu,
    not: /\bnão hesite|\bqualquer dúvida|\bprecis(?:o|amos) de \p{L}+[aei]r\b/iu,
  },
  hi: {
    is: /कृपया|(?:भेज|कर|बता|दे|भिजवा|ला|पहुंचा)(?:ें|िए|िये|एं|एँ|इए| दें| दीजिए| दो)(?![\p{L}\p{M}])|चाहिए|ज़रूरत है|जरूरत है/u,
    not: /कृपया ध्यान दें|उत्तर न दें|संपर्क करें/u,
  },
  hinglish: {
    is: /\b(?:please|pls|plz|kripya)\b|\b(?:bhej|kar|bata|de|bana|dekh|le|dila|karwa)\s?(?:do|dena|dijiye|dijiyega|lo|lena|na|iye|o)\b|\bbatao\b|\bbataiye\b|\bkijiye\b|\bchahiye\b/iu,
    not: /\bplease note\b|\bnahi\b[^.?]{0,40}\bchahiye\b|^(?!.*\baap(?:ko)?\b)[^?]*\b\p{L}+na (?:hai|tha)\W*$|\b(?:hum|main|mai)\b[^?]*\bchaht[aei]\b/iu,
  },
};

/** Requests that the reply itself fulfils. */
export const replyWords: ByLanguage<RegExp> = {
  de: /(?:(?:brauche|bräuchte|benötige)n? (?:ich |wir )?(?:bitte )?(?:deine|eure|ihre|eine) (?:antwort|rückmeldung|zusage)|geben sie.{0,20}bescheid|um (?:kurze )?(?:rückmeldung|antwort)|bestätigen sie (?:bitte )?(?:uns |mir )?(?:kurz )?(?:ihre teilnahme|den termin)|melden sie sich)/iu,
  fr: /(?:confirmer (?:votre|ta) (?:présence|participation)|(?:me|nous) répondre|(?:votre|ta|une) réponse)/iu,
  es: /(?:confirm\p{L}* (?:su |tu |vuestra |la )?asistencia|(?:responder|contestar)\b|necesit(?:o|amos) (?:la|tu|su|vuestra) confirmación|(?:su|tu|vuestra|una) respuesta)/iu,
  pt: /(?:confirm\p{L}* (?:a )?(?:sua )?presença|dig[ao](?:-nos|-me)?\b.{0,40}\bse (?:vem|vêm|pode vir)|responder\b|(?:sua|tua|uma) resposta)/iu,
  hi: /(?:जवाब|उत्तर) (?:दें|दीजिए)|सूचित करें/u,
  hinglish: /\b(?:bata (?:dijiye|dena|do)|batao|bataiye|reply kar\w*|jawab d\w+)\b/iu,
};

type NatureSigns = Record<"loss" | "illness" | "complaint" | "invitation" | "thanks", RegExp>;
export const natureWords: ByLanguage<NatureSigns> = {
  de: {
    loss: /\b(?:verstorben|gestorben|beerdigung|trauerfeier|todesfall|beileid)\b/iu,
    illness: /\b(?:krankgeschrieben|im krankenhaus|bin krank|erkrankt|krankmeldung|operiert)\b/iu,
    complaint:
      /\b(?:beschwer(?!(?:en|t|ten|te) sich(?!\p{L}))\p{L}*|reklam\p{L}*|zu viel berechnet|enttäusch\p{L}*|defekt|kaputt|mangel\p{L}*|mängel\p{L}*|beschädigt|unzumutbar|gesprungen|zerbrochen|zerkratzt|schon (?:zweimal|dreimal|mehrfach|mehrmals)|niemand (?:meldet|geht|hat sich)|(?:geliefert|bekommen|erhalten|angekommen)\b[^.!?]{0,60}\bstatt|inakzeptabel|ärger\p{L}*|immer noch nicht)(?!\p{L})/iu,
    invitation:
      /\b(?:findet\b.{0,60}\bstatt|feiern (?:mit (?:uns|euch|dir|ihnen)|wir)|(?:bist du|seid ihr|sind sie)(?: auch)? dabei|ob (?:sie|du|ihr) (?:kommen|teilnehmen|kommst|kommt)|(?:freuen|freue)\b[^.]{0,20}\bwenn (?:sie|du|ihr) (?:\p{L}+ ){0,3}(?:kommen|kommst|kommt|dabei)|einladung(?!en)|lade[n]?\b.{0,40}\bein\b|eingeladen|laden wir)/iu,
    thanks: /\b(?:danke|vielen dank|herzlichen dank|dankbar)\b/iu,
  },
  fr: {
    loss: /(?:décès|décédée?|obsèques|funérailles|condoléances)/iu,
    illness: /(?:arrêt maladie|hospitalisée?|je suis malade|souffrante?)/iu,
    complaint:
      /(?:plainte|réclamation|déçue?s?\b|inacceptable|défectueu|cassée?s?\b|(?:reçu|arrivée?s?|(?<!ser(?:a|ont)\s)livrée?s?)[^.!?]{0,60}au lieu d(?!u \d)|appelé (?:deux|trois|plusieurs) fois|personne ne (?:répond|m['’]a)|endommagée?s?\b|mécontent|toujours pas|en retard|il n['’]y avait pas|ne fonctionn(?:e|ait)|demandons (?:des explications|le remboursement|réparation))/iu,
    invitation:
      /(?:invitation(?!s)|(?:êtes|es) (?:\p{L}+ )?(?:invité|convié|convoqué)e?s?|(?:serez-vous|seras-tu|être) des nôtres|fêter (?:avec|ensemble)|invitons|invite\b|convions|convie\b|conviés|(?:serions|serais) (?:ravis?|heureux|ravie?s?) (?:de vous (?:voir|compter|accueillir)|que vous veniez)|avons le plaisir de vous accueillir)/iu,
    thanks: /(?:merci|remerci|grâce à vous)/iu,
  },
  es: {
    loss: /(?:falleci|funeral|entierro|pésame)/iu,
    illness: /(?:baja médica|hospital|estoy enferm|operaci[oó]n)/iu,
    complaint:
      /(?:queja|reclam|inaceptable|(?:lleg|recib|trajer)\p{L}+[^.!?]{0,60}(?:en vez de|en lugar de)|llam(?:é|amos|ado) (?:dos|tres|varias) veces|nadie (?:contesta|responde)|decepcion|rot[oa]s?\b|defectuos|dañad|humedad|sigue sin|todavía no|entra agua|no hubo|no funcion(?:a|aba|ó)|no (?:me |nos )?esperaba|pedimos (?:una explicación|la devolución|cuentas))/iu,
    invitation:
      /(?:invitaci[oó]n(?!es)|invitamos|invitar(?:te|le|les|os)|(?:te|le|les|os) (?:\p{L}+ )?invit(?:o|a|an|ar|aré|aremos)(?!\p{L})|(?:est[aá]s|está|están|estáis|quedas?|quedan|quedáis) (?:\p{L}+ )?invitad|(?:celebrar|celebrarlo|festejar) con(?:tigo| vosotros| usted| nosotros)|¿(?:vendr[áé]is|vendrás|venís|nos acompañ)|convoca|gustaría (?:mucho )?que vini|encantaría que vini|contamos contigo)/iu,
    thanks: /(?:gracias|agradec)/iu,
  },
  pt: {
    loss: /(?:faleceu|falecimento|funeral|velório|pêsames)/iu,
    illness: /(?:atestado médico|hospital|estou doente|cirurgia)/iu,
    complaint:
      /(?:reclama|(?:cheg|receb|entreg|ve)\p{L}+[^.!?]{0,60}em vez de|liguei (?:duas|três|várias) vezes|ninguém (?:atende|responde)|inaceit|decepcion|quebrad|defeit|danificad|atrasad|atraso|ainda não|não (?:houve|funciona|funcionou|funcionava)|pedimos (?:uma explicação|o reembolso|a devolução))/iu,
    invitation:
      /(?:convite(?!s)|convid(?!ad[oa])|(?:est[áã]s?|estão|está) (?:\p{L}+ )?convidad|(?:celebrar|festejar) (?:com você|consigo|contigo|connosco|conosco)|gost(?:ávamos|aríamos|ava|aria)(?: muito)? que (?:\p{L}+ )?vi(?:esse|esses|essem)|contamos (?:consigo|contigo))/iu,
    thanks: /(?:obrigad|agrade)/iu,
  },
  hi: {
    loss: /(?:निधन|देहांत|अंतिम संस्कार|शोक)/u,
    illness: /(?:बीमार|अस्पताल|बुखार)/u,
    complaint: /(?:शिकायत|टूट|खराब|ख़राब|देरी|गलत)/u,
    invitation: /(?:क्या आप आ (?:सकते|सकेंगे|पाएंगे)|निमंत्रण|आमंत्रित|आमंत्रण|पधार)/u,
    thanks: /(?:धन्यवाद|आभार|शुक्रिया)/u,
  },
  hinglish: {
    loss: /\b(?:guzar gay|expire ho gay|antim sanskar|death)\b/iu,
    illness: /\b(?:beemar|bimar|bukhar|hospital|tabiyat)\b/iu,
    complaint: /\b(?:complaint|late hai|phir se late|kharab|toota|tuta|galat|dimaag|pareshan|cancel karke)\b/iu,
    invitation: /\b(?:invite|aa payenge|aa paoge|aa sakte|ptm)\b/iu,
    thanks: /\b(?:dhanyavaad|shukriya|thanks|thank you)\b/iu,
  },
};

/** `always` anywhere in the mail; `asked` and `claim` in what it asks for. */
export const careWords: ByLanguage<{ always: RegExp; asked: RegExp; claim: RegExp }> = {
  de: {
    always:
      /(?:bankverbindung|kontodaten|neue[sn]? (?:bank)?konto|konto (?:hat sich )?geändert|bank gewechselt|geschenkkarten?|gutscheinkarten?|passw(?:ort|örter)|zugangsdaten|tan-nummer|kontonummer|vertraulich\p{L}* (?:zahlung|überweisung))/iu,
    asked:
      /(?:überweis\p{L}*|\bkonto\b|\bmiete\b|\bzahl(?:en|ung|t)\b|bezahl|begleich|anzahlung|vorkasse|anmeld\p{L}* unter|ausweiskopie)/iu,
    claim:
      /(?:haft(?:ung|en|pflicht)|schaden(?:s|er)?\p{L}*|erstatt\p{L}*|entschädig\p{L}*|schuld(?:anerkenntnis| anerkennen| zugeben)|geld zurück|gutschrift|auf ihre kosten|kulanz)/iu,
  },
  fr: {
    always:
      /(?:coordonnées bancaires|(?:nouveau|notre|votre|le|un) rib\b|nouveau compte|cartes? cadeaux?|mots? de passe|code de (?:vérification|sécurité)|changement de (?:banque|compte))/iu,
    asked: /(?:virement|\bloyer\b|pa(?:yer|iement|yez)|régler|règlement|acompte|carte bancaire|pièce d'identité)/iu,
    claim: /(?:rembours|responsabilité|indemni|dédommag|dommages|à vos frais|avoir de|reconnaître)/iu,
  },
  es: {
    always:
      /(?:cuenta bancaria|nueva cuenta|cuenta nueva|datos bancarios|cambio de (?:cuenta|banco)|tarjetas? (?:de )?regalo|contraseña|código de (?:verificación|seguridad))/iu,
    asked:
      /(?:transferencia|bizum|pag(?:ar|o|ue|uen|ad|a)(?!\p{L})|abon(?:ar|e|en)|depósito|anticipo|copia del dni|pasaporte)/iu,
    claim: /(?:reembols|devol(?:v|ución)|devuelv|indemni|responsab|compensa|daños|póliza|seguro|a su cargo)/iu,
  },
  pt: {
    always:
      /(?:conta banc|nova conta|dados bancários|alteração da nossa conta|mudança de (?:conta|banco)|cart(?:ão|ões)[- ](?:de )?presente|vale[- ]presente|senha|código de (?:verificação|segurança))/iu,
    asked:
      /(?:\bpix\b|transferência|boleto|pag(?:ar|o|ue|amento)(?!\p{L})|depósito|adiantamento|cópia do (?:rg|cpf)|passaporte)/iu,
    claim: /(?:reembols|devol(?:v|ução)|inde[mn]+iz|responsabilidade (?:civil|pel)|compensa|danos|ressarc)/iu,
  },
  hi: {
    always: /(?:बैंक खाता|खाता (?:बदल|संख्या|नंबर)|नए खाते|नया खाता|ओटीपी|पासवर्ड|पिन नंबर|गिफ्ट कार्ड|यूपीआई|केवाईसी)/u,
    asked: /(?:किराया|भुगतान|पैसे भेज|रुपये (?:भेज|दे|जमा)|ट्रांसफर|जमा कर)/u,
    claim: /(?:पैसे वापस|रिफंड|मुआवज|ज़िम्मेदार|जिम्मेदार|हर्जाना)/u,
  },
  hinglish: {
    always:
      /\b(?:bank account (?:badal|change)|naya account|new account|account number|nay[ea] (?:bank )?(?:account|khat[ae])|(?:account|khat[ae]) (?:mein|me) (?:bhej|daal|dal|transfer|jama)\w*|upi|password|pin number|kyc|aadhaar|pan card|salary slips?)\b/iu,
    asked:
      /\b(?:payment (?:kar|bhej|release)|pay kar\w*|paise bhej\w*|paisa bhej\w*|transfer kar\w*|rupaye|advance bhej\w*|rent|kiraya)\b/iu,
    claim: /\b(?:refund|paise wapas|paisa wapas|compensation|zimmedar|jimmedar|galti maan\w*)\b/iu,
  },
};

/** Payment needs care if the mail presses for it, as in English. */
export const pressureWords =
  /(?<![\p{L}\p{M}])(?:heute|sofort(?:ige\p{L}*)?|umgehend|unverzüglich|dringend\p{L}*|eilig|schnellstens|letzte (?:frist|erinnerung)|mahn\p{L}*|inkasso|aujourd['’]hui|immédiat\p{L}*|d['’]urgence|urgent\p{L}*|sans délai|dernier (?:rappel|avis)|huissier|hoy|inmediat\p{L}*|urgente\p{L}*|ahora mismo|cuanto antes|últim[oa] (?:aviso|recordatorio)|hoje|imediat\p{L}*|agora|último aviso|corte do serviço|aaj|turant|abhi|jaldi|आज|तुरंत|अभी|जल्दी)(?![\p{L}\p{M}])/iu;

/** Requests that one click may promise, as in English: safe ones are listed. */
export const harmlessWords: ByLanguage<RegExp> = {
  de: /(?:schick|send|bring|mitbring|\bruf|anruf|komm|prüf|schau|\bsag|teil|meld|zeig|erinner|reservier|verschieb|verleg|druck|fehl|abhol|liefer|bitte um|übermitt|helf)/iu,
  fr: /(?:envo|transmet|apport|amen|appel|rappel|ven(?:ir|ez)|vérifi|regard|\bdi(?:re|tes|s)\b|rend|préven|ajout|aid|reli|réserv|passe|manque|précis|montr)/iu,
  es: /(?:env[ií]|mand|tra(?:e|iga|er)|llam|ven(?:ir|ga)|revis|mir[ae]|di(?:ga|me)|avis|guard|ayud|present|acompañ|reserv|falta|llev|solicit)/iu,
  pt: /(?:envi|mand|tra(?:g|z)|lig(?:u|a)|venh|\bvir\b|revis|veja|diga|avis|ajud|reserv|resolv|guard|autoriza|solicit|falta|entreg)/iu,
  hi: /(?:भेज|ला|बता|देख|जाँच|जांच|मिल|फोन|कॉल|ठीक क|बना|पहुंचा)/u,
  hinglish: /\b(?:bhej|la|bata|dekh|check|call|mil|bana|share|send|mail|chahiye|fix|theek)/iu,
};
/** Words of requests for money, access, rights or an admission, in any of the languages. */
export const riskyWords =
  /(?:\badvance\b|vorschuss|anzahlung|\bacompte\b|anticipo|adiantamento|अग्रिम|एडवांस|zahl(?:en|ung|t)|überweis|begleich|erstatt|gutschrift|virement|\bpay[eé]|paiement|régler|règlement|rembours|avoir de|pag(?:ar|o|ue|uen|amento|amos)(?!\p{L})|abon(?:ar|e|o)(?!\p{L})|reembols|transfer[eê]nc|\bpix\b|भुगतान|पैसे|रुपये|\bpayment\b|\bpay\b|paise|[€$£₹]|\bcodes?\b|códigos?|karten?\b|\bcartes?\b|tarjetas?|cart(?:ão|ões)|gutschein|\bbank|konto|\bcompte\b|cuenta|\bconta\b|khat[ae]\b|खाता|खाते|\bdaten\b|données|\bdatos\b|\bdados\b|zugang|accès|acceso|acesso|\bkauf|achet|\bcompr[aeo]|kharid|खरीद|schriftlich|par écrit|por escrito|likh kar|लिखित|unterschreib|\bsign(?:er|ez)\b|\bfirm(?:e|ar|a)\b|\bassin(?:e|ar)\b|हस्ताक्षर|vertrag|contrat|kundenliste|ausweis|passeport|pasaporte|passaporte|pièce d'identité|\bdni\b|\bcpf\b|aadhaar|\blinks?\b|klick|cliqu|\bclic|password|passw|install|herunterlad|télécharg|descarg|lösch|supprim|borr[ae]|rabatt|discount)/iu;
/** Fraud by gift cards and changed payment details, and locked accounts. */
export const fraudWords =
  /(?:(?:amazon|google play|steam|itunes|apple)[- ]?(?:gift ?)?(?:cards?|karten?|gutschein)|(?:karten?|cartes?|tarjetas?|cart(?:ão|ões)|gutscheine?)\b.{0,60}(?:amazon|google play|steam|itunes|apple|\bcodes?\b|códigos?)|bankdaten|zahlungsdaten|coordonnées de paiement|datos de pago|dados de pagamento|(?:konto|compte|cuenta|conta)\b.{0,40}(?:verifizier|gesperrt|bloqu|suspend|vérifi|verifi))/iu;
/** A formal demand or notice in the words that make it one: "je vous mets en demeure". Talk about another's notice is none. */
export const demandWords =
  /(?<!\p{L})(?:(?:je|nous) vous (?:mets|mettons|met) (?:donc |formellement |solennellement )?en demeure|(?:vaut|constitue) mise en demeure|(?:je|nous) vous (?:tiens|tenons) (?:pour )?responsables?|(?:mahne|mahnen) (?:ich|wir) (?:sie|dich|euch)[^.]{0,120} ab(?!\p{L})|(?:forder[en]?|fordern) (?:ich|wir) (?:sie|dich|euch)[^.]{0,160} auf(?!\p{L})|(?:ich|wir) (?:forder[en]?|fordern) (?:sie|dich|euch)[^.]{0,160} auf(?!\p{L})|(?:ich|wir) (?:mache|machen) (?:sie|dich|euch) (?:\p{L}+ ){0,3}(?:haftbar|verantwortlich)|(?:mache|machen) (?:ich|wir) (?:sie|dich|euch) (?:\p{L}+ ){0,3}(?:haftbar|verantwortlich)|(?:setze|setzen) (?:ich|wir) (?:ihnen|dir|euch)[^.]{0,60} frist|(?:l[eo]s?|te|os) (?:requiero|requerimos|intimo|intimamos|conmino|conminamos|emplazo|emplazamos)|(?:queda|quedan) (?:ustede?s? |usted )?(?:formalmente )?requerid[oa]s?|(?:l[eo]s?|te|os) (?:hago|hacemos|considero|consideramos) (?:\p{L}+ )?responsables?|fica(?:m)? (?:v\.? ?ex\.?ªs?\.? |v\.? ?s\.?ªs?\.? |desde já |formalmente )*(?:notificad|interpelad|intimad)[oa]s?|(?:vimos|venho|vem|serve a presente para|pela presente,?) (?:por este meio |formalmente |pela presente )*(?:notificar|notificamos|notifico|interpelar|interpelo|intimar)|(?:responsabilizo|responsabilizamos)(?:-[oa]s?|-vos)?|legal notice|kanooni notice)(?!\p{L})|(?:कानूनी|क़ानूनी) नोटिस/iu;
/** Minutes and reports tell of the complaints and events of others. */
export const reportWords =
  /(?<!\p{L})(?:(?:\p{L}+)?protokoll|zusammenfassung|kurzbericht|wochenbericht|stand der (?:dinge|arbeiten)|compte[- ]rendu|récapitulatif|résumé de (?:la|notre)|acta de (?:la|nuestra)|resum(?:en|o) (?:de|lo)(?!\p{L})|ata d[ae]|resumo da|minutes (?:of|from)|notes (?:of|from)|meeting ki notes|बैठक (?:का|के) (?:विवरण|कार्यवृत्त))(?![\p{L}\p{M}])/iu;
/** An admission in writing. */
export const admissionWords =
  /(?:schriftlich.{0,60}(?:fehler|schuld|verantwort)|par écrit.{0,60}(?:erreur|faute|responsab)|por escrito.{0,60}(?:culpa|error|erro|responsab)|likh kar.{0,60}(?:galti|zimmedar)|लिखित.{0,60}(?:गलती|ज़िम्मेदार|जिम्मेदार))/iu;

const clock =
  "(?:\\s*,?\\s*(?:um|à|a las?|às|at|ko|को)?\\s*(?:सुबह|शाम|दोपहर|subah|shaam)?\\s*\\d{1,2}(?:\\s?[:.h]\\s?\\d{2}|\\s?h)?(?:\\s*(?:uhr|heures?|horas|hrs|h|baje|बजे|am|pm))?(?![\\d/]))?";
const dated = (weekdays: string, months: string, lead: string, of: string) =>
  new RegExp(
    `(?<!\\p{L})(?:(?:${lead})\\s+)?(?:(?:${weekdays})(?:,?\\s+(?:${lead}\\s+)?\\d{1,2}(?:\\.|er|º)?(?:\\s*${of}(?:${months})\\.?)?)?|\\d{1,2}(?:\\.|er|º)?\\s*${of}(?:${months}))(?!\\p{L})${clock}`,
    "iu",
  );

const english =
  "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|sat|sun|somvaar|mangalvaar|budhvaar|guruvaar|shukravaar|shanivaar|ravivaar";
/** Asks which of several times suits. */
export const choiceWords: ByLanguage<RegExp> = {
  de: /(?:welche[rsn]?|was|wann) (?:\p{L}+ ){0,3}(?:passt|passen|lieber|besser|bevorzug\p{L}*)/iu,
  fr: /(?:quel(?:le)?s?|lequel|laquelle|que) (?:\p{L}+[ -]){0,4}(?:convien|préf[eé]r|arrange|va le mieux)/iu,
  es: /(?:qué|cuál|cuándo) (?:\p{L}+ ){0,4}(?:viene|vienen|prefier|conviene|va mejor)/iu,
  pt: /(?:qual|que|quando) (?:\p{L}+ ){0,4}(?:prefer|convém|melhor|dá mais jeito)/iu,
  hi: /(?:कौन|कब)[^।?]{0,40}(?:ठीक|सही|बेहतर|सुविधा)/u,
  hinglish: /\b(?:kaunsa|kaun sa|kaunsi|kab)\b[^?]{0,40}\b(?:theek|sahi|better|chalega|suit|convenient)/iu,
};

export const timeWords: ByLanguage<RegExp> = {
  de: dated(
    "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag",
    "januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|\\d{1,2}\\.",
    "am|den",
    "",
  ),
  fr: dated(
    "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche",
    "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
    "le",
    "",
  ),
  es: dated(
    "lunes|martes|miércoles|jueves|viernes|sábado|domingo",
    "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre",
    "el|día",
    "(?:de\\s+)?",
  ),
  pt: dated(
    "segunda(?:-feira)?|terça(?:-feira)?|quarta(?:-feira)?|quinta(?:-feira)?|sexta(?:-feira)?|sábado|domingo",
    "janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro",
    "na|no|dia",
    "(?:de\\s+)?",
  ),
  hi: dated(
    "सोमवार|मंगलवार|बुधवार|गुरुवार|शुक्रवार|शनिवार|रविवार",
    "जनवरी|फरवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|अक्टूबर|नवंबर|दिसंबर",
    "दिनांक",
    "",
  ),
  hinglish: new RegExp(
    `${dated(english, "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec", "on", "").source}|(?:\\b(?:kal|aaj|parso)(?: \\p{L}+){0,2} )?\\b\\d{1,2}(?:[:.]\\d{2})? baje`,
    "iu",
  ),
};
