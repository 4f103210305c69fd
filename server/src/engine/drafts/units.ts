import { startsWithTaskVerb } from "../actions/verbs.ts";
import { isBullet, sentencesOf, splitTyped, unwrap } from "../text/sentences.ts";

/** The context as units of one statement each: sentences stay whole, notes are split at commas. */
export function unitsOf(context: string): string[] {
  const units: string[] = [];
  for (const line of unwrap(context.slice(0, 200_000).split("\n"))) {
    const text = line.replace(/^\s*(?:[-*•·–+]|\(?\d{1,2}[.)])\s+/, "").trim();
    if (isBullet(line)) units.push(text);
    else for (const sentence of sentencesOf(text)) units.push(...splitTyped(sentence).flatMap(splitJottings));
  }
  return units.map((unit) => unit.trim()).filter((unit) => /[\p{L}\p{N}]/u.test(unit));
}

const isTyped = (text: string) => /^\p{Lu}/u.test(text) && /[.!?]["')]?$/.test(text);

function splitJottings(sentence: string): string[] {
  const bySemicolon = sentence.split(/\s*;\s+|\s+[|]\s+|\s+\/\s+/);
  return bySemicolon.flatMap((part) => {
    const pieces = splitCommas(part);
    if (pieces.length < 2 || isWhole(part, pieces)) return [part];
    return pieces.map((piece) => piece.replace(/^(?:and|also)\s+/i, ""));
  });
}

/** Splits at commas and dashes, but not inside brackets, numbers ("1,250") or dates ("March 20, 2025"). */
function splitCommas(text: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "(") depth++;
    if (text[i] === ")") depth = Math.max(0, depth - 1);
    const rest = text.slice(i, i + 8);
    const gap = depth > 0 ? null : (/^,\s+(?!\d{4}\b)/.exec(rest) ?? /^\s+[-–—]\s+/.exec(rest));
    if (!gap) continue;
    pieces.push(text.slice(start, i));
    i += gap[0].length - 1;
    start = i + 1;
  }
  pieces.push(text.slice(start));
  return pieces.map((piece) => piece.trim()).filter(Boolean);
}

const conjoins = /^(?:and|or|but|so|because|which|who|whom|whose|where|when|while|with|if|as|since|although)\b/i;

/** Whether the commas of a part belong to one sentence. */
function isWhole(part: string, [first = "", ...rest]: string[]): boolean {
  if (/^(?:if|when|as|since|although|because|while|once|unfortunately|however)\b/i.test(first)) return true;
  if (rest.every((piece) => conjoins.test(piece))) return true;
  if (!isSentence(first)) {
    const leadsIn =
      /^(?:In|On|At|By|For|From|With|After|Before|Last|Next|This|Yesterday|Today|Tomorrow|Please|Also|The|My|Our|Your|His|Her|Their|A|An|All|Both|Dear|As)\b/;
    return isSentence(part) && (leadsIn.test(first) || rest.some((piece) => /^(?:and|or)\s/i.test(piece)));
  }
  if (rest.some((piece) => conjoins.test(piece))) return true;
  return isTyped(part);
}

const finite =
  /\b(?:is|are|was|were|am|has|have|had|will|would|can|could|should|must|may|might|shall|do|does|did|isn'?t|aren'?t|wasn'?t|won'?t|can'?t|cannot|don'?t|doesn'?t|didn'?t|haven'?t|hasn'?t|need|needs|want|wants)\b|\p{L}['’](?:s|re|ll|ve|d|m)\s+\p{L}|n['’]t\b/iu;
const pastVerb =
  /\b(?:\p{L}{2,}ed|met|sent|got|made|took|went|came|said|told|gave|found|bought|paid|left|lost|won|wrote|spoke|saw|had|held|kept|knew|thought|began|ran|sold|spent|built|broke|chose|felt|heard|led|read|set|put|cut|let|brought)\b/iu;
const pronounSubject =
  /^(?:(?:and|but|so|also|then|because|since)\s+)?(?:i|we|you|he|she|they|it|there|this|that|who|everyone|everything|nobody)(?:['’]\p{L}+)?\s+\p{L}/iu;
const nounSubject =
  /^(?:the|my|our|your|his|her|their|its|a|an|some|most|both|all|these|those|\p{Lu}[\p{L}'’-]*|\d[\d.,]*)\s/u;
const opensWithVerb =
  /^(?:can|could|will|would|should|must|need|want|have|has|had|is|are|was|were|do|does|did|may|might|am|can't|cannot|won't|got|took|bought|ordered|sent|met)\b/i;

const leadWord =
  /^(?:for|with|from|to|in|on|at|by|since|until|after|before|starts|takes|valid|only|still|been|broken|about|per|via|due|free|\p{L}+(?:ed|ing))\b/iu;

/** Whether a unit has a subject and a verb. */
export function isSentence(text: string): boolean {
  const trimmed = text.trim();
  const words = trimmed.split(/\s+/);
  if (
    isTyped(trimmed) &&
    /^\S+\s(?:\S+\s)?(?:is|are|was|were|has|have|will)\s/.test(trimmed) &&
    !opensWithVerb.test(trimmed)
  )
    return true;
  if (opensWithVerb.test(trimmed) || /^\p{L}+(?:\s\p{L}+)?\s*:/u.test(trimmed)) return false;
  if (pronounSubject.test(trimmed)) return true;
  if (words.length < 3) return false;
  // "May" is the month, not the verb.
  const rest = words
    .slice(1)
    .join(" ")
    .replace(/\bMay\b/g, "");
  // A full stop after five or more words marks a sentence.
  if (/\p{L}{2}.*\.$/u.test(trimmed) && words.length >= 5 && !startsWithTaskVerb(trimmed) && !leadWord.test(trimmed))
    return true;
  if (isTyped(trimmed) && nounSubject.test(trimmed) && !startsWithTaskVerb(trimmed) && words.length >= 4) return true;
  if (nounSubject.test(trimmed) && !startsWithTaskVerb(trimmed)) return finite.test(rest) || pastVerb.test(rest);
  return (
    !startsWithTaskVerb(trimmed) &&
    /\b(?:is|are|was|were|has|have|will|can|could|would|should|must|isn'?t|aren'?t|wasn'?t|won'?t|can'?t|cannot)\b/i.test(
      rest,
    )
  );
}
