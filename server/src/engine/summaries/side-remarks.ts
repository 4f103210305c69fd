import { forAllLetters } from "../text/words.ts";

// Finds sentences that a summary leaves out: lines that programs add, weather, feelings, history, and offers of help.

const ofPrograms = forAllLetters(
  /\b(?:unsubscribe|view in browser|manage (?:your )?(?:subscription|preferences)|(?:you are|you're) receiving this|this (?:mailbox|address|inbox) is not monitored|(?:this is an?|this) automat\w+ (?:message|mail|e-?mail|notice|reply)|keep this (?:receipt|mail|message|e-?mail) for your records|for questions,? (?:please )?(?:visit|see)|visit our (?:help|support)|need (?:no|not) (?:to )?(?:reply|answer)|(?:do not|don['’]t) (?:reply|answer)|no need to (?:reply|answer|respond)|another reminder|you can (?:track|follow) (?:your|the) (?:parcel|order|delivery)|newsletter abbestellen|automatisch (?:erstellt|versendet|generiert)|bitte antworten sie nicht|wird nicht gelesen|envoyé automatiquement|ne pas y répondre|se désabonner|désinscri\w+|espace client|mensaje automático|no responda|dar(?:se|te|le)? de baja de|cancelar (?:l?a )?(?:subscri[çp]\w+|suscripción|assinatura)|mensagem automática|não responda|reply ki zaroorat nahi)\b/iu,
);

const ofFeelings = forAllLetters(
  /\b(?:weather|mausam|funny coincidence|merry christmas|happy (?:new year|easter|holidays)|frohe (?:weihnachten|ostern)|joyeu(?:x|ses) (?:noël|fêtes)|feliz (?:navidad|natal|ano novo|año)|enough on your plate|what a coincidence|used to (?:go|live|work|be)|look after themselves|i once (?:stayed|lived|worked)|i['’]m curious|sunshine|glorious|fingers crossed|long story|(?:i am|i['’]m) so sorry|can['’]t (?:think|imagine) how|taught me|(?:don['’]t|do not) (?:give it a thought|worry)|i['’]m afraid i have to correct myself|so excited|can['’]t wait|hope you (?:got|had|have|enjoy\w*)|it was (?:lovely|great|good|nice)|it['’]s a (?:handsome|lovely|beautiful|great|nice) \w+|(?:i|we) do (?:apologi[sz]e|hope)|(?:i|we) apologi[sz]e for|sorry for the|(?:i|we) (?:really )?appreciate (?:your|the) (?:patience|understanding|help)|thanks? (?:again|for)\b|never had anything like it|couldn['’]t read my own|my own handwriting|das wetter|tut mir leid\W*$|entschuldig\w+ (?:sie )?(?:bitte )?(?:die|den|das)|désolée? pour|(?:toutes )?(?:mes|nos) excuses|disculp\w+ las molestias|lamentamos las molestias|peço desculpas?|desculpe o transtorno|bom feriado|bom fim de semana|tudo bem\s*\?)/iu,
);

/** How long the writer has been a customer supports a complaint, and changes nothing. */
const ofHistory = forAllLetters(
  /^\W*(?:(?:i|we)(?:['’]ve| have) been (?:coming|staying|(?:a )?(?:loyal )?(?:customers?|clients?|guests?|members?))\b|(?:wir sind|ich bin) seit\b.{0,20}\bkund\w+|nous sommes clients? depuis|somos clientes desde)/iu,
);

/** Help in a case that need not occur: "If you fancy another tasting, just say the word". */
const ofOffers = forAllLetters(
  /^\W*(?:(?:and|but) )?if (?:you|anyone|anybody|someone|somebody) (?:like|fancy|wants?|wish|would like|feels?|needs? (?:anything|help|more|me)|have any (?:questions|trouble)|prefers?)\b(?!.*\b(?:by|before|until|deadline)\b)|\b(?:just say the word|give (?:me|us) a shout|happy to help|shout if)\b|^\W*(?:wenn|falls) (?:du|sie|ihr) (?:magst|möchten|wollt|fragen)\b|^\W*si (?:vous (?:le )?(?:souhaitez|voulez|avez des questions)|tu veux|quieres|quiere|necesitas? algo)\b|^\W*se (?:quiser|precisar de algo|não der)\b/iu,
);

/** Lines that only say that something follows. */
const ofLeads = forAllLetters(
  /^\W*(?:(?:here (?:are|is)|these are|below (?:are|is)|attached (?:are|is)) (?:my|our|the) (?:notes|minutes|points|comments)\b.{0,30}|here(?:'s| is) how .{0,30}|a few (?:things|points|notes)\b.{0,30}|(?:short|quick|brief) (?:minutes|notes|recap)\b[^.:]{0,50}|voici (?:ce (?:que|qu['’])|le compte rendu|les points).{0,40}|(?:noch )?(?:zwei|drei|ein paar) (?:fragen|punkte|dinge)\b.{0,20}|te (?:paso|envío|mando) .{0,25}|estimad\w+ \w+:?)[.:]?\s*$/iu,
);

export const isSideRemark = (text: string) =>
  ofPrograms.test(text) ||
  ofLeads.test(text) ||
  ofHistory.test(text) ||
  ((ofFeelings.test(text) || ofOffers.test(text)) && !hasDay.test(text));

/** A day or a sum in the sentence may be the point of it. */
const hasDay =
  /[$€£₹]\s?\d|\d\s?(?:%|[$€£₹]|eur|euros?|pounds?)|\b\d{1,2}(?:st|nd|rd|th)?\.?\s(?:of\s|de\s)?(?:jan|feb|mar|mär|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])/iu;
