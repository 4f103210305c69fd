/** Sentences of a text, in order, with hard-wrapped lines joined first. Linear in the length of the text. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const line of unwrap(text.split("\n"))) {
    for (const sentence of splitLine(line)) sentences.push(sentence);
  }
  return sentences;
}

/** Joins lines that a mail program wrapped at about 70 columns. */
export function unwrap(lines: string[]): string[] {
  const paragraphs: string[] = [];
  let last = "";
  for (const raw of lines) {
    const line = raw.trim();
    if (last && line && continues(last, line)) {
      paragraphs[paragraphs.length - 1] += ` ${line}`;
    } else if (line) paragraphs.push(line);
    last = line;
  }
  return paragraphs;
}

export const isBullet = (line: string) =>
  /^\s*[A-H](?:\s{2,}|[:)]\s)\S/.test(line) ||
  /^\s*(?:[-*•·–+o]\s|\(?\d{1,2}[.)]\s|\(?[a-h]\)\s|\[[ x]?\]\s)/i.test(line);

function continues(line: string, next: string): boolean {
  if (line.length < 45 || /[.!?:;…。！？؟।]["'”’)\]]?$/.test(line) || isBullet(next)) return false;
  return line.length >= 60 || /^[\p{Ll}\d(]/u.test(next);
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
// Intl.Segmenter is slow on very long lines, and no real sentence is this long.
const longestLine = 4_000;

function splitLine(line: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < line.length; start += longestLine) {
    const part = line.slice(start, start + longestLine);
    if (!/[.!?…。！？؟।]/.test(part)) {
      pieces.push(part);
      continue;
    }
    for (const { segment } of segmenter.segment(part)) {
      const previous = pieces.at(-1);
      if (previous !== undefined && endsInAbbreviation(previous, segment))
        pieces[pieces.length - 1] = previous + segment;
      else pieces.push(segment);
    }
  }
  return pieces
    .flatMap(splitBeforeNumber)
    .map((piece) => piece.trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
}

/** "… everything now. 14 invoices are waiting": the segmenter joins a number to the sentence before it. */
const splitBeforeNumber = (piece: string): string[] => {
  const parts = piece.split(/(?<=\p{Ll}{3}[.!?])\s+(?=\d+\s\p{Ll}{3})/u);
  return parts.slice(0, -1).some((part) => abbreviation.test(part.slice(-12))) ? [piece] : parts;
};

const abbreviation =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|sr|jr|vs|etc|e\.g|i\.e|eg|ie|cf|no|nos|fig|approx|inc|ltd|lda|ltda|bros|co|corp|dept|est|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|mon|tue|tues|wed|thu|thur|thurs|fri|a\.m|p\.m|u\.s|incl|excl|tel|ext|hrs|min|max|ca|bzw|inkl|zzgl|evtl|ggf|(?<!\d\s)[a-z])\.\s*$/i;

// "See you at 5 p.m. Bring the slides." is two sentences. "from 5 p.m. to 6 p.m." needs no rule: Segmenter joins it, because
// the next word is in lower case. "No. 5" is one sentence, "The answer is no. We stop." is two.
const endsInAbbreviation = (piece: string, next: string) =>
  (/(?:^|\s)\d{1,2}\.\s*$/.test(piece) && dayOfMonth.test(next)) ||
  /\s\.\/\.\s*$/.test(piece) ||
  (abbreviation.test(piece.slice(-12)) &&
    !endsInLabel.test(piece) &&
    !(/\s[A-Z]\.\s*$/.test(piece) && opensSentence.test(next)) &&
    !/(?:[ap]\.m|etc|inc|ltd|co|corp|\bI)\.\s*$/i.test(piece) &&
    (/^\d/.test(next) || !/\b(?:no|nos|mar|min|max|est|sun|mon|sat)\.\s*$/i.test(piece)));

// "Use car park B. Line managers …" is two sentences; "Mr R. Eastman" and "for J. Smith" are none.
const endsInLabel =
  /\b(?:park|block|hall|room|building|gate|terminal|wing|section|option|plan|group|team|class|annex|appendix|exhibit|schedule|unit|zone|bay|dock|line|level|grade|type|part|point|core|platform|house|tower|lot|site|vitamin|hepatitis|form)\s[A-Z]\.\s*$/i;

// "next to row B. Is it safe?": after a single letter, a word that no name begins with opens a sentence.
const opensSentence =
  /^(?:Is|Are|Was|Were|The|This|That|These|Those|We|You|It|He|She|They|Please|Can|Could|Do|Does|Did|Would|Should|If|When|What|Where|Who|How|Why|Which|My|Our|Your|There|Also|And|But|So|Then|Thanks)\b/;

/** "am 3. Juni" is one sentence. */
const dayOfMonth =
  /^(?:Jan(?:uar)?|Jänner|Feb(?:ruar)?|März|April?|Mai|Juni?|Juli?|Aug(?:ust)?|Sept?(?:ember)?|Okt(?:ober)?|Nov(?:ember)?|Dez(?:ember)?|Woche|Quartal|Klasse|Stock|Etage|OG)\b/;

// Hurried writers begin sentences in lower case; "e.g. this" is not the beginning of one.
const typedBreak =
  /(?<=[\p{L}\d%)][.!?]{1,5})(?<!\b(?i:approx|incl|excl|esp|etc|dept|tel|ext|vs|no|mr|mrs|ms|dr|st|e\.g|i\.e|a\.m|p\.m)\.)\s+(?=\p{Ll})/u;

/** Splits a text at sentences that begin in lower case. */
export const splitTyped = (sentence: string): string[] => sentence.split(typedBreak);
