import { sentencesOf } from "./agreement.ts";
import type { CheckedMail, Finding } from "./types.ts";

/** Says that a file comes with this mail. A mail that speaks of another mail's files says "you attached" or "your attachment". */
const promises = [
  /\b(?:please (?:find|see)|find|see|kindly find|here(?:'s| is| are)|enclosed|sending)\b[^.!?\n]{0,60}\b(?:attached|attachments?|enclosed)\b/i,
  /\b(?:i|we)(?:'ve| have|'m| am| are)?\s+(?:also\s+|now\s+|just\s+)?(?:attach(?:ed|ing)?|enclos(?:e|ed|ing))\b/i,
  /(?:^|[.!?\n]\s*)attached\s+(?:is|are|you(?:'ll| will)|please|here|herewith|below|for|the|a|an|my|our|to this)\b/i,
  /\b(?:is|are|as|be found)\s+attached\b(?!\s+(?:to|in|with)\s+(?:your|the (?:earlier|previous|last)|his|her|their)\b)/i,
  // "Your request to sign the attached form" speaks of the other mail.
  /^(?!.*\b(?:your (?:request|question|mail|message)|you (?:asked|sent|wrote))\b).*\b(?:the|this|an|my|our)\s+attached\s+\p{L}/iu,
  /\bin the attachment\b|\bper attachment\b|\bPFA\b|\bas an attachment\b/,
  /\b(?:anbei|beigef[üu]gt|im anhang|angeh[äa]ngt)\b/i,
  /\b(?:ci-joint[es]*|en pi[èe]ce jointe|je joins)\b/i,
  /\b(?:adjunto|adjunta|adjuntos|en anexo|em anexo|segue anexo|in allegato|allego|bijgevoegd|in de bijlage)\b/i,
  /\battach(?:ed)?\s+(?:kar|kiya|ki|hai)\b/i,
  /संलग्न/,
];

/** The file belongs to another mail, or is still to come. */
const elsewhere =
  /\b(?:you(?:'ve| have| had)? (?:attached|enclosed)|your attach(?:ment|ed)|(?:no|not|n't|without|forgot|missing|cannot|can't|never)\b[^.!?\n]{0,30}\battach|attached (?:to|in|with) (?:your|his|her|their|the (?:earlier|previous|last|original))|(?:please|could you|can you|would you|you can|you may|you should|to)\s+attach\b|attached (?:garage|house|to (?:it|them|this|that|the)\b)|(?:will|shall|'ll|would|should|must|need to|going to) (?:\w+ )?(?:attach|enclose)|(?:was|were|had been) attached|strings attached|emotionally attached|very attached|(?:if|when|once|unless)\b[^.!?\n]{0,40}\battach)/i;

/** Thanks for the other side's file, or words about it. */
const theirs =
  /\b(?:thanks|thank you|thx|dank|merci|gracias|obrigad[oa]|grazie)\b[^.!?\n]{0,12}\s(?:for|für|pour|de|por|pelo|pela|per)\s|\b(?:ihrer|eurer|deiner) (?:(?:e-?)?mail|nachricht)\b|\bque (?:me|nos) (?:mandaste|enviaste|envió|mandó)\b|आपक[ाेी]\s+संलग्न|आपने/iu;

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
