// A subject that says what happened: "Hearing moved to 26 May", "Loan application 5521 approved".
import { type Token, tokensOf } from "../text/parts-of-speech.ts";
import { textOf } from "./noun-phrases.ts";

const mostWords = 9;
const longestRead = 240;

/** Verbs of news: what a mail with them is about is what they say. */
const news = new Set(
  `move postpone reschedule cancel delay change slip shift approve accept reject confirm decline ship deliver dispatch close reopen open
  fail expire break extend increase rise drop fall cut reduce book renew resign leave join start begin end launch arrive damage lose miss stop
  leak pass sign refund return complete resolve fix replace suspend block grant award win sell collapse crash stall flood steal injure recall
  withdraw terminate lapse run resume restart recover expect schedule swap double merge split appoint hire promote retire relocate discontinue interrupt evacuate update publish`.split(
    /\s+/,
  ),
);
const irregular: Record<string, string> = {
  cancel: "cancelled",
  cut: "cut",
  split: "split",
  sell: "sold",
  leave: "left",
  break: "broken",
  steal: "stolen",
  lose: "lost",
  win: "won",
  begin: "begun",
  rise: "risen",
  fall: "fallen",
  withdraw: "withdrawn",
};
const states =
  /^(?:closed|due|payable|overdue|unavailable|available|cancelled|canceled|late|missing|ready|open|full|blocked|delayed|broken|down|off|out|wrong|free|vacant|sick|ill|booked|postponed|sold)$/i;
