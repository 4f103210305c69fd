const agreement =
  /\b(?:confirm(?:ed|ing)?|see you|works for (?:me|us)|suits (?:me|us)|as (?:agreed|discussed|proposed|requested|quoted)|as you (?:offered|proposed|suggested|said|wrote)|happy (?:with|to)|look(?:ing)? forward|will be there|accept|fine (?:with|for) (?:me|us)|bestätig\w*|passt|d'accord|de acuerdo|confirmo|confirme)\b/i;
const otherProposal =
  /\b(?:instead|rather|but|could we|can we|how about|what about|move|postpone|reschedule|earlier|later|unfortunately|cannot|can't|not|only if|counter|budget|maximum|discount|if)\b/i;

/** True if the sentence agrees to what the thread says, and proposes nothing else. */
export const isAgreement = (sentence: string) => agreement.test(sentence) && !otherProposal.test(sentence);

/** The point of "25. November" ends no sentence. */
const end = /(?<=[.!?？।])(?<!\b\d{1,2}\.(?=\s+(?:jan|feb|mär|apr|mai\b|jun|jul|aug|sep|okt|nov|dez)))\s+|\n+/i;

/** Sentences and lines. */
export const sentencesOf = (text: string) => text.split(end).filter((sentence) => sentence.trim());
