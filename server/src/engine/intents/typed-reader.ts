// Readers whom hurried writers name in odd places, and orders that such writers turn round.
import { isGroupWord, isRole } from "./addressee.ts";
import { isFirstName } from "./first-names.ts";
import { agreeWithYou } from "./person.ts";
import { pronounOf } from "./reader-notes.ts";
import { wordsIn } from "./words.ts";

/** Rewrites such an intent into an order to write to its reader. Comes before typing is repaired, which takes the dot off "by fri. to Mr Wen". */
export const withTypedReader = (given: string): string =>
  given.length > 2_000
    ? given
    : [
        withShortForms,
        withWholeNames,
        withAnswered,
        withAttention,
        withNudge,
        withKindOfMail,
        withIntroduced,
        withRoleBeforeName,
        withAsker,
        withAuthor,
        withSorry,
        withInvited,
        withNamedAtEnd,
        withOwnWait,
      ].reduce((text, rewrite) => rewrite(text), given);

const titles = "(?:mr|mrs|ms|mx|miss|dr|prof|professor|captain|sister|father|rev)\\.?";
const capital = "\\p{Lu}[\\p{L}'’-]*\\p{L}";
const titled = `(?:Mr|Mrs|Ms|Mx|Miss|Dr|Prof|Professor|Captain|Sister|Father|Rev)\\.? ${capital}(?: ${capital})?`;
const person = `(?:${titled}|${capital}(?: ${capital}){0,2})`;
const mailTo = (who: string, text: string) => `write an email to ${who}: ${text.trimStart()}`;
const we = (text: string) => (pronounOf(text) === "my" ? "I" : "we");
const isKnownPerson = (who: string) =>
  new RegExp(`^${titled}$`, "u").test(who) ||
  isFirstName(who.split(" ")[0] ?? "") ||
  /^\p{Lu}\p{Ll}+ \p{Lu}/u.test(who);

