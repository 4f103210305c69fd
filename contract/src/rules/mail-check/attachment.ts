import { sentencesOf } from "./agreement.ts";
import type { CheckedMail, Finding } from "./types.ts";

/** Words with letters of any language around, which \b does not know. */
const word = ({ raw: [words] }: { raw: readonly string[] }) =>
  new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${words})(?![\p{L}\p{M}])`, "iu");

/** Says that a file comes with this mail. A mail that speaks of another mail's files says "you attached" or "your attachment". */
const promises = [
  /\b(?:please (?:find|see)|find|see|kindly find|here(?:'s| is| are)|enclosed|sending)\b[^.!?\n]{0,60}\b(?:attached|attachments?|enclosed)\b/i,
  /\b(?:i|we)(?:'ve| have|'m| am| are)?\s+(?:also\s+|now\s+|just\s+)?(?:attach(?:ed|ing)?|enclos(?:e|ed|ing))\b/i,
  /(?:^|[.!?\n]\s*)attached\s+(?:is|are|you(?:'ll| will)|please|here|herewith|below|for|the|a|an|my|our|to this)\b/i,
  /\b(?:is|are|as|be found)\s+attached\b(?!\s+(?:to|in|with)\s+(?:your|the (?:earlier|previous|last)|his|her|their)\b)/i,
  // "Your request to sign the attached form" speaks of the other mail.
  /^(?!.*\b(?:your (?:request|question|mail|message)|you (?:asked|sent|wrote))\b).*\b(?:the|this|an|my|our)\s+(?:attached|enclosed)\s+\p{L}/iu,
  /\bin the attachment\b|\bper attachment\b|\bPFA\b|\bas an attachment\b/,
  // Telegram style: "Quote attached."
  /^\s*(?:\p{L}[\p{L}\p{N}-]*\s+){0,3}(?:quot(?:e|ation)s?|invoices?|bills?|receipts?|contracts?|agreements?|cv|resume|screenshots?|photos?|pictures?|images?|files?|documents?|docs?|reports?|list|sheet|slides|deck|draft|copy|form|minutes|agenda|plan|drawings?|statement|certificate|proposal|offer)\s+attached(?:\s+(?:for|below|as|here|herewith)\b|\s*[.,;!)]|\s*$)/iu,
  /(?:^|[.!?\n]\s*)attaching\b/i,
  /\bpfa\b/i,
  word`anbei|beigef[üu]gt\p{L}*|im anhang|angeh[äa]ngt|beiliegend|(?:in|als) (?:der )?anlage(?= (?:finden|erhalten|sende|schicke|übersende))|liegt(?: (?:dieser|der) (?:e-?)?mail)? bei(?=[.,!]|$)|(?:hänge|füge) (?:ich )?(?:ihnen|dir|euch)?[^.!?\n]{0,40}(?:an|bei)(?=[.,!]|$)`,
  word`ci-joint[es]*|en (?:pi[èe]ces? jointes?|pj)|(?:je|nous) (?:te |vous )?(?:joins|joignons)(?! à(?!\p{L}))|en annexe(?= *[.,:;!]| *$)|j['’]ai joint|nous avons joint`,
  word`(?:te |le |les |os )?(?:adjunto|adjunta|adjuntos|adjuntas|adjuntamos)|(?:he|hemos) adjuntado|(?:en |em )anexo|anexo (?:el|la|los|las)|segue anexo|in allegato|allego|bijgevoegd|in de bijlage`,
  word`attach(?:ed)?\s+(?:kar|kiya|ki|hai)\p{L}*|attachments?\s+(?:mein|me|main)(?!\s+(?:problem|dikkat|error|virus|kuch|kya))`,
  /संलग्न/,
];

/** The file belongs to another mail, or is still to come. */
const elsewhere =
  /\b(?:you(?:'ve| have| had)? (?:attached|enclosed)|your attach(?:ment|ed)|(?:no|not|n't|without|forgot|missing|cannot|can't|never)\b[^.!?\n]{0,30}\battach|attach(?:ed|ment) (?:to|in|with|of) (?:your|his|her|their|(?:the|my|our) (?:earlier|previous|last|first|other|original|recent))|(?:please|could you|can you|would you|you can|you may|you should|to)\s+attach\b|attached \w+ of yours|attach(?:ed|ing|es)? (?:great|much|more|no|little|any)? ?(?:importance|value|weight|meaning)|attached (?:garage|house|bath(?:room)?s?|toilets?|kitchen|balcony|annexe?|label|sticker|to (?:it|them|that|the)\b|to this (?!(?:e-?)?mail|message))|(?:will|shall|'ll|would|should|must|need to|going to) (?:\w+ )?(?:attach|enclose)|(?:was|were|had been) attached|\battach(?:ed|ing|es)?\s+(?:an?|the|our|one|two|this)\s+(?:[\p{L}-]+\s+){1,3}to (?:every|each|all|both|any|an?|the (?!(?:e-?)?mail\b|message\b))|strings attached|emotionally attached|very attached|(?:if|when|once|unless)\b[^.!?\n]{0,40}\battach)/iu;

/** Thanks for the other side's file, or words about it. */
const theirs =
  /\b(?:thanks|thank you|thx|dank|merci|gracias|obrigad[oa]|grazie)\b[^.!?\n]{0,12}\s(?:for|für|pour|de|por|pelo|pela|per)\s|\b(?:ihrer|eurer|deiner) (?:(?:e-?)?mail|nachricht)\b|\bque (?:me|nos) (?:mandaste|enviaste|envió|mandó)\b|\b(?:(?:attachment|file|document|form|contract|invoice)s? (?:that )?(?:you|i|we) (?:have |had )?(?:sent|attached|enclosed|wrote)|enclosed (?:area|space|room|garden))\b|im anhang (?:ihrer|eurer|deiner|der letzten)|\b(?:pouvez|pourriez|peux|pourrais|puede|puedes|podr[ií]as?|pueden|könn(?:en|te|ten|test)|kann|kannst|würden|bitte (?:senden|schicken|fügen|schick|sende))(?![\p{L}])[^.!?\n]{0,80}(?:anhang|angeh[äa]ngt|joint|pi[èe]ce jointe|adjunt|anexo)|(?:de|dans) (?:votre|ton) (?:dernier|pr[ée]c[ée]dent)?\s?(?:message|mail|courriel)|\b(?:he|hemos) (?:recibido|leído|visto)\b|\b(?:j['’]ai|nous avons) (?:bien )?(?:reçu|lu|vu)\b|\b(?:director|subdirector|profesor)a? adjunt[oa]|\b(?:aap(?:ne|ka|ki|ke)?|tum(?:ne)?)\b[^.!?\n]{0,40}\battach|\battach kar(?:o|iye|ein|na|ne)\b|\battach kar(?:ke|do|iye| ke| do|ein)\b[^.!?\n]{0,30}\b(?:bhejiye|bhej dijiye|bhejo|bhej do|dijiye)\b|आपक[ाेी]\s+संलग्न|आपने/iu;

/** The mail promises a file, and none is attached. */
export function checkAttachment({ text, hasFiles }: CheckedMail): Finding[] {
  if (hasFiles) return [];
  for (const sentence of sentencesOf(text)) {
    if (elsewhere.test(sentence) || theirs.test(sentence)) continue;
    const found = promises.map((pattern) => pattern.exec(sentence)).find(Boolean);
    if (!found) continue;
    const words = sentence.trim().slice(0, 120);
    return [{ kind: "missing-attachment", key: "missing-attachment", words, isGrave: true, fix: { type: "attach" } }];
  }
  return [];
}
