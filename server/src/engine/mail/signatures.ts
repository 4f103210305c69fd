import { isGreetingLine } from "./greetings.ts";
import type { LineKind } from "./quotes.ts";

/**
 * Marks the closing, the signature and any disclaimer of the sender's last block of text.
 * Earlier blocks are left alone: a short answer between two quotes is not a signature.
 */
export function markSignature(lines: string[], kinds: LineKind[], sender = ""): void {
  markDisclaimers(lines, kinds);
  // If the last block was only a signature below a quote, the closing is in the block above the quote.
  for (let round = 0; round < 2; round++) {
    const end = kinds.lastIndexOf("body");
    if (end < 0) return;
    let start = end;
    while (start > 0 && kinds[start - 1] !== "quote") start--;
    markBlock({ lines, kinds, start, end, sender });
    if (kinds.slice(start, end + 1).includes("body")) return;
  }
}

function markBlock(block: Block): void {
  const { lines, kinds, start } = block;
  const delimiter = findDelimiter(block);
  if (delimiter >= 0) mark(kinds, delimiter, block.end, "signature");
  const end = kinds.lastIndexOf("body", block.end);
  if (end < start) return;
  const closing = findClosing({ ...block, end });
  if (closing >= 0) {
    kinds[closing] = "closing";
    mark(kinds, closing + 1, end, "signature");
    return;
  }
  const named = findOwnName({ ...block, end });
  if (named >= 0) mark(kinds, named, end, "signature");
  else climb({ lines, kinds, start, end, sender: block.sender });
}

export const isClosingLine = (line: string) => {
  const text = line.trim();
  const phrase = text.length <= 60 ? closingPhrase.exec(text) : null;
  return (phrase !== null && closingRest.test(text.slice(phrase[0].length))) || hurriedClosing.test(text);
};

// "thx jo": a name without its capital. Words that often follow a thank-you are excluded.
const hurriedClosing =
  /^(?:thx|cheers|regards|best|br|rgds|thanks|ta),?\s+(?!for|to|so|in|a|an|the|again|much|all|guys|everyone|mate|team|you|and|very|lot|as|if|on|that)\p{Ll}{2,10}[.!]?$/u;

const closingPhrase =
  /^(?:(?:with\s+)?(?:many|kind|best|warm|warmest|kindest|sincere)?\s*(?:regards|wishes)|best|all the best|(?:yours\s+)?(?:sincerely|faithfully|truly)(?:\s+yours)?|yours|cheers|(?:kind |warm |best )?greetings|(?:many\s+|kind\s+)?thanks(?:\s+(?:again|so much|very much|a lot|in advance|much|a million|and (?:best |kind )?regards))?|thank\s?(?:you|u)(?:\s+(?:again|so much|very much|in advance|and (?:best |kind )?regards))?|thx|ta|respectfully|cordially|warmly|love|hugs|take care|talk soon|see you(?: soon)?|ciao|best of luck|have a (?:great|good|nice|lovely) (?:day|week|weekend|evening|one)|rgds|br|kr|(?:mit )?(?:freundlichen|besten|herzlichen|lieben)\s+gr(?:ü|ue)(?:ß|ss)e?n?|(?:(?:viele|beste|liebe|herzliche|schöne)n?\s+)?gr(?:u|ü|ue)(?:ß|ss)e?|mfg|lg|vg|cordialement|bien à vous|bien cordialement|amicalement|salutations|merci(?: d'avance)?|saludos(?: cordiales)?|un saludo|atentamente|gracias|cordiali saluti|distinti saluti|saluti|grazie|atenciosamente|obrigad[oa]|abraços|met vriendelijke groet(?:en)?|groeten|hälsningar|с уважением|спасибо|сердечно|よろしくお願いします|よろしくお願いいたします|敬具|此致|敬礼|谢谢|धन्यवाद|सादर|مع التحية|شكرا|תודה|בברכה|감사합니다)(?![\p{L}\p{N}])/iu;
// After the phrase only a name may follow: "Thanks, Ada" closes a mail, "Thanks for the file" does not.
const closingRest =
  /^\s*[,.!:;~–—-]*\s*(?:\p{Lu}[\p{L}.'’-]*(?:\s(?:and\s)?\p{Lu}[\p{L}.'’-]*){0,2})?\s*[,.!:;)~–—-]*$/u;