const shortForms: [RegExp, string][] = [
  [/(?<![\p{L}\d])w\/o(?:ut)?(?=[.,;!]|$)/giu, "without it"],
  [/(?<![\p{L}\d])w\/out(?!\p{L})/giu, "without"],
  [/(?<!\p{L})cld(?!\p{L})/giu, "could"],
  [/(?<!\p{L})shd(?!\p{L})/giu, "should"],
  [/(?<!\p{L})wd(?= (?:be|like|have|need|you|it)\b)/giu, "would"],
  [/(?<!\p{L})frm(?= \p{L})/giu, "from"],
  [/(?<!\p{L})hols(?!\p{L})/giu, "holidays"],
  [/(?<!\p{L})easter(?!\p{L})/gu, "Easter"],
  [/(?<!\p{L})(?:fao|attn|att)(?:\.|:)?(?= \p{L})/giu, "attn"],
  [/(?<!\p{L})cust\.?(?= \p{L})/giu, "customer"],
  [/(?<!\p{L})mot(?= on| test|[.,;-]| -|$)/gu, "MOT"],
  [/(?<!\p{L})phd(?!\p{L})/gu, "PhD"],
  [/(?<=^|[.;,?!] )ph(?= \d)/giu, "the pH is"],
  [/,? so (?:(?:it['’]?s|it is|there is) )?no (?:big )?surprises?(?=[.,;]|$)/giu, ""],
  [/\bon us,? (?:and )?not (?:on )?(?:him|her|them)(?=[.,;]|$)/giu, "on us, not on you"],
  // "sorry about driver, ive spoken to him": the person whom the apology names.
  [
    /\b((?:sorry|apologi[sz]e) (?:about|for) (?:the |our |my )?(\p{Ll}+), (?:i['’]?ve|I have|we['’]?ve|we have) (?:already )?(?:spoken|talked) (?:to|with)) (?:him|her|them)(?=[.,;]|$)/giu,
    "$1 the $2",
  ],
  // "hold the rest, dont ship": the reader must not.
  [
    /(^|[.;,] |\b(?:and|but) )(?:do not|don['’]?t) (ship|send|deliver|dispatch|pay|sign|start|print|publish|release|install|cancel|open|reply|call|cut|invoice|book)(?=[.,;]|$)/giu,
    ". please do not $2",
  ],
  // "part in tomorrow, could be done by 4"
  [/([.;,] )(could|can|should|would|must) be (?=\p{L}+(?:ed|en|ne)\b)/giu, "$1it $2 be "],
];
const withShortForms = (text: string) =>
  shortForms.reduce((said, [form, whole]) => said.replace(form, whole), text).replace(/^\. /, "");

/** "without prejudice" is no word about the style of the mail. Comes before such words are taken off. */
export const withLegalHead = (text: string): string =>
  text.replace(
    /(^|[.;,:] )(?:strictly )?(without prejudice(?: (?:and|&) subject to contract)?|subject to contract)(?=[.;,:]|$)/giu,
    (_, mark: string, reserve: string) => `${mark.replace(/[,;]/, ".")}this message is ${reserve.toLowerCase()}`,
  );

const upper = (word: string) => word.replace(/(?:^|-)\p{Ll}/gu, (letter) => letter.toUpperCase());
const isWord = (word: string) =>
  isRole(word) ||
  isGroupWord(word) ||
  /^(?:about|that|know|from|for|and|or|the|has|have|is|was|will|can|to|if|when|at|in|on|re|of|flat|unit|room|who|by|with|not|please|pls|asap|today|tomorrow)$/.test(
    word,
  );
const looksLikeSurname = (word: string) => {
  const [token] = wordsIn(word);
  return (
    !isWord(word) && (word.includes("-") || !/^(?:VERB|ADV|ADP|DET|PRON|AUX|SCONJ|CCONJ|PART)$/.test(token?.pos ?? ""))
  );
};

/** "mr prakash holloway", "reply to marta oyelaran: …", "by tomas fairweather-king": the surname is the last word. */
const withWholeNames = (text: string): string =>
  text
    .replace(
      new RegExp(`(?<!\\p{L})(${titles}) \\p{L}\\. ?(\\p{L}[\\p{L}'’-]{2,})`, "giu"),
      (_, title: string, last: string) => `${title} ${upper(last)}`,
    )
    .replace(
      new RegExp(
        `(?<!\\p{L})(${titles}) (\\p{L}[\\p{L}'’-]+) (\\p{Ll}[\\p{L}'’-]{2,})(?=[.,:;]| (?:know|that|about|if|when|flat|to|for|re)\\b|$)`,
        "giu",
      ),
      (whole, title: string, first: string, last: string) =>
        isFirstName(first.toLowerCase()) || (looksLikeSurname(last) && !isWord(first.toLowerCase()))
          ? `${upper(title.toLowerCase())} ${upper(first)} ${upper(last)}`
          : whole,
    )
    .replace(
      /(?<!\p{L})((?:to|by|from|for|attn|with|contact|tell|ask|write|thank|remind|inform|mail) )(\p{Ll}[\p{L}'’]{2,}) (\p{Ll}[\p{L}'’-]{2,})(?=[.,:;]| - |$)/gu,
      (whole, lead: string, first: string, last: string) =>
        isFirstName(first) && looksLikeSurname(last) && (last.includes("-") || !/(?:ing|ed|ly)$/.test(last))
          ? `${lead}${upper(first)} ${upper(last)}`
          : whole,
    );

const quotedMail =
  /^(?:please |pls )*(?:answer|reply to|respond to|react to|reply)(?: to)?(?: (?:this|that|him|her|them|the following))?(?: (?:mail|e-?mail|message|note))?\s*:\s*(["'“‘])(.{15,}?)\1?["'”’]\s*[-–—:.,;]*\s+(?=\S)/isu;
/** "answer this: '… - Constance Mbeki, Harbour Deli' - the pallet is in Leith": the quoted mail is answered, not sent back. */
function withAnswered(text: string): string {
  const [whole, , said = ""] = quotedMail.exec(text) ?? [];
  const signer = new RegExp(
    `(?:^|\\s)(?:[-–—]+|regards,?|thanks,?|best,?|cheers,?) ?(${person})(?:, [^'"]{2,40})?$`,
    "u",
  ).exec(said)?.[1];
  return whole && signer ? mailTo(signer, withoutPromise(text.slice(whole.length))) : text;
}
/** "lost day: no promise, boss looks at it": how far the answer may go is told to the writer. */
const withoutPromise = (text: string) =>
  text.replace(
    /(^|[.;,] )(?:the )?((?:\p{Ll}+ ){0,2}\p{Ll}+): no promises?[,;.] (?:(?:my|our|the) )?/giu,
    "$1regarding the $2, our ",
  );

/** "quote for Ravenglass Primary, attn Joy Tillotson: …" */
function withAttention(text: string): string {
  const found = new RegExp(`^(.{3,80}?)[,;.]? \\(?attn (${person})\\)?\\s*(?:[:;.,]| -| –)\\s*(?=\\S)`, "su").exec(
    text,
  );
  const [whole, matter = "", who = ""] = found ?? [];
  if (!whole) {
    const [, said, last] = new RegExp(`^(.{12,}?)[.,;]? \\(?attn (${person})\\)?[.!]*$`, "su").exec(text) ?? [];
    return said && last
      ? mailTo(last, `${said}.`)
      : text.replace(new RegExp(`^attn (${person})\\s*[:,.-]+\\s*(?=\\S)`, "u"), (_, reader: string) =>
          mailTo(reader, ""),
        );
  }
  const ours = pronounOf(text) === "my" ? "my" : "our";
  const rest = text.slice(whole.length);
  const offer = /^(?:our |the |an? )?(quote|quotation|offer|estimate|invoice|proposal) (?:for|to) /iu.exec(matter)?.[1];
  return offer
    ? mailTo(
        who,
        `here is ${ours} ${matter.replace(/^(?:our |the |an? )/i, "")}. ${rest.replace(/(^|, )(collect|deliver|install|start|ship) (?=in|on|by|from|within|before)/gi, `$1${we(text)} $2 `)}`,
      )
    : mailTo(who, `this is about ${matter}. ${rest}`);
}

const ranks: Record<string, string> = { "1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth" };
/** "2nd nudge to Emeka about signed NDA" */
const withNudge = (text: string): string =>
  text.replace(
    new RegExp(
      `^(?:(?:the|a|an|my|our) )?(?:(1st|2nd|3rd|4th|first|second|third|fourth|final|last) )?(?:(?:gentle|friendly|quick|short|polite|another) )*(?:nudge|chaser|prod|poke|ping|reminder) (?:to|for) (${person}) (?:about|re|on|for|regarding) ([^.;,:]{3,80})(?=[.;,:]|$)`,
      "iu",
    ),
    (whole, rank: string | undefined, who: string, matter: string) => {
      if (!/^\p{Lu}/u.test(who)) return whole;
      const thing = /^(?:the|a|an|my|our|your|his|her|their|this|that)\b/i.test(matter) ? matter : `the ${matter}`;
      const count = rank
        ? `. this is ${pronounOf(text)} ${ranks[rank.toLowerCase()] ?? rank.toLowerCase()} reminder`
        : "";
      return `remind ${who.trim()} about ${thing.replace(/^the (his|her|their) /i, "$1 ")}${count}`;
    },
  );

const kinds =
  "(?:(?:first|second|third|final|last|formal|written) )*(?:warning|notice|reminder|apology|update|refusal|rejection)";
/** "final warning Mr Castellan flat 14B, noise after 11pm" */
const withKindOfMail = (text: string): string =>
  text.replace(
    new RegExp(`^(${kinds}) (?:(?:to|for) )?((?:${titles}) \\p{L}[\\p{L}'’-]+)(?:[,:;]| -)? (?=\\p{L})`, "iu"),
    (_, kind: string, who: string) =>
      mailTo(
        who.split(" ").map(upper).join(" "),
        `this is ${/^(?:final|last)/i.test(kind) ? "the" : /^[aeiou]/i.test(kind) ? "an" : "a"} ${kind.toLowerCase()}. ${/warning/i.test(kind) ? "it concerns " : ""}`,
      ),
  );

/** "intro Wanjiru Keats to Olly Brandt. she runs …, he looks …": both read it. */
function withIntroduced(text: string): string {
  const [whole, one = "", other = ""] =
    new RegExp(
      `^intro(?:duce)? (${capital}(?: ${capital})?) to (${capital}(?: ${capital})?)[.:;]\\s+(?=(?:she|he) )`,
      "iu",
    ).exec(text) ?? [];
  if (!whole || !/^\p{Lu}/u.test(one) || !/^\p{Lu}/u.test(other)) return text;
  const rest = text.slice(whole.length);
  const first = /^(she|he)\b/i.exec(rest)?.[1]?.toLowerCase();
  const second = first === "she" ? "he" : "she";
  const [a = "", b = ""] = [one.split(" ")[0], other.split(" ")[0]];
  return mailTo(
    `${a} and ${b}`,
    `I would like to introduce you to each other. ${rest
      .replace(/^(?:she|he)\b/i, one)
      .replace(new RegExp(`([.;,] )(?:and )?${second}\\b`, "i"), `. ${other}`)
      .replace(/\b(?:they|the two)(?= (?:should|can|could|may|might|will)\b)/gi, "you")
      .replace(/[.;,] (?:and )?(?:I|i)(?:['’]ll| will)? step (?:out|back|aside)(?=[.;,]|$)/g, "")}`,
  );
}

/** "tell my PhD student Ciaran his chapter 2 is better" */
const withRoleBeforeName = (text: string): string =>
  text.replace(
    new RegExp(
      `^((?:please |pls )?(?:tell|ask|inform|remind|write(?: to)?|mail|e-?mail|thank|let) )(?:my|our|the) (?:[\\p{L}-]+ ){0,2}?(\\p{Ll}+) (${capital})(?= \\p{Ll})`,
      "u",
    ),
    (whole, order: string, role: string, who: string) => (isRole(role) || isFirstName(who) ? `${order}${who}` : whole),
  );

/** "customer Leopold Ashgrove wants full refund on …", "fish guy sent …. his name is Gil": who acted reads the answer. */
function withAsker(text: string): string {
  const asked = new RegExp(
    `^(?:the |our |my )?(\\p{Ll}+) (${capital} ${capital}|${titled}) (?:wants|asks for|demands|requests|wanted|asked for) (?!to\\b|us\\b|me\\b)`,
    "u",
  ).exec(text);
  if (asked?.[1] && asked[2] && isRole(asked[1])) {
    const rest = text
      .slice(asked[0].length)
      .replace(/^(full|partial) (?=refund|discount|replacement|report)/i, "a $1 ");
    return mailTo(asked[2], `you asked for ${rest}`)
      .replace(/, (?:his|her|their) choice(?=[.,;]|$)/i, ", your choice")
      .replace(
        /(^|[.;,] )(?:he |she |they )?needs? to (?:say|decide|tell us|let us know|choose|answer)(?= by| before| until)/gi,
        "$1please let us know",
      );
  }
  const [whole, deed = ""] =
    /^(?:the |our |my )?(?:\p{Ll}+ )?(?:guy|man|lady|woman|bloke|chap|fella|lad) (\p{Ll}+) /u.exec(text) ?? [];
  const who = new RegExp(`[.;,] (?:his|her) name(?: is|['’]s) (${person})(?=[.;,]|$)`, "u").exec(text);
  if (!whole || !who?.[1] || !/(?:ed|s|nt|ew|id|ot|ve|ok|ke|ame)$/.test(deed)) return text;
  return mailTo(
    who[1],
    `you ${agreeWithYou(deed)} ${text.slice(whole.length, who.index)}${text.slice(who.index + who[0].length)}`,
  );
}

/** "reject manuscript 'The Salt Ledger' by Tomas Fairweather-King": its author reads it. */
const withAuthor = (text: string): string =>
  text.replace(
    new RegExp(
      `^(?:please )?(?:reject|decline|turn down|refuse) (?:the )?(manuscript|paper|novel|book|article|story|poem|design|proposal|application|pitch|abstract|essay|submission)((?: ['"“‘][^'"”’]{2,80}['"”’])?) (?:by|from|of) (${person})(?=[.;,:]|$)`,
      "iu",
    ),
    (whole, thing: string, called: string, who: string) =>
      /^\p{Lu}/u.test(who)
        ? `tell ${who.trim()} that unfortunately ${we(text)} have to decline your ${thing.toLowerCase()}${called}`
        : whole,
  );

/** "sorry to beatrix for double booking …" */
const withSorry = (text: string): string =>
  text
    .replace(
      /^(?:so |very |please )?(?:say )?(?:sorry|apologies|apology) to ((?:(?:mr|mrs|ms|dr)\.? )?\p{L}[\p{L}'’-]+) for (?=\S)/iu,
      (whole, who: string) =>
        /^(?:the|my|our|all|him|her|them|you|everyone|everybody|staff|customers?|clients?|parents|guests|residents|tenants)$/i.test(
          who,
        ) || isRole(who)
          ? whole
          : `apologize to ${who.split(" ").map(upper).join(" ")} for `,
    )
    .replace(
      /(^|[.;,] )(moved|booked|put|gave|refunded|credited|sent) (?:him|her|them) (?=\p{L}|\d)/giu,
      (whole, mark: string, verb: string) =>
        /^(?:apologi[sz]e|sorry)/i.test(text) && mark !== ""
          ? `${mark.replace(",", ".")}${we(text)} ${verb.toLowerCase()} you `
          : whole,
    )
    .replace(
      /([.;,] )(?:is|would) (that|this|it) (?:be )?(ok|okay|fine|alright|all right) (?:w\/|with|for) (?:him|her|them)\?/giu,
      (whole, mark: string, what: string) =>
        /^(?:sorry|apolog)/i.test(text) ? `${mark.replace(",", ".")}is ${what} fine with you?` : whole,
    );

/** "invite parents year 6 - leavers assembly Thursday …" */
const withInvited = (text: string): string =>
  text.replace(
    /^invite (?:all |the )?(\p{Ll}+) (?:of )?((?:year|class|grade|group|form|team|floor|block|unit) [\p{L}\d]{1,6})\s*(?:[-–:,]|to)\s+(?:the )?(?=\p{L})/iu,
    (whole, who: string, which: string) => (isGroupWord(who) ? `invite the ${who} of ${which} to the ` : whole),
  );

const weekdays: Record<string, string> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};
/** "need root cause by fri. to Mr. Wen", "…. for ms harrow" */
const withNamedAtEnd = (text: string): string =>
  text.replace(
    new RegExp(
      `^(?!(?:write|tell|ask|reply|mail|e-?mail|send|thank|inform|remind|invite|apologi[sz]e)\\b)(.{12,}?[.;!?]) (?:(?:this |it )?(?:goes |is |mail )?(?:to|for) )(${titles} \\p{L}[\\p{L}'’-]+|${capital} ${capital}|${capital})[.!]*$`,
      "isu",
    ),
    (whole, said: string, who: string) => {
      const name = new RegExp(`^${titles} `, "i").test(who) ? who.split(" ").map(upper).join(" ") : who;
      return /^\p{Lu}/u.test(name) && isKnownPerson(name)
        ? mailTo(
            name,
            said.replace(/\b(mon|tue|wed|thu|fri|sat|sun)\.$/i, (_, day: string) => `${weekdays[day.toLowerCase()]}.`),
          )
        : whole;
    },
  );

/** "dont start till she says yes": the writer's side waits for the reader. */
const withOwnWait = (text: string): string =>
  text.replace(
    /(^|[.;,] )(?:do not|don['’]?t) (\p{Ll}+(?: (?:it|this|the \p{Ll}+|work))?) (?:till|until|unless|before) (he|she|they) (says?|agrees?|confirms?|approves?|signs?|pays?|oks?|replies|reply|answers?)(?= |[.,;]|$)/giu,
    (_, mark: string, deed: string, who: string, verb: string) =>
      `${mark.replace(",", ".")}we will not ${deed} until ${who} ${verb}`,
  );
