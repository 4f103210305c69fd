import { addresseeAt, isGroupWord, isRole } from "./addressee.ts";
import type { Addressee } from "./clause.ts";
import { isFirstName } from "./first-names.ts";
import { verbRule } from "./verbs.ts";
import { isNominal, lowerOf, textOf, wordsIn } from "./words.ts";

// A verb that takes a person as its object, so that a bare word after it is a name: "tell yusuf", "ask tunde".
const personal =
  /\b((?:tell|ask|remind|thank|inform|notify|invite|congratulate|email|e-mail|message|ping|write to|write|say to|explain to|reply to|chase|nudge|assure|warn|update|mail)(?: (?:mr|mrs|ms|dr|prof|professor)\.?)? )(\p{Ll}[\p{L}'’-]+)(?=\s|,|:|$)/giu;
const notNames =
  /^(?:for|if|whether|when|what|how|who|where|which|why|about|to|that|the|a|an|my|our|your|his|her|their|its|this|these|those|all|every|everyone|everybody|both|each|him|them|me|us|you|it|and|or|not|again|back|in|on|at|by|with|from|of|as|re|regarding|politely|kindly|nicely|some|any|only|also|everybody|people|someone|somebody|anyone|new|old|customers?|clients?|parents|tenants|staff|management|colleagues|suppliers|residents|guests|members|students|employees|finance|hr|it|legal|sales|marketing|support|reception|management|security|down|up|something|in|an|mail|email|one|two|three)$/i;

/** Gives the names of hurried text their capital: "tell yusuf that…" → "tell Yusuf that…", at every place of the name. */
/** A name behind the verb or preposition of an order: "apologise to tariq", "offer sana the job", "let delia know". */
const ordered =
  /(?:^|[.,;] |\b(?:and|please|to) )(?:let|offer|give|send|pay|hire|apologi[sz]e to|reply to|talk to|(?:follow|catch)(?:ing)? up with|check with|congrats to|congratulations to|thanks to|chase|nudge|ping|text|call|give) (\p{Ll}{3,})(?=[\s,.:;]|$)/gu;

/** "that mark will call her": whoever calls, wants or says something is a person. */
const acting =
  /\b(?:that|because|whether|if|when|and) (\p{Ll}{3,})(?= (?:(?:will|can|could|would|should) (?:call|ring|come|join|send|bring|help|visit|meet|contact|write|drive|present|speak|pick)|wants|said|says|told|asked|called|thinks|agreed|promised|offered)\b)/gu;

/** Names that are words as well. */
const alsoWord =
  /^(?:will|mark|may|bill|rob|sue|pat|rose|grace|jack|frank|max|art|faith|hope|joy|june|april|ray|penny|ruby|iris|lily|robin|jean|glen|carol|christian|victor|dean|guy|chase|chip|nick|urban|angel|nan|dan|don|son|sky|art|april|max|rex|roe|barb|norm|gene|earl|van|lee|ken|ken)$/;

export function withNames(text: string): string {
  const names = new Set<string>();
  for (const found of text.matchAll(personal)) {
    const word = found[2] ?? "";
    const isPlural = /s$/.test(word) && !isFirstName(word);
    const [follower = ""] = /^\s?\p{Ll}+/u.exec(text.slice(found.index + found[0].length)) ?? [];
    // "ask building management", "tell reception staff": two nouns of an organization.
    if (isGroupWord(follower.trim()) || (isRole(follower.trim()) && !isFirstName(word))) continue;
    if (!notNames.test(word) && !isRole(word) && !isPlural && (isFirstName(word) || !commonNoun(word))) names.add(word);
  }
  for (const [, role = "", word = ""] of text.matchAll(
    /\b(?:my|our|the) (\p{Ll}+) (\p{Ll}{3,})(?= (?:from|if|whether|that|to|for|about|when)\b)/gu,
  ))
    if (
      isRole(role) &&
      !isRole(word) &&
      (isFirstName(word) || (!notNames.test(word) && !commonNoun(word) && !/(?:s|ing|ed|ly)$/.test(word)))
    )
      names.add(word);
  // "decline ravi's invitation", "need lars to confirm": only a known name that is no word as well.
  for (const [, word = ""] of text.matchAll(
    /(?<!\p{L})(\p{Ll}{3,})(?=['’]s \p{Ll}| (?:is|has|will|can) (?:joining|coming|out|off|back|away|on|also)\b)/gu,
  ))
    if (isFirstName(word) && !alsoWord.test(word)) names.add(word);
  for (const [, word = ""] of text.matchAll(acting)) if (isFirstName(word)) names.add(word);
  for (const [, word = ""] of text.matchAll(ordered)) if (isFirstName(word) && !alsoWord.test(word)) names.add(word);
  const asked = /^(?:need|want) (\p{Ll}{3,}) to /u.exec(text)?.[1] ?? "";
  if (isFirstName(asked) && !alsoWord.test(asked)) names.add(asked);
  const start =
    /^(?:(?:short|quick|urgent|hi|hey)[:,]? )?(\p{Ll}[\p{L}'’-]+)(?=[:,] | [-–—] | (?:pls|please|plz|needs to|should|can you|could you)\b)/u.exec(
      text,
    )?.[1];
  // "gwen's application", "hannah keeps parking": only a known name, because any noun can stand there.
  const owner =
    /^(\p{Ll}[\p{L}-]+)(?=['’]s\s|\s(?:(?:from|at|in) (?:the |our )?\p{L}+ )?(?:wants?|has|keeps|is|needs?|ask(?:s|ed)|still|hasn|must|should|wrote|called|sent|passed|got|won|left|lost|bought|paid|thinks|forgot|said|says|offered|can|could|will|would|doesn|isn|wasn|complain(?:s|ed)|did|does|and)\b)/u.exec(
      text,
    )?.[1];
  if (owner && isFirstName(owner)) names.add(owner);
  if (
    start &&
    (isFirstName(start) ||
      (!isGroupWord(start) &&
        !notNames.test(start) &&
        !isRole(start) &&
        !commonNoun(start) &&
        !/(?:s|ing|ed|ly)$/.test(start)))
  )
    names.add(start);
  let named = text;
  for (const name of [...names].slice(0, 10))
    named = named.replace(
      new RegExp(`(?<![\\p{L}\\d@._-])${name}(?![\\p{L}\\d@_-])`, "gu"),
      name.charAt(0).toUpperCase() + name.slice(1),
    );
  return named;
}

/** Whether the tagger knows a word as an everyday noun, verb or adjective. A name in lower case is mostly unknown to it. */
function commonNoun(word: string): boolean {
  const [token] = wordsIn(`the ${word} is`).slice(1);
  return token !== undefined && everyday.test(word) && isNominal(token);
}
const everyday =
  /^(?:team|group|crew|board|bank|school|office|plant|press|company|council|insurance|insurer|hotel|court|landlord|boss|family|neighbou?r|customer|client|supplier|vendor|warehouse|kitchen|accounting|payroll|production|procurement|logistics|facilities|compliance|engineering|purchasing|maintenance|housekeeping|admissions|registry|leadership|update|reminder|status|meeting|invoice|order|note|complaint|request|question|price|budget|project|delivery|payment|contract|offer|heating|water|wifi|server|parking|thanks|sorry|urgent|important|fyi|info|news|today|tomorrow)$/i;

export type Opened = { text: string; addressee?: Addressee | undefined; isDirect: boolean };

/** "Olu, reset the password", "kitchen crew: …", "kwame please book …": the text speaks to the reader itself. */
export function readVocative(text: string): Opened {
  const concern = /^to whom it may concern(?: at ([^,:–-]{2,50}?))?\s*(?:[:,–-]\s*|$)/i.exec(text);
  if (concern)
    return {
      text: text.slice(concern[0].length),
      addressee: { text: concern[1]?.trim() ?? "Sir or Madam", kind: concern[1] ? "company" : "name" },
      isDirect: false,
    };
  // A mail that is written already: its salutation names the reader, and its end is added again below.
  const salutation =
    /^(?:dear|hi|hello|hey) ((?:(?:Mr|Mrs|Ms|Mx|Dr|Prof)\.? )?\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2})\s*[,!]\s*(?=\S)/iu.exec(
      text,
    );
  if (salutation?.[1])
    return {
      text: text
        .slice(salutation[0].length)
        .replace(
          /\s*(?:kind regards|best regards|regards|best wishes|best|cheers|yours sincerely|sincerely|thanks),?\s+\p{Lu}[\p{L} .-]{1,30}$/iu,
          "",
        ),
      addressee: { text: salutation[1], kind: "name" },
      isDirect: true,
    };
  // "Rob: your van": a first name, whatever else the word means.
  const [lead, who = ""] = /^(\p{Lu}\p{Ll}+(?: \p{Lu}[\p{L}-]+)?):\s+(?=\S)/u.exec(text) ?? [];
  if (lead && isFirstName(who.split(" ")[0] ?? "") && alsoWord.test((who.split(" ")[0] ?? "").toLowerCase())) {
    const rest = text.slice(lead.length);
    return {
      text: rest,
      addressee: { text: who, kind: "name" },
      isDirect: !/^(?:ask|tell|say|thank|remind|write|let)\b/i.test(rest),
    };
  }
  // "To all line managers. Reviews have to be in …"
  const headed =
    /^(?:to|for|attn:?|attention:?) ((?:all|every\p{L}*|the|our|my)(?: [\p{L}\d&-]+){0,5}|everyone|(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?(?=\s*:))\s*[.:,–-]\s+(?=\S)/iu.exec(
      text,
    );
  const group = headed?.[1] ? addresseeAt(headed[1], wordsIn(headed[1]), 0)?.addressee : undefined;
  if (headed && group) return { text: text.slice(headed[0].length), addressee: group, isDirect: true };
  if (/^(?:e-?mail|mail|write|message|text|ping|reply|respond|draft|compose|send)\b/i.test(text))
    return { text, isDirect: false };
  const bare = text.replace(/^(?:short|quick|urgent|note|fyi|hi|hey|hello|dear)[:,]?\s+(?=\S)/i, "");
  const tokens = wordsIn(bare.slice(0, 200));
  const found = addresseeAt(bare, tokens, 0);
  if (!found || found.addressee.kind === "pronoun" || verbRule(lowerOf(tokens[0]))) return { text, isDirect: false };
  const mark = lowerOf(tokens[found.next]);
  const isGroup = found.addressee.kind === "group" || found.addressee.kind === "role";
  const isPoliteness =
    /^(?:please|can|could)$/.test(mark) && (mark === "please" || lowerOf(tokens[found.next + 1]) === "you");
  const [first = ""] = found.addressee.text.split(/\s+/);
  const isName = found.addressee.kind === "name" && (isFirstName(first) || /^\p{Lu}\p{Ll}+$/u.test(first));
  const isCalled =
    (mark === ":" && (isGroup || isName)) || (mark === "," && isName && found.next === 1) || (isPoliteness && isName);
  if (!isCalled || /^(?:reminder|update|complaint|question|request|subject|topic|note)s?$/i.test(found.addressee.text))
    return { text, isDirect: false };
  const called = textOf(bare, wordsIn(bare), isPoliteness ? found.next : found.next + 1);
  return {
    text: called,
    addressee: found.addressee,
    // "Embassy: ask for an appointment": the order is the writer's.
    isDirect: !/^(?:ask|tell|say|thank|remind|inform|apologi[sz]e|explain|write|let)\b/i.test(called),
  };
}

/** "I want Ms Farrugia to know that …", "Priyanka needs to know: …" → "tell Ms Farrugia that …". */
export function withTell(text: string): string {
  return (
    text
      // "ask for a note and that the truck comes early"
      .replace(
        /\b(ask (?:him |her |them |\p{Lu}\p{L}+ )?for [^.;:]{3,60}?),? and that (?=\p{L})/iu,
        "$1. please make sure that ",
      )
      .replace(
        /^(?:please )?welcome (\p{Lu}[\p{L}-]+)((?: \p{Lu}[\p{L}-]+){0,2}) to (the team|our team|the crew|the family|the office|the club|the board|the department)(?:,|\.|;|:| -| –) (?=(?:(?:she|he)(?:['’]s)? )?(?:starts?|comes?|joins?|sits?|is|will|has|was|works?|takes?|likes?|moves?|started|replaces?)\b)(?:(?:she|he) )?/iu,
        (_, first: string, last: string, place: string) =>
          `announce to ${place} that we welcome ${first}${last} to ${place}. ${first} `,
      )
      .replace(
        /(^|[.;,] )(?:everyone|everybody|all of you),?(?: please)? (?=(?:say|bring|come|check|use|send|join|read|sign|remember|keep|take|wear|park|leave|be|make|give|stay|register)\b)/gi,
        "$1please ",
      )
      // "tell the team great work on the launch"
      .replace(
        /^tell ((?:\p{L}+ ){1,4}?)((?:(?:really|very|such) )?(?:great|good|nice|excellent|fantastic|brilliant|amazing|superb|well) (?:work|job|effort|stuff|done)\b)/iu,
        (_, who: string, praise: string) => `write an email to ${who.trim()}: ${praise}`,
      )
      .replace(
        /^(?:push back(?: \p{L}+ly)? on|object to|disagree with|challenge|dispute) ((?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?\p{Lu}[\p{L}-]+)['’]s ([^:,.;]{2,60})(?:[:,.;]\s*|$)/iu,
        (_, name: string, thing: string) =>
          `tell ${name} that ${/\b(?:we|our|us)\b/i.test(text) ? "we" : "I"} do not agree with ${name}'s ${thing} in this form; `,
      )
      .replace(
        /^(?:(?:say )?sorry|apologies|bad news) (?:to|for) ((?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?\p{L}[\p{L} .'-]{1,40}?),? but (?=\S)/iu,
        (_, name: string) =>
          `tell ${name} that ${/\b(?:I|my|me)\b/.test(text) && !/\b(?:we|our|us)\b/i.test(text) ? "I am" : "we are"} sorry, but `,
      )
      .replace(
        / and ((?:(?:Mr|Mrs|Ms|Dr|Prof|Lord|Lady)\.? )?\p{Lu}[\p{L}-]+) should hear (it|this) from (us|me)\b/u,
        " and I want $1 to hear $2 from $3",
      )
      .replace(
        /^(?:I|we) (?:want|need|would like) (.{2,50}?) to (?:know|be aware|understand|hear)(?: about)?(?: that)?:?\s+/i,
        "tell $1 that ",
      )
      .replace(
        /^(?!(?:we|I|our|my|it|there)\b)(\p{Lu}?[\p{L}. ]{2,40}?) (?:needs?|has|have|ought|must|should)(?: to)? (?:know|be told|be informed|hear)(?: (?:about|that))?:?\s+(?=\S)/iu,
        "tell $1 ",
      )
      .replace(
        /^(?:would|i'd|we'd) (?:like|love) to (?=ask|tell|thank|invite|remind|congratulate|apologi|propose|suggest|offer|request|decline|confirm)/i,
        "",
      )
  );
}
