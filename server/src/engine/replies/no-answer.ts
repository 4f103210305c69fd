import { readMail } from "../mail/clean-mail.ts";
import { splitHeader } from "../mail/header-block.ts";
import { tame } from "../text/tame.ts";
import type { MailHeader, NoAnswer } from "../types.ts";
import { isCircular } from "./circular.ts";
import { isPhishing } from "./phishing.ts";

/** A mail that nobody waits for an answer to: a program sent it, or a person who is away. Undefined if it may want one. */
export function noAnswerOf(mail: string, header: MailHeader = { from: "" }): NoAnswer | undefined {
  const pasted = splitHeader(mail);
  const text = tame(pasted.body, longestRead);
  const from = header.from || pasted.from;
  const unsubscribe = !!header.listUnsubscribe || unsubscribes.test(text);
  const because = (reason: NoAnswer["reason"]): NoAnswer => ({ reason, ...(unsubscribe && { unsubscribe }) });
  const head = `${pasted.subject}\n${text.slice(0, 600)}`;
  if (isBounceAddress.test(from) || bounced.test(head)) return because("bounce");
  if (isAbsence(pasted.subject, text, header)) return because("out-of-office");
  if (isPhishing(text)) return { reason: "fraud" };
  // Programs ask too: "Please confirm your address". An answer to them reaches nobody.
  const isPersonal = asksPersonally.test(text);
  const isAutomatic = isSentByProgram(header) || takesNoAnswers.test(from) || saysNoReply.test(text);
  const isAsking = isPersonal || asksSomething(text);
  if (isList(header) && !isPersonal) return because("newsletter");
  if (unsubscribes.test(text) && !isPersonal && !isDiscussion.test(text)) return because("newsletter");
  if (isReceipt(head, text) && (isAutomatic || !isAsking)) return because("receipt");
  if (isNotice.test(head) && (isAutomatic || !isAsking)) return because("notification");
  if (takesNoAnswers.test(from) || saysNoReply.test(text)) return because("no-reply");
  // An older, quoted mail may ask or settle something else.
  const own = readMail(text).text || text;
  const isSettled = needsNoReply.test(own) || nothingToDo.test(own);
  if (isSettled && !asksPersonally.test(own) && !/[?？](?!\))/.test(own)) return because("notification");
  if (isCircular(pasted.body)) return because("notification");
  return isAutomatic && !isPersonal ? because("notification") : undefined;
}

/** A whole question, as people ask it; "Questions? Call us" is a program's. */
const asksSomething = (text: string) =>
  (text.match(/[^.!?？\n]{15,300}[?？]/g) ?? []).some(
    (question) =>
      !/\b(?:questions?|need help|did you know|want to|looking for|ready to|fragen|questions|preguntas|dúvidas|besoin d'aide)\b/i.test(
        question,
      ),
  );

/** Fraud often looks like a receipt or a notice, and asks to call or to sign in. */
export const mayBeForged = ({ reason }: NoAnswer) =>
  reason === "newsletter" || reason === "receipt" || reason === "notification";

const longestRead = 20_000;

const isList = ({ listUnsubscribe, precedence }: MailHeader) =>
  !!listUnsubscribe || /^(?:bulk|junk)/i.test(precedence ?? "");
const isSentByProgram = ({ autoSubmitted, precedence }: MailHeader) =>
  (!!autoSubmitted && !/^no\b/i.test(autoSubmitted)) || /^(?:bulk|list|junk)/i.test(precedence ?? "");

/** An address of a program (RFC 5321 mailer-daemon, and the names that senders use). */
const takesNoAnswers =
  /(?:^|[<\s:"])(?:[^\s<>@]*[-_.+])?(?:(?:no|do-?not|donot)[-_.]?(?:reply|answer|respond)|ne[-_.]?pas[-_.]?repondre|no[-_.]?(?:responder|responda)|nao[-_.]?responda|nicht[-_.]?antworten)[-_.+\w]*@|(?:^|[<\s:"])(?:notifications?|alerts?|automated|mailer|newsletter)[-_.+\w]*@/i;
