import type { Token } from "../text/parts-of-speech.ts";
import type { Addressee } from "./clause.ts";
import { isFirstName } from "./first-names.ts";
import { isDateWord, isNominal, isVerbal, lowerOf, textOf } from "./words.ts";

const singleRoles =
  /^(?:boss|manager|supervisor|lead|client|customer|landlord|landlady|tenant|supplier|vendor|professor|teacher|colleague|coworker|co-worker|candidate|applicant|neighbou?r|partner|investor|recruiter|interviewer|employee|intern|mentor|director|ceo|cto|cfo|coo|doctor|lawyer|attorney|solicitor|notary|accountant|auditor|seller|buyer|subscriber|user|member|guest|friend|prospect|contractor|subcontractor|agency|agent|principal|headteacher|chairman|chair|secretary|assistant|editor|publisher|designer|developer|engineer|architect|librarian|trainer|coach|dentist|author|speaker|photographer|driver|carrier|broker|plumber|electrician|caterer|chef|nurse|patient|parent|student|pupil|volunteer|donor|sponsor|mayor|officer|inspector|consultant|wholesaler|distributor|dealer|tutor|organi[sz]er|host|mother|father|wife|husband|brother|sister|son|daughter|foreman|planner|buyer|janitor|caretaker|courier|representative|rep|owner|operator|technician|surgeon|pharmacist|vet|freelancer|importer|exporter|resident|translator|interpreter|florist|gardener|mechanic|surveyor|clerk|treasurer)$/i;
const institutions =
  /^(?:hr|it|management|administration|support|bank|hotel|school|airline|insurer|insurance|company|clinic|council|embassy|accounting|accounts|finance|payroll|procurement|purchasing|logistics|legal|facilities|reception|sales|marketing|compliance|security|office|firm|department|authority|committee|board|ministry|municipality|hospital|university|warehouse|laboratory|lab|registry|helpdesk|desk|venue|restaurant|carrier|union|association|embassy|consulate|court|mill|shop|press|club|museum|theatre|farm|bakery|gallery|nursery|kindergarten|pharmacy|library|station|depot|brewery|laundry|archive|newsroom|garage|gym|church|parish|port|studio|agency)$/i;
const groups =
  /^(?:team|staff|all|everyone|everybody|folks|crew|family|workforce|department|committee|board|group|faculty|class|guys|chorus|choir|orchestra|ensemble|cast|squad|panel|band|congregation|jury)$/i;

export const isRole = (word: string) => singleRoles.test(word) || isInstitution(word);
// "it" is a pronoun, "IT" a department.
export const isInstitution = (word: string) => institutions.test(word) && word !== "it" && word !== "It";
export const isGroupWord = (word: string) => groups.test(word) || (isPluralNoun(word) && !isInstitution(word));

export const isPluralNoun = (word: string) =>
  /[^su]s$/i.test(word) && !/(?:ss|us|is|news|status|series|lens|bus)$/i.test(word) && !/^\p{Lu}+$/u.test(word)
    ? true
    : /^(?:people|men|women|children|parents|folks|alumni)$/i.test(word);

type Found = { addressee: Addressee; next: number };

/** Whether the content is a whole clause without "that", so that its subject may follow the addressee at once. */
export type AddresseeOptions = { isBeforeClause?: boolean; keepsOf?: boolean; keepsOn?: boolean; isDative?: boolean };