const deviceLine =
  /^(?:sent|gesendet|envoyé|enviado|inviato|verzonden|отправлено)\s+(?:from|von|de|desde|da|vanaf|с)\s+\S|^get outlook for/i;
const contact =
  /(?:^|[\s|(])(?:\+?\d[\d\s().-]{6,}\d|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4})|[\w.+-]+(?:@|\[at\])[\w-]+\.\w|(?:https?:\/\/|www\.)\S+|mailto:|\b(?:tel|phone|fax|mobile|cell|voice|office|direct|skype|e-?mail|icq|pager|ph|tty|url|web)\b\.?\s*[:#(+\d]/i;
const office =
  /\b(?:ltd|llc|inc|gmbh|corp|corporation|company|university|institute|department|dept|division|laborator(?:y|ies)|college|school|center|centre|consult(?:ant|ing)|manager|director|engineer|developer|president|officer|analyst|coordinator|specialist|assistant|professor|chair|founder|ceo|cto|cfo|lead|head of|editor|designer|architect|street|st\.|avenue|ave|road|rd|suite|floor|box|blvd|building|usa|uk|france|germany|australia|canada|japan)\b/i;
const ornament = /^[\s\-_=*~#.+|/\\<>^:]{3,}$/;
const nameWord = "(?:\\p{Lu}[\\p{L}.'’-]*|de|van|von|der|den|da|la|le|bin|al)";
/** A name in a script that has no capitals, such as Devanagari. Only below a closing: elsewhere it may be an answer. */
const nameWithoutCapitals = /^\s*(?=.{2,30}$)[\p{Lo}\p{M}]+(?: [\p{Lo}\p{M}]+){0,2}\s*$/u;
const nameLine = new RegExp(`^[-–—~*\\s]*${nameWord}(?:\\s+${nameWord}){0,3}(?:\\s*\\([^)]{1,20}\\))?[\\s,.!]*$`, "u");
const disclaimerWords =
  /\b(?:confidential(?:ity)?\b.{0,80}\b(?:e-?mail|message|communication|notice|privileged|transmission|information)|(?:e-?mail|message|communication|transmission).{0,80}\b(?:confidential|privileged|intended (?:only|solely|for))|intended recipients?|if you (?:have received|are not the|received) (?:this|an? |the intended).{0,60}(?:error|mistake|recipient|addressee)|legal(?:ly)? (?:privileged|disclaimer)|views expressed.{0,60}(?:author|those of)|scanned (?:for|by).{0,30}virus|consider the environment before|do you yahoo|get your (?:free|private).{0,30}mail|to unsubscribe|unsubscribe from|vertraulich\w*\b.{0,80}\b(?:e-?mail|nachricht|informationen)|(?:e-?mail|nachricht)\b.{0,80}\bvertraulich\w*|confidentiel\w*\b.{0,80}\b(?:e-?mail|courriel|message)|(?:e-?mail|courriel|message)\b.{0,80}\bconfidentiel\w*|diese e-?mail|ce message et|este (?:mensaje|correo).{0,60}confidencial)\b/i;

/** A paragraph that is taken for a disclaimer is not read: a sender must not be able to hide the mail itself in one. */
function markDisclaimers(lines: string[], kinds: LineKind[]): void {
  const greeting = kinds.indexOf("body");
  const isText = (kind: LineKind, i: number) => kind === "body" && !(i === greeting && isGreetingLine(lines[i] ?? ""));
  const closing = lines.findLastIndex((line, i) => kinds[i] === "body" && isClosingLine(line));
  let start = -1;
  for (let i = 0; i <= lines.length; i++) {
    if (kinds[i] === "body") {
      if (start < 0) start = i;
      continue;
    }
    if (start >= 0) {
      // The first paragraph, and what comes before "Best regards", is the mail: it may be about something confidential.
      const paragraph = lines.slice(start, i).join(" ").slice(0, 2_000);
      const isFirst = !kinds.slice(0, start).some(isText) || i <= closing;
      if (
        disclaimerWords.test(paragraph) &&
        (!isFirst || /^(?:confidential|disclaimer|this (?:e-?mail|message))/i.test(paragraph.trim()))
      )
        for (let k = start; k < i; k++) {
          const isOwnLine = disclaimerWords.test(lines[k] ?? "") || k > start;
          const before = lines.slice(start, k).join(" ");
          if (isOwnLine && (k === start || disclaimerWords.test(before) || disclaimerWords.test(lines[k] ?? "")))
            kinds[k] = "disclaimer";
          else if (k === start && paragraphOpens(lines[k] ?? "")) kinds[k] = "disclaimer";
        }
      start = -1;
    }
  }
}

const paragraphOpens = (line: string) =>
  /^\W*(?:confidential|disclaimer|notice|this (?:e-?mail|message|communication)|the information)/i.test(line);

function findDelimiter({ lines, kinds, start, end }: Block): number {
  for (let i = start; i <= end; i++) {
    if (kinds[i] !== "body") continue;
    const line = lines[i] ?? "";
    // RFC 3676 4.3: "-- " opens the signature; many programs lose the space.
    if (/^--\s*$/.test(line)) return i;
    // A ruler opens a signature if few lines follow and they look like one.
    if (ornament.test(line) && line.trim().length >= 5 && i > start && end - i <= 10) {
      const below = lines.slice(i + 1, end + 1).filter((text) => text.trim());
      if (below.length > 0 && below.filter(isSignatureLike).length >= below.length * 0.6) return i;
    }
  }
  return -1;
}

type Block = { lines: string[]; kinds: LineKind[]; start: number; end: number; sender: string };

function findClosing({ lines, kinds, start, end, sender }: Block): number {
  let below = 0;
  for (let i = end; i >= start && below <= 14; i--) {
    if (kinds[i] !== "body") continue;
    const line = (lines[i] ?? "").trim();
    if (deviceLine.test(line)) kinds[i] = "signature";
    if (isClosingLine(line)) {
      const rest = lines.slice(i + 1, end + 1).filter((text) => text.trim());
      const alike = rest.filter(
        (text) => isSignatureLike(text) || isOwnName(text, sender) || nameWithoutCapitals.test(text),
      ).length;
      // "Thanks" above a long paragraph is a sentence of the mail, not its end.
      const short = rest.every((text) => text.trim().length < 90);
      if (rest.length === 0 || (short && alike >= rest.length * 0.5)) return firstClosing(lines, kinds, i, start);
    }
    if (/^p\.?\s?s\b/i.test(line)) return -1;
    below++;
  }
  return -1;
}

/** "Thanks," and "Best regards," are often on two lines in a row. */
function firstClosing(lines: string[], kinds: LineKind[], at: number, start: number): number {
  let first = at;
  for (let i = at - 1; i >= start && at - i <= 2; i--) {
    if (kinds[i] === "blank") continue;
    if (kinds[i] === "body" && isClosingLine(lines[i] ?? "")) first = i;
    else break;
  }
  return first;
}

/** The sender's own name on a line, with nothing but contact lines below it. */
function findOwnName({ lines, kinds, start, end, sender }: Block): number {
  let found = -1;
  for (let i = end; i >= start && end - i < 14; i--) {
    if (kinds[i] !== "body" || !isOwnName(lines[i] ?? "", sender)) continue;
    const rest = lines.slice(i + 1, end + 1).filter((text) => text.trim());
    const alike = rest.filter((text) => isSignatureLike(text) || contact.test(text) || isOwnName(text, sender)).length;
    if (alike >= rest.length * 0.5 && kinds.slice(0, i).includes("body")) found = i;
  }
  return found;
}

/** With neither closing words nor a known name, goes up from the last line while lines look like a signature. */
function climb({ lines, kinds, start, end }: Block): void {
  let top = end + 1;
  let contacts = 0;
  let isNamed = false;
  for (let i = end; i >= start && end - i < 14 && !isNamed; i--) {
    if (kinds[i] === "blank") continue;
    if (kinds[i] !== "body") break;
    const line = (lines[i] ?? "").trim();
    if (deviceLine.test(line)) {
      kinds[i] = "signature";
      continue;
    }
    isNamed = /^\s*[-–—~]{1,2}\s?\p{L}[\p{L}.'-]*(?:\s\p{Lu}[\p{L}.'-]*){0,2}\s*$/u.test(line);
    if (!isNamed && (!isSignatureLike(line) || /:$/.test((lines[i - 1] ?? "").trim()))) break;
    if (contact.test(line)) contacts++;
    top = i;
  }
  // The mail must keep some words: an answer that is only a number or an address is an answer.
  if (top > end || !kinds.slice(0, top).includes("body")) return;
  const first = (lines[top] ?? "").trim();
  const opensWithName = nameLine.test(first) && wordCount(first) <= 3 && !commonAnswer.test(first);
  if (isNamed || opensWithName || contacts >= 2) mark(kinds, top, end, "signature");
}

const commonAnswer =
  /^\W*(?:yes|no|ok|okay|agreed?|sure|done|same|noted|great|perfect|thanks|sorry|right|correct|exactly|absolutely|fine|good|will do|sounds good|not yet|never|always|maybe|me too|true|false|please|attached|fyi|n\/a|see (?:below|above|attached|inline))\b/i;

function isSignatureLike(text: string): boolean {
  const line = text.trim();
  if (!line || ornament.test(line)) return true;
  if (line.length > 110 || /\?$/.test(line)) return false;
  const words = wordCount(line);
  if (
    contact.test(line) &&
    (words <= 12 || /[|,•·]/.test(line)) &&
    !/^(?:see|please|you can|the|it|this|i|we|if|for|check|look|here)\b/i.test(line)
  )
    return true;
  if (commonAnswer.test(line)) return false;
  if (nameLine.test(line) && words <= 4) return true;
  if (/[.!]$/.test(line) && words > 5) return false;
  if (
    office.test(line) &&
    words <= 12 &&
    /^\W*[\p{Lu}\d]/u.test(line) &&
    !/\b(?:is|are|was|were|will|have|has|can|i|we|you)\b/i.test(line)
  )
    return true;
  return (
    /^[\p{Lu}\d][^.!?]*\d{4,}/u.test(line) &&
    words <= 10 &&
    !/\b(?:is|are|was|were|will|have|has|can|i|we|you)\b/i.test(line)
  );
}

const wordCount = (text: string) => text.trim().split(/\s+/).length;

function isOwnName(text: string, sender: string): boolean {
  const line = text
    .replace(/[^\p{L}\s]/gu, " ")
    .trim()
    .toLowerCase();
  if (!sender || !line || wordCount(line) > 4) return false;
  const names = new Set(
    sender
      .replace(/<[^>]*>?/, " ")
      .toLowerCase()
      .match(/\p{L}{2,}/gu) ?? [],
  );
  const initials = [...names].map((name) => name[0]).join("");
  const isOwn = (word: string) =>
    word.length === 1 || [...names].some((name) => name === word || (word.length > 2 && name.startsWith(word)));
  return line.split(/\s+/).every(isOwn) || line.replace(/\s/g, "") === initials;
}

function mark(kinds: LineKind[], from: number, to: number, kind: LineKind): void {
  for (let i = from; i <= to; i++) if (kinds[i] === "body") kinds[i] = kind;
}