const clauseEnd =
  /^(?:,|;|:|\(|–|—|-|because|so|which|who|whom|that|but|although|while|since|as|if|when|until|before|after|and|or|unless|whether|where|though)$/i;
const person =
  /^(?:i|we|you|they|he|she|it|this|that|these|those|there|who|which|someone|everyone|nobody|all|what|how|why|please)$/i;
const skipped =
  /^(?:now|already|also|just|finally|unfortunately|sadly|still|therefore|recently|officially|today|yesterday|tonight|currently|previously)$/i;

/** The headline of a sentence; undefined if it tells no news that can be said in a few words. */
export function headlineOf(sentence: string): string | undefined {
  const text = sentence
    .slice(0, longestRead)
    .replace(/\s*\([^()]{0,80}\)/g, "")
    // "On Tuesday 9 June the water will be turned off".
    .replace(
      /^(?:on|from) ((?:(?:mon|tues|wednes|thurs|fri|satur|sun)day\b,?\s*)?(?:\d{1,2} [A-Z][a-z]+)?),?\s+(?=(?:the|our|your|all)\s)/iu,
      "",
    )
    .replace(changedFrom, "$1$2 to ")
    .replace(/\b(?:have |has |had |'ve )?(?:decided|agreed|chosen|had|have|need|forced) to (?=\p{L}+ )/iu, "")
    // The tagger splits words at hyphens.
    .replace(/(?<=\p{L})-(?=\p{L})/gu, hyphen);
  return headlineIn(tokensOf(text).filter((token) => !/^["“”'*]$/.test(token.text)))?.replaceAll(hyphen, "-");
}

const hyphen = "xhyphenx";
const changedFrom =
  /\b(moved?|moves|changed?|postponed?|rescheduled?|shifted|increased?|rises?|rose|reduced?|cut|dropped|slipped|extended)\b([^.;]{0,60}?)\s+from\s+[^.;]{1,40}?\s+to\s+/iu;

function headlineIn(tokens: Token[]): string | undefined {
  const verb = tokens.findIndex(
    ({ pos, text }, i) =>
      (pos === "AUX" && !/^(?:to)$/i.test(tokens[i - 1]?.text ?? "")) || (isNews(tokens, i) && !/^to$/i.test(text)),
  );
  if (verb < 1 || verb > 12) return undefined;
  const subject = tokens.slice(0, verb).filter(({ text }) => !skipped.test(text));
  const broken = brokenLine(tokens, verb, subject);
  if (broken) return broken;
  let main = verb;
  while (tokens[main] && (tokens[main]?.pos === "AUX" || skipped.test(tokens[main]?.text ?? ""))) main++;
  const said = tokens[main];
  if (
    !said ||
    tokens
      .slice(verb, main)
      .some(({ text }) => /^(?:could|would|can|should|may|might|must|shall|do|does|did)$/i.test(text))
  )
    return undefined;
  const isAhead =
    tokens.slice(verb, main).some(({ text }) => /^(?:will|'ll)$/i.test(text)) &&
    !/^be$/i.test(tokens[main - 1]?.text ?? "");
  if (tokens.slice(verb, main + 1).some(({ text }) => /^(?:not|n't|never)$/i.test(text))) return undefined;
  const hasAuxiliary = main > verb;
  const isState = hasAuxiliary && states.test(said.text);
  if (!isNews(tokens, main) && !isState) return placedLine(tokens, { verb, main, subject });
  const nouns = subject.filter(({ pos }) => pos === "NOUN" || pos === "PROPN");
  const first = subject[0]?.text ?? "";
  const object = objectAfter(tokens, main);
  // "The judge moved the hearing to 26 May": the matter is the hearing.
  if (
    object.length > 0 &&
    !(hasAuxiliary && /^(?:is|are|was|were|been|be)$/i.test(tokens[main - 1]?.text ?? "")) &&
    isMoved(said)
  ) {
    const tail = tailOf(tokens, tokens.indexOf(object.at(-1) ?? said) + 1, object.length + 1);
    return joined([...object, participle(said), ...tail]);
  }
  if (
    nouns.length === 0 ||
    person.test(first) ||
    subject.some(({ pos, text }) => pos === "PRON" && person.test(text)) ||
    subject.some(({ text }) => clauseEnd.test(text))
  )
    return undefined;
  const whole = withoutDeterminer(subject);
  const tail = tailOf(tokens, main + 1, whole.length + 1);
  // "The key ends", "the shop opens" say nothing without when or where.
  if (
    tail.length === 0 &&
    !hasAuxiliary &&
    !/\d/.test(textOf(whole)) &&
    !/^(?:fail|expire|resign|break|arrive|crash|collapse|win|retire|flood|leak)$/.test(said.lemma)
  )
    return undefined;
  // "The plumber confirmed that …" says nothing without its clause.
  if (
    tail.length === 0 &&
    !hasAuxiliary &&
    (isMoved(said) || /^(?:that|whether|if|how|what)$/i.test(tokens[main + 1]?.text ?? ""))
  )
    return undefined;
  const told = isAhead ? `to ${said.lemma}` : said.text.toLowerCase();
  return joined([...whole, { ...said, text: told }, ...tail]);
}

/** "The auditors are in the house from 1 to 5 June", without the verb. Only a figure makes such a sentence news. */
function placedLine(
  tokens: Token[],
  { verb, main, subject }: { verb: number; main: number; subject: Token[] },
): string | undefined {
  const isCopula = tokens
    .slice(verb, main)
    .every(({ text }) => /^(?:is|are|was|were|be|been|will|'s|'re)$/i.test(text));
  if (!isCopula || main === verb || !/^(?:ADP|ADV|ADJ|NUM)$/.test(tokens[main]?.pos ?? "")) return undefined;
  if (
    !subject.some(({ pos }) => pos === "NOUN" || pos === "PROPN") ||
    subject.some(({ pos, text }) => pos === "PRON" && person.test(text))
  )
    return undefined;
  const whole = withoutDeterminer(subject);
  const tail = tailOf(tokens, main, whole.length);
  return tail.some(({ text }) => /\d|day$/.test(text)) ? joined([...whole, ...tail]) : undefined;
}

/** "The air conditioning in room 207 did not work." */
function brokenLine(tokens: Token[], verb: number, subject: Token[]): string | undefined {
  const group = tokens.slice(verb, verb + 4);
  const said = group.findLast(({ pos }) => pos === "VERB");
  const isDenied = group.some(({ text }) => /^(?:not|n't)$/i.test(text));
  if (!said || !isDenied || !/^(?:work|function|start|open|print|respond|load|arrive)$/.test(said.lemma))
    return undefined;
  if (
    !subject.some(({ pos }) => pos === "NOUN" || pos === "PROPN") ||
    subject.some(({ pos, text }) => pos === "PRON" && person.test(text))
  )
    return undefined;
  const told = said.lemma === "arrive" ? "not arrived" : `not ${said.lemma}ing`;
  return joined([...withoutDeterminer(subject), { ...said, text: told }]);
}

const isNews = (tokens: Token[], i: number) => {
  const token = tokens[i];
  if (!token || /ing$/.test(token.text) || /^to$/i.test(tokens[i - 1]?.text ?? "")) return false;
  // The tagger takes "Go-live moves to 15 July" for two nouns.
  const isPlural = /^(?:moves|closes|begins|expires|arrives|leaves|fails|launches|opens|runs|goes)$/.test(token.text);
  if (isPlural && i > 0 && /^(?:ADP|NUM|PART|DET|ADV)$/.test(tokens[i + 1]?.pos ?? "")) return true;
  return (
    ((token.pos === "VERB" || (token.pos === "ADJ" && /ed$/.test(token.text))) &&
      news.has(token.lemma.replace(/ed$/, ""))) ||
    (token.pos === "VERB" && news.has(token.lemma))
  );
};

/** Verbs whose object is the matter, whoever acts. */
const isMoved = ({ lemma }: Token) =>
  /^(?:move|postpone|reschedule|cancel|delay|change|approve|accept|reject|confirm|decline|close|extend|increase|cut|reduce|book|renew|sign|refund|replace|suspend|grant|award|withdraw|terminate|double|shift|launch|sell|recall)$/.test(
    lemma,
  );

const participle = ({ lemma, text, ...rest }: Token): Token & { text: string } => ({
  ...rest,
  lemma,
  text:
    /(?:ed|en|t|wn|ld)$/.test(text) && text.toLowerCase() !== lemma
      ? text.toLowerCase()
      : (irregular[lemma] ?? `${lemma.replace(/e$/, "").replace(/([^aeiou])y$/, "$1i")}ed`),
});

const isDeterminer = (token: Token | undefined) =>
  token !== undefined && (token.pos === "DET" || /^(?:my|your|our|his|her|their|its)$/i.test(token.text));

function objectAfter(tokens: Token[], main: number): Token[] {
  const start = isDeterminer(tokens[main + 1]) ? main + 2 : main + 1;
  let end = start;
  while (
    end < tokens.length &&
    /^(?:NOUN|PROPN|ADJ|NUM)$/.test(tokens[end]?.pos ?? "") &&
    !clauseEnd.test(tokens[end]?.text ?? "")
  )
    end++;
  if (/^of$/i.test(tokens[end]?.text ?? "") && end > start) {
    const after = objectAfter(tokens, end);
    if (after.length > 0 && end - start + after.length < mostWords - 2)
      end += 1 + after.length + (isDeterminer(tokens[end + 1]) ? 1 : 0);
  }
  const object = tokens.slice(start, end).filter((token) => !isDeterminer(token));
  return object.some(({ pos }) => pos === "NOUN" || pos === "PROPN") ? object : [];
}

const withoutDeterminer = (tokens: Token[]) => {
  let start = 0;
  while (isDeterminer(tokens[start]) || /^(?:dear|please|good|news)$/i.test(tokens[start]?.text ?? "")) start++;
  return tokens.slice(start);
};

/** The words after the verb, in whole groups, as many as fit: "to 26 May" without "from 2 June". */
function tailOf(tokens: Token[], start: number, used: number): Token[] {
  const groups: Token[][] = [];
  for (let i = start; i < tokens.length; i++) {
    const token = tokens[i];
    if (
      !token ||
      /^[.!?]$/.test(token.text) ||
      (clauseEnd.test(token.text) && !/^(?:until|before|after)$/i.test(token.text))
    )
      break;
    if (token.pos === "PRON" && !/^(?:my|your|our|his|her|their|its)$/i.test(token.text)) break;
    const isPlanned =
      /^to$/i.test(tokens[i - 1]?.text ?? "") && /^(?:expect|schedule)$/.test(tokens[start - 1]?.lemma ?? "");
    if (
      token.pos === "AUX" ||
      (token.pos === "VERB" && i > start && !isPlanned && !/ed$|ing$|^\p{Lu}/u.test(token.text))
    )
      break;
    // "from 18 to 24 May" is one group.
    const isSpan = /^(?:to|until)$/i.test(token.text) && /^(?:from|between)$/i.test(groups.at(-1)?.[0]?.text ?? "");
    if (!isSpan && (token.pos === "ADP" || token.pos === "PART" || groups.length === 0)) groups.push([token]);
    else groups.at(-1)?.push(token);
  }
  const tail: Token[] = [];
  for (const group of groups) {
    // "at 2.40 this afternoon"
    const bare = group.slice(
      0,
      Math.max(1, group.findIndex(({ text }, i) => i > 0 && /^(?:this|that|last|next)$/i.test(text)) >>> 0),
    );
    const words = bare.filter((token) => !skipped.test(token.text) && !isDeterminer(token));
    const isWhole = words.length > 1 || !/^(?:ADP|PART|DET|CCONJ)$/.test(words[0]?.pos ?? "ADP");
    if (!isWhole) break;
    if (used + tail.length + words.length > mostWords) break;
    tail.push(...words);
  }
  return tail;
}

function joined(tokens: Token[]): string | undefined {
  if (tokens.length < 2 || tokens.length > mostWords + 1) return undefined;
  return tokens
    .map(({ text, start }, i) => (i === 0 || (tokens[i - 1]?.end === start && start > 0) ? text : ` ${text}`))
    .join("");
}
