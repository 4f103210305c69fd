/**
 * The words with which mail programs mark a quoted or forwarded message: English, the main European languages, Hindi, and
 * the few that Chinese, Japanese and Korean programs need.
 */

export type Label = "from" | "to" | "date" | "subject" | "other";

const labelWords: Record<Label, string> = {
  from:
    "from|von|de|da|van|od|od koho|från|fra|lähettäjä|feladó|expeditor|de la|от|от кого|від|από|kimden|gönderen|šalje|" +
    "pošiljatelj|odesílatel|odosielateľ|afzender|avsender|afsender|absender|expéditeur|remitente|mittente|remetente|" +
    "nadawca|प्रेषक|से|द्वारा|差出人|发件人|寄件者|보낸사람",
  to:
    "to|an|à|a|para|aan|do|komu|til|till|vastaanottaja|címzett|către|кому|до|до кого|προς|kime|alıcı|za|prima|empfänger|" +
    "destinataire|destinatario|destinatário|ontvanger|mottagare|modtager|mottaker|adresat|प्रति|को|प्राप्तकर्ता|सेवा में|" +
    "宛先|收件人|收件者|받는사람",
  date:
    "date|sent|gesendet|datum|envoyé|envoyé le|enviado|enviado el|enviada|enviada em|inviato|data|data invio|verzonden|" +
    "wysłano|wysłane|skickat|sendt|dato|päivämäärä|lähetetty|pvm|elküldve|dátum|trimis|trimis la|отправлено|дата|" +
    "дата отправки|надіслано|στάλθηκε|ημερομηνία|gönderildi|gönderme tarihi|tarih|odesláno|odoslané|poslano|fecha|दिनांक|" +
    "तारीख|तारीख़|तिथि|भेजा गया|भेजा|日付|送信日時|日期|发送时间|寄件日期|날짜",
  subject:
    "subject|betreff|objet|asunto|assunto|oggetto|onderwerp|temat|ämne|emne|aihe|tárgy|subiect|тема|θέμα|konu|předmět|" +
    "predmet|विषय|件名|主题|主旨|제목",
  other:
    "cc|bcc|kopie|kopia|kopi|copie|cópia|copia|kopio|másolat|копия|копія|κοιν|bilgi|kopija|प्रतिलिपि|抄送|reply-to|antwort an|" +
    "répondre à|responder a|rispondi a|sender|importance|priority|wichtigkeit|importância|attachments|attachment|anlagen|" +
    "pièces jointes|datos adjuntos|allegati|bijlage|message-id|mime-version|content-type|content-transfer-encoding|" +
    "content-disposition|content-language|received|return-path|delivered-to|dkim-signature|authentication-results|" +
    "received-spf|arc-seal|arc-message-signature|arc-authentication-results|in-reply-to|references|thread-topic|" +
    "thread-index|user-agent|list-id|list-unsubscribe|organization|newsgroups|resent-from|resent-to|resent-date|" +
    "accept-language|auto-submitted|precedence",
};

/** Labels before the colon of a header line, in lower case and without emphasis marks. */
export const labels = new Map<string, Label>(
  (Object.keys(labelWords) as Label[]).flatMap((label) =>
    labelWords[label].split("|").map((word): [string, Label] => [word.normalize("NFC"), label]),
  ),
);

/** The first word of "On … wrote:", in languages that have one. */
export const attributionStart =
  /^(?:on|at|am|le|el|il|em|op|w dniu|dnia|den|på|dne|dňa|în|la data|pe data|στις|il giorno|a las|no dia|a|u|dana)\s/iu;

/**
 * "… wrote" without its colon. In some languages the name follows and the date precedes it (de, nl, sv, da, no); in the others
 * both precede it, or the date follows (hu).
 */
export const wroteWords =
  /(?:^|[\s,>)\]"'])(wrote|writes|schrieb|a écrit|ha escrito|escribió|ha scritto|escreveu|schreef|napisał\(a\)|napisała|napisał|pisze|skrev|kirjoitti|napsala?\(a\)|napsala|napsal|napísal\(a\)|napísala|napísal|ezt írta|írta|a scris|пишет|написал\(а\)|написала|написал|пише|написав|έγραψε|şunu yazdı|yazdı|je napisao|je napisala|je napisal|ने लिखा|लिखा|写道|のメール|님이 작성)(?=[\s:：,("“<]|$)/iu;