/** The person or group at a position, as the object of a verb of communication. */
export function addresseeAt(
  text: string,
  tokens: Token[],
  from: number,
  options: AddresseeOptions = {},
): Found | undefined {
  const first = lowerOf(tokens[from]);
  if (/^(?:him|them|her|me|us|you)$/.test(first)) {
    // "her laptop is ready": a possessive, not the reader.
    // "tell her Jonas will bring it": a name with its verb begins the content.
    const isContent = tokens[from + 1]?.pos === "PROPN" && isFirstName(tokens[from + 1]?.text ?? "");
    if (
      first === "her" &&
      !isContent &&
      !options.isDative &&
      isNominal(tokens[from + 1]) &&
      !/^[\d€$£]/.test(tokens[from + 1]?.text ?? "") &&
      !isDateWord(lowerOf(tokens[from + 1]))
    )
      return undefined;
    return { addressee: { text: first, kind: "pronoun" }, next: from + 1 };
  }
  const end = endOfPhrase(tokens, from, options);
  if (end === from) return undefined;
  let next = withModifier(tokens, end, options);
  let addressee = kindOf(text, tokens, from, end);
  if (!addressee) return undefined;
  // "Lea's parents", "Rosa's carer": the reader belongs to somebody who is not the reader.
  const owner = tokens.findIndex((token, i) => i > from && i <= end && /^['’]s?$/.test(token.text));
  if (owner > 0 && /^\p{Ll}/u.test(tokens[owner + 1]?.text ?? "")) {
    let head = owner + 1;
    while (head < owner + 3 && tokens[head + 1]?.pos === "NOUN" && !isRole(tokens[head]?.text ?? "")) head++;
    // "the tenants' committee at Corbel House"
    const behind = /^(?:at|in|of)$/.test(lowerOf(tokens[head + 1]))
      ? withModifier(tokens, head + 1, options)
      : head + 1;
    return {
      addressee: {
        text: textOf(text, tokens, from, head + 1),
        kind: isGroupWord(tokens[head]?.text ?? "") ? "group" : "role",
      },
      next: behind,
    };
  }
  // "the nurses on ward 4" are greeted with their ward; "Maria from accounting" is greeted by her name.
  if (addressee.kind === "group" && next > end) addressee = { ...addressee, text: textOf(text, tokens, from, next) };
  // "Bo, Carmen and Yusuf"
  if (addressee.kind === "name") {
    let at = next;
    while (
      tokens[at]?.text === "," &&
      tokens[at + 1]?.pos === "PROPN" &&
      /^(?:,|and|&)$/.test(tokens[at + 2]?.text ?? "")
    )
      at += 2;
    if (at > next && /^(?:and|&)$/.test(tokens[at]?.text ?? "") && tokens[at + 1]?.pos === "PROPN") {
      next = at + 2;
      return { addressee: { text: textOf(text, tokens, from, next), kind: "name" }, next };
    }
  }
  if (/^(?:and|&)$/.test(lowerOf(tokens[next]))) {
    const second = endOfPhrase(tokens, next + 1, options);
    const other = second > next + 1 ? kindOf(text, tokens, next + 1, second) : undefined;
    if (other && !isVerbal(tokens[second])) {
      addressee = {
        text: textOf(text, tokens, from, second),
        kind: addressee.kind === "name" && other.kind === "name" ? "name" : "group",
      };
      next = second;
    }
  }
  return { addressee, next };
}

/** The end of a noun phrase with a head that can be a person, a group or an organization. */
function endOfPhrase(tokens: Token[], from: number, { isBeforeClause, isDative }: AddresseeOptions): number {
  let i = from;
  while (
    /^(?:the|my|our|a|an|all|all of|both|every|each|this|that|these|those|of|new|your|their|his)$/.test(
      lowerOf(tokens[i]),
    ) &&
    i < from + 4
  ) {
    // "that" begins the content.
    if (lowerOf(tokens[i]) === "that" && i > from) break;
    i++;
  }
  const hasDeterminer = i > from;
  const start = i;
  while (i < tokens.length && i < start + 6) {
    const token = tokens[i];
    if (!token) break;
    const isName =
      token.pos === "PROPN" || /^(?:mr|mrs|ms|dr|prof)\.?$/i.test(token.text) || token.text.startsWith("{");
    const isCount =
      token.pos === "NUM" && hasDeterminer && (tokens[i + 1]?.pos === "NOUN" || tokens[i + 1]?.pos === "ADJ");
    const isPart =
      isCount ||
      isName ||
      token.pos === "NOUN" ||
      // "our cleaning firm": a gerund before its noun.
      (hasDeterminer && /ing$/.test(token.text) && isRole(tokens[i + 1]?.text ?? "")) ||
      (token.pos === "ADJ" && !/^(?:late|early|due|ready|able|unable)$/i.test(token.text)) ||
      (i > start && /^['’]s$/.test(token.text)) ||
      /^(?:&)$/.test(token.text);
    const isKnown =
      isRole(token.text) ||
      groups.test(token.text) ||
      (i > start &&
        /^(?:van|von|der|den|de|da|di|du|la|le|bin|al|el|dos|del)$/i.test(token.text) &&
        /^(?:PROPN)$/.test(tokens[i - 1]?.pos ?? ""));
    if (!isPart && !isKnown && !(token.text === "." && /^(?:mr|mrs|ms|dr|prof)$/i.test(tokens[i - 1]?.text ?? "")))
      break;
    if (isDateWord(token.text) && i > start) break;
    // "tell Sunniva Dahl ms due 1 March": the manuscript.
    if (i > start && /^(?:ms|dr|mr|mrs|prof)$/.test(token.text) && tokens[i - 1]?.pos === "PROPN") break;
    // "wish Oliver good luck"
    if (isDative && i > start && /^\p{Ll}/u.test(token.text) && tokens[i - 1]?.pos === "PROPN") break;
    // "tell Henrik Aasen drydock 2 is full": the content begins with its subject.
    if (
      isBeforeClause &&
      !hasDeterminer &&
      i > start &&
      /^\p{Ll}/u.test(token.text) &&
      !isKnown &&
      !isGroupWord(token.text) &&
      /^\p{Lu}\p{Ll}/u.test(tokens[i - 1]?.text ?? "") &&
      (isFirstName(tokens[i - 1]?.text ?? "") || tokens.slice(i + 1, i + 6).some(isVerbal))
    )
      break;
    i++;
    // A plural or a role ends the phrase: what follows is the subject of the content.
    const follower = tokens[i];
    if (
      (isPluralNoun(token.text) || isRole(token.text) || (isBeforeClause && groups.test(token.text))) &&
      token.pos !== "PROPN" &&
      follower?.pos === "NOUN" &&
      !isRole(follower.text) &&
      !isRole(follower.text.replace(/s$/i, "")) &&
      !groups.test(follower.text)
    )
      break;
    // "tell the school Emil is absent": a name with its verb begins the content.
    if (isBeforeClause && hasDeterminer && !isName && follower?.pos === "PROPN" && finiteAfter(tokens, i)) break;
    if (
      isBeforeClause &&
      isName &&
      !/^(?:mr|mrs|ms|dr|prof)\.?$/i.test(token.text) &&
      follower?.pos === "PROPN" &&
      finiteAfter(tokens, i)
    )
      break;
  }
  if (hasDeterminer && i === start && /^(?:all|both|everyone)$/.test(lowerOf(tokens[from]))) return start;
  while (i > start && tokens[i - 1]?.pos === "ADJ" && !isRole(tokens[i - 1]?.text ?? "")) i--;
  return i > start ? i : from;
}

/** Whether a run of names ends in a finite verb: "Maria Soltec cannot deliver". */
function finiteAfter(tokens: Token[], from: number): boolean {
  let i = from;
  while (tokens[i]?.pos === "PROPN") i++;
  return isVerbal(tokens[i]);
}

/** "Maria from accounting", "the head of purchasing", "the parents of class 3b". */
function withModifier(tokens: Token[], end: number, { keepsOf, keepsOn }: AddresseeOptions): number {
  const link = lowerOf(tokens[end]);
  // "congratulate Anil on the promotion"
  if (link === "on" && keepsOn) return end;
  if (!/^(?:from|at|in|on|with|of)$/.test(link)) return end;
  let i = end + 1;
  if (/^(?:the|our|my|a|an)$/.test(lowerOf(tokens[i]))) i++;
  const start = i;
  // "the tenant in 4A"
  if (
    tokens[i]?.pos === "NUM" &&
    /^\p{Lu}$/u.test(tokens[i + 1]?.text ?? "") &&
    tokens[i]?.end === tokens[i + 1]?.start
  )
    i += 2;
  while (
    i < start + 3 &&
    (isNominal(tokens[i]) ||
      isRole(tokens[i]?.text ?? "") ||
      (i === start && tokens[i]?.pos === "ADJ" && isNominal(tokens[i + 1])) ||
      (i === start && isNumbered(tokens, i))) &&
    !isDateWord(tokens[i]?.text ?? "") &&
    !(i === start && tokens[i]?.pos === "NUM")
  )
    i++;
  const marker = lowerOf(tokens[i]);
  if (
    link === "of" &&
    keepsOf &&
    !/^(?:that|if|whether|to)$/.test(marker) &&
    !(marker === ":" && isPlace(tokens, end + 1, i))
  )
    return end;
  const isFollowed =
    i >= tokens.length ||
    /^(?:to|that|if|whether|when|what|how|who|where|why|for|about|regarding|re|on|and|not|[:,.])$/.test(marker) ||
    (link !== "on" && link !== "with");
  return i > start && isFollowed ? i : end;
}

/** "of class 3b", "of the choir": where readers belong. Other things after "of" are what they are told of. */
const isPlace = (tokens: Token[], from: number, to: number) =>
  tokens
    .slice(from, to)
    .some(
      ({ text }) =>
        /\d/.test(text) ||
        groups.test(text) ||
        isInstitution(text) ||
        /^(?:class|year|grade|ward|floor|block|house|building|street|unit|course|club|district|village)$/i.test(text),
    );

/** "ward 4", "year 5": a numbered thing, whatever the tagger takes its noun for. */
const isNumbered = (tokens: Token[], at: number) =>
  (tokens[at + 1]?.pos === "NUM" || /^\p{Lu}\d?$/u.test(tokens[at + 1]?.text ?? "")) &&
  /^\p{Ll}+$/u.test(tokens[at]?.text ?? "");

function kindOf(text: string, tokens: Token[], from: number, end: number): Addressee | undefined {
  const phrase = textOf(text, tokens, from, end).replace(/['’]s$/, "");
  const head = tokens[end - 1];
  if (!head) return undefined;
  if (/^(?:everyone|everybody|all|folks)$/i.test(phrase)) return { text: phrase, kind: "group" };
  const hasDeterminer = /^(?:the|my|our|a|an|all|both|every|each|this|these|those|your|his|their)\s/i.test(phrase);
  if (isDateWord(head.text)) return undefined;
  if (isGroupWord(head.text) && head.pos !== "PROPN") return { text: phrase, kind: "group" };
  if (isRole(head.text)) return { text: phrase, kind: "role" };
  if (head.pos === "PROPN" || head.text.startsWith("{") || /^\p{Lu}/u.test(head.text))
    return { text: phrase, kind: isCompany(phrase) ? "company" : "name" };
  return hasDeterminer && head.pos === "NOUN" ? { text: phrase, kind: "role" } : undefined;
}

const isCompany = (phrase: string) =>
  /\b(?:GmbH|Ltd|Limited|Inc|AG|LLC|LLP|Co|Corp|KG|SA|BV|PLC|Pvt|Bank|Insurance|Logistics|Hotel|Hotels|Group|Airlines?|Clinic|School|University|Hospital|Council|Foundation|Trust|Systems|Solutions|Services|Software|Labs?|Foods?|Motors|Energy|Telecom|Partners|Associates|Studio|Agency)\b\.?|^(?:the\s+)?\p{Lu}{2,6}$/u.test(
    phrase,
  );