const isBounceAddress = /(?:^|[<\s:"])(?:mailer-daemon|postmaster|bounces?)[-_.+\w]*@/i;

const bounced =
  /\b(?:delivery status notification|undeliver(?:able|ed)|mail delivery (?:failed|subsystem|system)|delivery (?:has )?failed|returned mail|(?:could not|couldn't|can't|cannot) be delivered to|message (?:was )?not delivered|address (?:not found|couldn't be found)|unzustellbar|konnte nicht zugestellt werden|n'a pas pu être (?:remis|distribué)|no se pudo entregar|não pôde ser entregue|falha na entrega)\b/iu;

const isAwayTitle =
  /^\s*(?:(?:re|aw|rv|tr)\s*:\s*)?(?:auto(?:matic|mated)?[- ]?(?:reply|response)|out of (?:the )?office|ooo\b|abwesenheits(?:notiz|meldung|nachricht)|automatische antwort|réponse automatique|absence du bureau|respuesta automática|fuera de (?:la )?oficina|resposta automática|fora do escritório|ausência|स्वचालित उत्तर)/iu;
const saysAway =
  /\b(?:(?:i am|i'm|i will be|i'll be|we are|currently|am)\b[^.\n]{0,40}\b(?:out of (?:the )?office|away from (?:the office|my desk|work)|on (?:annual |maternity |paternity |parental |medical |sick |study )?leave|on (?:fieldwork|field work|sabbatical|jury (?:duty|service)|a (?:business trip|training course|retreat))|on (?:vacation|holidays?)|travell?ing|away until)|out of (?:the )?office (?:until|from|with)|(?:i am|i'm|i will be|i'll be) (?:away|off)(?: work)? (?:from|until|till|between|this week)\b|ich bin(?!\p{L})[^\n]{0,60}\b(?:nicht (?:im (?:büro|haus)|erreichbar|am platz)|abwesend|außer haus|im urlaub|in elternzeit)|je (?:suis|serai)(?!\p{L})[^\n]{0,60}\b(?:absente?|en congés?|en vacances|hors du bureau)|(?:no estaré|no estoy)(?!\p{L})[^\n]{0,20}\b(?:en (?:la|mi) (?:oficina|puesto)|disponible)|(?:estoy|estaré|me encuentro)(?!\p{L})[^\n]{0,60}\b(?:fuera de (?:la )?oficina|de vacaciones|ausente|de baja)|(?:não estarei|não estou)(?!\p{L})[^\n]{0,20}\b(?:no escritório|disponível)|(?:estou|estarei)(?!\p{L})[^\n]{0,60}\b(?:fora do escritório|ausente|de férias|de licença))|कार्यालय से बाहर|अवकाश पर|छुट्टी पर|\bchutti (?:par|pe)\b/iu;
/** Details of an automatic absence notice, such as when the person is back. A colleague's own mail about leave rarely has them. */
const saysWhenBack =
  /\b(?:(?:will|shall) (?:be back|return|respond|reply|answer|get back)|(?:i|we)(?:'ll| will| shall) (?:be back|return|respond|reply|answer|get back)|(?:limited|no|sporadic|intermittent) access|(?:with|for) anything urgent|returning on|back (?:in the office |at work )?on|(?:for|in) (?:urgent|emergenc|immediate)|if (?:it is|it's|your (?:request|matter|message)|this is|you need)[^.\n]{0,30}(?:urgent|immediate)|in my absence|(?:after|until|on|upon) my return|not (?:be )?(?:checking|reading)|werde[^.\n]{0,60}(?:beantworten|zurück)|nicht (?:gelesen|weitergeleitet)|in dringenden fällen|wieder (?:im büro|erreichbar|da)|de retour|en cas d'urgence|mon retour|à partir du|volveré?(?!\p{L})|regres(?:o|aré)(?!\p{L})|a mi (?:vuelta|regreso)|si es urgente|se for urgente|en caso de urgencia|para (?:asuntos )?urgen\w+|retorn(?:o|arei)|voltarei|em caso de urgência|assuntos urgentes)|वापस|अत्यावश्यक|\bwapas\b/iu;

function isAbsence(subject: string, text: string, { autoSubmitted }: MailHeader): boolean {
  const opening = text.slice(0, 600);
  // A colleague who is going away hands work over.
  if (handsOver.test(text)) return false;
  if (isAwayTitle.test(subject) || isAwayTitle.test(opening)) return true;
  if (!saysAway.test(opening)) return false;
  if (/^auto-replied/i.test(autoSubmitted ?? "")) return true;
  return saysWhenBack.test(opening) && text.length < 1_500 && !/[?？]/.test(text);
}

const handsOver =
  /\b(?:please|could you|can you|would you) (?:look after|take (?:over|care)|handle|cover|keep an eye|make sure|check|deal with|do the|finish|water|feed)\b|\blook after these\b|^\s*[-*•]\s+\p{L}+[^\n]*\n\s*[-*•]\s/imu;

const unsubscribes =
  /\bunsubscribe\b|\bopt[- ]out\b|\b(?:manage|update|change) (?:your )?(?:e-?mail |mail |subscription |notification )?preferences\b|\bview (?:this (?:e-?mail )?|it )?(?:in|online in) (?:your |a )?browser\b|\byou(?:'re| are)? receiv(?:e|ed|ing) this (?:e-?mail|newsletter|message) because\b|\b(?:to|if you (?:want|would like|wish) to|want to) (?:stop|no longer (?:get|receive)) (?:receiving |getting )?(?:these|this|our|such)? ?(?:e-?mails?|messages|newsletters?|updates|mails?)\b|\byou (?:are on|(?:get|receive) this because|signed up (?:for|to)) (?:this|our|the)? ?(?:list|you|newsletter|mailing)|\bkeine? (?:weiteren )?(?:nachrichten|newsletter|mails|e-mails|post) mehr (?:erhalten|bekommen|wünsch\p{L}*)|\b(?:ne plus|ne souhaitez plus|ne voulez plus) recevoir (?:nos|ces|cette|de|notre)\b|\bno (?:quiere|quieres|desea|deseas)? ?(?:recibir|seguir recibiendo) (?:más|estos|este|nuestros)\b|\b(?:dejar de recibir|deixar de receber|não (?:quer|deseja|quiser) (?:mais )?receber)(?!\p{L})|\b(?:abbestellen|abmelden|newsletter-abmeldung|im browser (?:ansehen|anzeigen)|(?:se|vous|te) désabonner|(?:se|vous|te) désinscrire|désinscription|désabonnement|version en ligne|dar(?:se|te|le)? de baja|(?:sair|sua saída) d(?:esta|a) lista|cancelar (?:la|tu|su|a|sua) (?:suscripción|inscrição|assinatura|subscrição)|ver en (?:el|tu|su) navegador|descadastr\w*|ver no navegador)\b/iu;
/** The footer of a list on which people discuss: its members may well want an answer. */
const isDiscussion = /\b(?:google groups|mailing list|mailman|listinfo|groups\.io|discussion list)\b/i;

const saysNoReply =
  /\b(?:(?:please )?(?:do not|don't) (?:reply|respond) (?:directly )?to this (?:e-?mail|message|mail|address)|(?:this|the) (?:mailbox|inbox|e-?mail address|address) is (?:not|un)\s?-?monitored|unmonitored (?:mailbox|inbox|e-?mail address|address)|(?:please )?(?:do not|don't) reply(?=\s*(?:[.!\n]|$))|replies (?:to this (?:e-?mail|message|address) )?(?:are|will) not (?:be )?(?:read|monitored|answered)|this is an? (?:automated|automatic|automatically generated|auto-generated|system[- ]generated|computer[- ]generated) (?:e-?mail|message|notification|notice|mail|reminder)|(?:e-?mail|message) (?:was|is|has been) (?:automatically (?:generated|sent)|generated automatically|sent automatically)|nicht auf diese (?:e-?mail|nachricht)|bitte antworten sie nicht|automatisch (?:generiert|erstellt|erzeugt|versendet)|ne (?:pas répondre|répondez pas)|merci de ne pas y? ?répondre|(?:message|courriel|e-?mail) automatique|généré automatiquement|no (?:responda|respondas|conteste|contestes) a este|(?:mensaje|correo) automático|(?:não responda|favor não responder)|(?:mensagem|e-?mail) automátic[ao]|envoyé automatiquement|enviad[oa] automáticamente|enviad[ao] automaticamente|automatisch (?:verschickt|gesendet)|automated hai|automatic (?:message|mail|sandesh) hai|(?:reply|jawab) (?:na|mat) (?:kare\w*|kar(?:na|o|iye)|de\w*))(?!\p{L})|(?:उत्तर|जवाब) न दें|स्वचालित (?:संदेश|सूचना|रूप से)|अपने आप भेजा/iu;

/** A person says that nobody waits for an answer. "No reply needed if …" may still want one. */
const needsNoReply =
  /(?<!\p{L})(?:(?:no|not any) (?:reply|response|answer|need to (?:reply|respond|answer))(?: (?:is|are))?(?: (?:needed|required|necessary|expected))?|(?:reply|response|answer) (?:is )?not (?:needed|required|necessary|expected)|(?:you )?(?:do not|don't) (?:need|have) to (?:reply|respond|answer)|(?:keine? (?:antwort|rückmeldung)|(?:eine )?(?:antwort|rückmeldung) ist nicht) (?:ist )?(?:nötig|notwendig|erforderlich)|(?:sie müssen|du musst|ihr müsst) (?:darauf |hierauf )?nicht (?:darauf )?antworten|aucune réponse (?:n'est |n’est )?(?:nécessaire|requise|attendue|demandée)|(?:pas besoin|inutile) (?:de|d'y|d’y) (?:me |nous |y )?répondre|(?:no es necesario|no hace falta|no es preciso) (?:que )?(?:me |nos )?(?:respond\p{L}*|contest\p{L}*)|no se (?:requiere|necesita|espera) (?:ninguna )?respuesta|não (?:é necessário|é preciso|precisa|precisam|há necessidade de) (?:me |nos )?respond\p{L}*|(?:dispensa|não requer) resposta|(?:reply|jawab|jawaab) (?:karne |dene )?ki (?:koi )?(?:zaroorat|zarurat|jarurat|jaroorat) nahi\p{L}*|(?:उत्तर|जवाब)(?: देने)? की (?:कोई )?(?:ज़रूरत|जरूरत|आवश्यकता) नहीं)(?![\p{L}\p{M}])(?!,? (?:if|unless|until|but|for|to|wenn|falls|außer|si\b|sauf|salvo|se\b|agar|अगर))/iu;

/** A notice that leaves nothing to do. */
const nothingToDo =
  /(?<!\p{L})(?:(?:there is |there's )?nothing (?:you|anyone|anybody) (?:needs? to|have to|has to|must) do|nothing (?:else )?(?:for you )?to do(?= on your|[.!\n]|$)|nothing (?:else |more |further )?(?:is )?(?:needed|required|expected)(?: is)? (?:from you|on your (?:side|end|part))|(?:you )?(?:do not|don't) (?:need|have) to (?:do|take) any(?:thing| action)|nobody (?:needs|has) to (?:confirm|reply|answer|do anything)|(?:sie müssen|du musst|ihr müsst) (?:hierfür |dafür |dazu |jetzt )?nichts (?:\p{L}+ )?(?:tun|veranlassen|unternehmen|machen)|(?:es )?ist nichts (?:weiter )?zu (?:tun|veranlassen)|aucune (?:démarche|action|intervention) (?:n['’]est |de votre part n['’]est )?(?:nécessaire|requise)|vous n['’]avez rien à faire|rien à faire de votre (?:part|côté)|no (?:tiene|tienes|tenéis|tienen) (?:que|nada que) hacer(?: nada)?|no (?:es necesario|hace falta) (?:hacer|que (?:haga|hagas|hagan|hagáis)) nada|não (?:é preciso|é necessário|precisa(?:m)?(?: de)?) fazer nada|nenhuma ação é necessária|kuch (?:bhi )?(?:karne ki (?:zaroorat|zarurat|jarurat) nahi|nahi karna)\p{L}*)(?!\p{L})|कुछ (?:भी )?(?:करने की (?:आवश्यकता|ज़रूरत|जरूरत) नहीं|नहीं करना)/iu;

const receiptTitle =
  /\b(?:(?:your |order |payment |booking |e-)?receipt\b(?! of\b)|(?:order|booking|reservation|payment|purchase) confirm(?:ation|ed)|confirmation of (?:your )?(?:order|booking|payment|purchase|reservation)|thank(?:s| you) for (?:your|the) (?:order|purchase|booking|payment|donation)|(?:we(?:'ve| have) )?received your payment|payment (?:received|successful)|payment of [^.\n]{1,30} (?:was|has been) (?:received|successful)|your (?:order|parcel|package|shipment)\b[^.\n]{0,40}\b(?:has (?:been )?(?:shipped|dispatched|delivered)|is on (?:its|the) way|(?:will be delivered|will arrive|arrives) (?:today|tomorrow|on|between)|was (?:shipped|dispatched|delivered)|is confirmed|has been (?:placed|confirmed|received))|bestellbestätigung|ihre bestellung (?:wurde|ist)|zahlungseingang|zahlungsbestätigung|quittung|confirmation de (?:votre )?(?:commande|paiement|réservation)|votre commande (?:a été|est)|reçu de paiement|confirmación de (?:tu |su )?(?:pedido|pago|reserva|compra)|(?:tu|su) pedido (?:ha sido|está|se ha)|recibo de|gracias por (?:tu|su) (?:compra|pedido|pago)|confirmação (?:de|do|da) (?:seu |sua )?(?:pedido|pagamento|compra|reserva)|seu pedido (?:foi|está)|obrigad[oa] (?:por sua|pela) compra)\b|भुगतान की रसीद|आपका ऑर्डर/iu;
const receiptDetail =
  /\b(?:total|amount|subtotal|order (?:no|number|#|id)|booking (?:no|number|reference|id)|transaction|invoice|paid|tracking|track|reference|summe|betrag|gesamt|bestellnummer|montant|total|numéro|importe|número|valor|pedido|receipt|shipped|dispatched|delivered|records?)\b|[$€£₹]\s?\d|\d\s?(?:€|eur|usd|inr|gbp)\b|₹|रसीद|राशि/iu;
const isReceipt = (head: string, text: string) => receiptTitle.test(head) && receiptDetail.test(text);

const isNotice =
  /\b(?:(?:new |unusual |recent )(?:sign-?in|log-?in)(?: attempt)?\b|(?:commented|replied|reacted) (?:on|to) (?:your|the|a) \w+|mentioned you (?:in|on)|assigned (?:you|an? (?:issue|task|ticket))|requested your review|build (?:failed|succeeded|passed)|pipeline (?:failed|passed)|deploy(?:ment)? (?:failed|succeeded)|your (?:verification|security|one-time|login) code (?:is|:)|password (?:was|has been) (?:changed|reset)|backup (?:completed|failed)|(?:scheduled|planned) maintenance|statement is (?:now )?(?:ready|available)|your (?:ticket|request|case)\b[^.\n]{0,30}\b(?:has been (?:received|created|closed|resolved)|is now)|(?:accepted|declined): (?:invitation|meeting)|no (?:further )?action (?:is |will be )?(?:required|needed|necessary)|(?:you )?do not need to (?:do anything|take any action|reply)|(?:is|are) now available (?:in|on) (?:the|your)|(?:planned|scheduled) (?:outage|interruption)|(?:supply|service|power|water)\b[^.\n]{0,60}\bwill be (?:interrupted|unavailable|switched off)|\[?(?:resolved|investigating|monitoring|identified)\]? ?[-–:])/i;

/** A question or request of a person to this reader. Phrases that programs use too do not count. */
const asksPersonally =
  /\b(?:(?:could|can|would|will) you\b(?! (?:also )?(?:find|track|view|manage|read|see|unsubscribe|rate|like))|let me know\b|do you (?:have|think|want|need|know)\b|what do you think\b|are you (?:free|available|able|ok|coming)\b|please (?:send|share|call|advise|bring|review|reply)\b|kannst du|könn(?:en|ten) sie|könntest du|pourriez-vous|pouvez-vous|peux-tu|podrías?\b|puedes?\b|você pode|poderia|(?:aap|kya aap)\b)|क्या आप/iu;