const originalWords =
  "original message|original mail|original e-mail|original appointment|forwarded message|forwarded by|" +
  "ursprüngliche nachricht|originalnachricht|original-nachricht|weitergeleitete nachricht|message d'origine|message original|message transféré|" +
  "mensaje original|mensaje reenviado|messaggio originale|messaggio inoltrato|mensagem original|mensagem encaminhada|" +
  "mensagem reencaminhada|oorspronkelijk bericht|doorgestuurd bericht|wiadomość oryginalna|oryginalna wiadomość|" +
  "wiadomość przekazana|przekazana wiadomość|ursprungligt meddelande|originalmeddelande|vidarebefordrat meddelande|" +
  "oprindelig meddelelse|videresendt meddelelse|videresendt besked|opprinnelig melding|videresendt melding|" +
  "alkuperäinen viesti|välitetty viesti|původní zpráva|přeposlaná zpráva|pôvodná správa|preposlaná správa|eredeti üzenet|" +
  "továbbított üzenet|mesaj original|mesaj redirecționat|исходное сообщение|пересылаемое сообщение|" +
  "перенаправленное сообщение|початкове повідомлення|переслане повідомлення|αρχικό μήνυμα|προωθημένο μήνυμα|" +
  "orijinal mesaj|özgün ileti|iletilmiş mesaj|yönlendirilen ileti|izvorna poruka|proslijeđena poruka|मूल संदेश|" +
  "अग्रेषित संदेश|फ़ॉरवर्ड किया गया संदेश|मूल सन्देश|原始邮件|转发的邮件|元のメッセージ|転送メッセージ";

/** Known phrases between dashes, as in "-----Original Message-----". */
const original = new Set(originalWords.split("|").map((phrase) => phrase.normalize("NFC")));
export const isOriginalMark = (line: string) => {
  if (line.length > 120 || !/^[-–—_*=]{2}.*\p{L}/u.test(line)) return false;
  const bare = line.replace(/^[-–—_*=>\s]{2,40}|[-–—_*=\s:]{2,40}$/g, "");
  return bare.length < line.length && original.has(bare.toLowerCase().replaceAll("’", "'"));
};

/** The line that Apple Mail writes above a forwarded message. */
const forwardedWords =
  "begin forwarded message|anfang der weitergeleiteten nachricht|début du message réexpédié|début du message transféré|" +
  "inicio del mensaje reenviado|inizio messaggio inoltrato|início da mensagem reencaminhada|início da mensagem encaminhada|" +
  "begin doorgestuurd bericht|początek przekazywanej wiadomości|vidarebefordrat brev|start på videresendt besked|" +
  "videresendt melding|välitetty viesti alkaa|začátek přeposílané zprávy|začátek přeposlané e-mailové zprávy|" +
  "továbbított levél kezdete|начало переадресованного сообщения|αρχή προωθημένου μηνύματος|iletilmiş mesajın başlangıcı|" +
  "अग्रेषित संदेश प्रारंभ|forwarded message";
const forwarded = new Set(forwardedWords.split("|").map((phrase) => phrase.normalize("NFC")));
export const isForwardedMark = (line: string) => forwarded.has(line.toLowerCase().replace(/\s*[:：]$/, ""));

const monthStems = [
  "jan|janv|janu|ene|gen|sty|led|ian|oca|tammi|янв|січ|ιαν|जन|sij|siječ",
  "feb|fév|fev|lut|úno|şub|helmi|фев|лют|φεβ|फ़र|फर|velj",
  "mar|mär|mrz|maa|mrt|maalis|mars|márc|bře|мар|бер|μαρ|μάρ|मार्च|ožu",
  "apr|avr|abr|kwi|dub|ápr|nis|huhti|апр|кві|απρ|अप्रै|tra",
  "may|mai|mei|maj|mag|máj|kvě|touko|май|мая|тра|μαι|μαϊ|μάι|मई|svi",
  "jun|juin|giu|cze|čvn|červn|jún|iun|haz|kesä|июн|чер|ιουν|जून|lip",
  "jul|juil|lug|lip|čvc|červenc|júl|iul|tem|heinä|июл|лип|ιουλ|जुल|srp",
  "aug|août|aou|ago|sie|srp|ağu|elo|авг|сер|αυγ|αύγ|अग|kol",
  "sep|set|wrz|zář|szept|eyl|syys|сен|вер|σεπ|सित|ruj",
  "oct|okt|ott|out|paź|říj|eki|loka|окт|жов|οκτ|अक्टू|अक्तू",
  "nov|lis|noi|kas|marras|ноя|лис|νοε|νοέ|नव",
  "dec|déc|dic|dez|des|gru|pro|ara|joulu|дек|гру|δεκ|दिस|pros",
];

/** Lower case without accents: "févr" and "FEVR" are equal. Devanagari keeps its marks, which are vowels. */
export const folded = (word: string) =>
  word
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");

const stems = monthStems.flatMap((line, month) =>
  line.split("|").map((stem): [string, number] => [folded(stem), month + 1]),
);
// Longest stem first: "marras" is November, "mar" is March.
stems.sort(([a], [b]) => b.length - a.length);

/** 1 to 12, or undefined if the word is not a month in any of the languages. */
export function monthOf(word: string): number | undefined {
  const bare = folded(word.slice(0, 20));
  return stems.find(([stem]) => bare.startsWith(stem))?.[1];
}
