import { capitalize } from "../text/words.ts";
import { withNearWords } from "./near-words.ts";
import { weekdayNamed } from "./weekdays.ts";

const misspelled: Record<string, string> = {
  abt: "about",
  acct: "account",
  addr: "address",
  atachd: "attached",
  attchd: "attached",
  avail: "available",
  b4: "before",
  bck: "back",
  chk: "check",
  lable: "label",
  cnfrm: "confirm",
  dlvry: "delivery",
  dnt: "don't",
  hv: "have",
  nxt: "next",
  offr: "offer",
  rcpt: "receipt",
  resv: "reservation",
  rm: "room",
  rms: "rooms",
  sory: "sorry",
  sched: "schedule",
  svc: "service",
  tix: "tickets",
  wkend: "weekend",
  wld: "would",
  abot: "about",
  amt: "amount",
  btwn: "between",
  bcoz: "because",
  mths: "months",
  mth: "month",
  pymt: "payment",
  rcvd: "received",
  tmr: "tomorrow",
  adress: "address",
  accomodate: "accommodate",
  accomodation: "accommodation",
  appologize: "apologize",
  apologise: "apologize",
  apologising: "apologizing",
  becuase: "because",
  nite: "night",
  soz: "sorry",
  sry: "sorry",
  srry: "sorry",
  becasue: "because",
  cancelation: "cancellation",
  cuz: "because",
  definately: "definitely",
  delivary: "delivery",
  equiptment: "equipment",
  gonna: "going to",
  wanna: "want to",
  infrom: "inform",
  invioce: "invoice",
  lets: "let's",
  meetign: "meeting",
  mtg: "meeting",
  neccessary: "necessary",
  occured: "occurred",
  plz: "please",
  thurs: "Thursday",
  thur: "Thursday",
  tues: "Tuesday",
  weds: "Wednesday",
  ppl: "people",
  info: "information",
  tho: "though",
  tonite: "tonight",
  thru: "through",
  msg: "message",
  appt: "appointment",
  dept: "department",
  approx: "approximately",
  prob: "probably",
  asap: "as soon as possible",
  bday: "birthday",
  yr: "year",
  yrs: "years",
  wk: "week",
  wks: "weeks",
  mgr: "manager",
  qty: "quantity",
  cert: "certificate",
  certs: "certificates",
  poss: "possible",
  diff: "different",
  coz: "because",
  pls: "please",
  recieve: "receive",
  recieved: "received",
  remeber: "remember",
  reminde: "remind",
  resheduled: "rescheduled",
  scedule: "schedule",
  seperate: "separate",
  shedule: "schedule",
  shoud: "should",
  shold: "should",
  woud: "would",
  coud: "could",
  teh: "the",
  jsut: "just",
  adn: "and",
  hte: "the",
  taht: "that",
  waht: "what",
  beleive: "believe",
  calender: "calendar",
  excelent: "excellent",
  garantee: "guarantee",
  goverment: "government",
  insurence: "insurance",
  maintainance: "maintenance",
  oppinion: "opinion",
  recomend: "recommend",
  refering: "referring",
  succesful: "successful",
  truely: "truly",
  wendesday: "Wednesday",
  wensday: "Wednesday",
  thier: "their",
  thx: "thanks",
  tmrw: "tomorrow",
  tommorow: "tomorrow",
  tommorrow: "tomorrow",
  tomorow: "tomorrow",
  u: "you",
  untill: "until",
  ur: "your",
  wether: "whether",
  wich: "which",
};

/** Corrects contractions, short forms, capitals and common slips of hurried typing. Words that it does not know stay. */
export function repairTyping(text: string): string {
  return withNearWords(text)
    .replace(/[ \t]+/g, " ")
    .replace(/(^|[\s("'])i(?=[\s,.!?'’;]|$)/g, "$1I")
    .replace(/\b(can|don|won|doesn|didn|isn|wasn|couldn|wouldn|shouldn|haven|hasn|aren|weren)t\b/gi, "$1't")
    .replace(
      /\b(dad|mum|mom|boss|grandma|grandpa|brother|sister|mother|father|wife|husband|company|client|customer|landlord|neighbou?r)s (?=(?:funeral|birthday|car|house|flat|office|operation|surgery|wedding|death|party|address|number|e-?mail|order|account|contract|parking)\b)/gi,
      "$1's ",
    )
    .replace(/\bim\b/gi, "I'm")
    .replace(/\bive\b/gi, "I've")
    .replace(/\bthats\b/gi, "that's")
    .replace(/\b(she|he)s (?=\p{Ll})/giu, "$1's ")
    .replace(/\b(they|you|she)ll\b/gi, "$1'll")
    .replace(/(?<=\p{L}) @ (?=\p{L})/gu, " at ")
    .replace(/(?<!\d )(?<![\d.] ?)\bw (?=[\p{L}\d])/gu, "with ")
    .replace(/(?<=[\p{L}\d)]) n (?=\p{L})/gu, " and ")
    .replace(/(?<=\b\d{3,} )fr (?=[\d€$£])|(?<=\p{L} )fr (?=[€$£]?\d)/gu, "for ")
    .replace(
      /\b(?:dunno|(?:I )?don['’]?t know)(?: yet)? about ((?:the |our |my )[^,.;–-]{2,40}?)(?=[,.;]| - | – |$)/gi,
      "$1 is still open",
    )
    .replace(/\bdunno\b/gi, "I don't know")
    .replace(/(["”'’]\. )(\p{Ll})/gu, (_, mark: string, letter: string) => `${mark}${letter.toUpperCase()}`)
    .replace(/\b(with|show|bring|your|photo|valid|an|by) id\b/g, "$1 ID")
    .replace(/(^|[.;,] )(?:ok|okay|fine|alright) (for|with) (him|her|them|you)\?/gi, "$1is that fine $2 $3?")
    .replace(/(?<=\p{Ll}|\b\p{Lu}{2,4}) (?:\+|&) (?!vat\b)(?=\p{Ll})/gu, " and ")
    .replace(/(?<=\p{Ll}s) r (?=\p{Ll})/gu, " are ")
    .replace(/\bgr8\b/gi, "great")
    .replace(
      /\bv (?=(?:happy|good|nice|sorry|urgent|late|busy|important|pleased|bad|cold|hot|helpful|grateful|much)\b)/gi,
      "very ",
    )
    .replace(/(?<=\p{L}) 2 (?=(?:the|a|an|you|me|us|my|our|be|get|do|see|your|him|her|them)\b)/giu, " to ")
    .replace(/(?<=\p{L}) 4 (?=(?:the|a|an|you|me|us|my|our|your|him|her|them)\b)/giu, " for ")
    .replace(/\b(?:the )?(\d(?:st|nd|rd|th)) x (?=(?:this|in|since|now)\b)/gi, "for the $1 time ")
    .replace(/\b(?:the )?(\d) x (?=(?:this|in|since)\b)/gi, "$1 times ")
    .replace(
      /\b(mon|tue|wed|thu|fri|sat|sun)(?:\p{L}*)? ?[-–] ?(mon|tue|wed|thu|fri|sat|sun)(?:\p{L}*)?(?![\p{L}])(?= \d|[,.;]|$)/giu,
      (_, from: string, to: string) => `${weekdayNamed(from)} to ${weekdayNamed(to)}`,
    )
    .replace(
      /(?<=\b(?:on|until|till|by|from|this|next|last) )(sat|sun|mon)(?= \p{Ll})/gu,
      (word) => weekdayNamed(word) ?? word,
    )
    .replace(/\bits (?=\p{L}+ed\b)/giu, "it's ")
    .replace(/\?{2,}/g, "?")
    .replace(/!{2,}/g, "!")
    .replace(/\b(\p{Ll}+) no\.(?= \p{Ll}|$)/gu, "$1 number")
    .replace(/\b(vat|hmrc|gst|eur|usd|gbp|pdf|cv|iban|faq)\b(?![.@/-]\w)/g, (word) => word.toUpperCase())
    .replace(/\bEXCEPT(?: for)?\b(?! \p{Lu}{2})/gu, "apart from")
    .replace(/\b(?:ONLY|NEVER|ALWAYS|BEFORE|AFTER|WITHOUT|AND|BUT|NOT|ALSO|BOTH)\b(?! \p{Lu}{2})/gu, (word) =>
      word.toLowerCase(),
    )
    .replace(/\btil\b/g, "until")
    .replace(/(?<![.;,?!]) (?:or )?else (?=(?:we|I) )/g, ", otherwise ")
    .replace(/([.;,] )else (?=(?:we|I|you|he|she|they|it|the|there)\b)/g, "$1otherwise ")
    .replace(/\b(everything else|all else|the rest) (?=unchanged\b)/gi, "$1 remains ")
    .replace(
      /((?:^|[.;] ))who (?=(?:can['’]?t|cannot|wants?|needs?|has|does ?n['’]?t) [^.;?]{2,60}? (?:writes?|calls?|tells?|asks?|mails?|sends?|contacts?|signs?|must|should|can|please) [^.;?]+(?:[.;]|$))/gi,
      "$1anyone who ",
    )
    .replace(
      /(^|[.;,] )which (?:one |day |date |time )?(suits|works)(?: best| better)?(?=[.,;]|$)/gi,
      (_, mark: string, verb: string) => `${mark}which ${verb} ${verb === "suits" ? "you" : "for you"}?`,
    )
    .replace(/\b(nobody|no one|noone) (?=(?:hurt|injured|harmed)\b)/gi, "$1 was ")
    .replace(
      /\bif no (?=(?:payment|answer|reply|response|objections?|news|feedback|money|delivery)\b)/gi,
      "if there is no ",
    )
    .replace(/\bincl\b\.?/g, "including")
    .replace(/(^|[.;,] )(?:it['’]?s )?(?:ok|okay|fine) if (?:no|not)\b/gi, "$1it is fine if not")
    .replace(/\b(they|you)re\b/gi, "$1're")
    .replace(
      /\bits (?=(?:because|not|been|too|very|so|now|still|already|late|broken|ok|okay|fine|urgent|\d))/gi,
      "it's ",
    )
    .replace(/\b(?:cos|coz)(?= (?:my|I|we|the|our|he|she|they|it|there)\b)/g, "because")
    .replace(
      /\b(?:don['’]t|do not) forget (?:that )?(?=\p{L}+ (?:is|are|will|has|have|can)\b)/giu,
      "please remember that ",
    )
    .replace(/\b(ask (?:(?:him|her|them) )?for [^,.;?]{3,60}? and) for (?=\p{L})/giu, "$1 ")
    .replace(
      / ?[-–,.;] (?:please )?send (?:them|it)(?: over)? \((attached|enclosed)\)/gi,
      (_, how: string) => `. they are ${how}`,
    )
    .replace(/\bw\/(?=\s)/g, "with")
    .replace(/\bw\/o\b/g, "without")
    .replace(/\b(?:b\/c|bc)\b(?! of)/g, "because")
    .replace(/\bbc of\b/g, "because of")
    .replace(/\b(?:by |before |till |until )?(?:EOD|eod)\b(?= (\p{L}+)?)/gu, (whole, next?: string) =>
      /^(?:by|before|till|until) /.test(whole)
        ? whole.replace(/eod/i, "the end of the day")
        : next === "answer"
          ? whole
          : "by the end of the day",
    )
    .replace(/\b(?:EOD|eod)\b(?=[.,;]|$)/g, "by the end of the day")
    .replace(/\b(by|before|till|until) by the end/g, "$1 the end")
    .replace(/(\d) ?mins?\b/g, "$1 minutes")
    .replace(/\b1 minutes\b/g, "1 minute")
    .replace(/(\d) ?hrs?\b/g, "$1 hours")
    .replace(/\besp\b\.?(?=\s)/gi, "especially")
    .replace(/\bfam\.? (\p{Lu}[\p{L}-]+)/giu, "the $1 family")
    .replace(/(?<=\p{Ll} )mon(?=[.,;!?]|$)/gu, "Monday")
    .replace(/,? \b(?:imo|imho|tbh|btw)\b/gi, "")
    .replace(/ ?\((?:I['’]ll|I will|will) (?:do|add|attach|send|handle) (?:that|it|them|this)[^)]{0,30}\)/gi, "")
    .replace(
      /\b(tue|tues|wed|weds|thu|thur|thurs|fri|jan|feb|apr|aug|sept|oct|nov|dec)\b(?=\.? ?(?:\d|am\b|pm\b|[,.;)]|$|or\b|at\b|till\b|until\b|noon\b|morning|afternoon|evening))/g,
      (word) => capitalize(word),
    )
    .replace(
      /(?<=\b(?:in|until|till|since|from|by|of|early|late|mid|past|before|after|for|end|this|next|last|to|and|through|end of) |\d(?:st|nd|rd|th)? )march\b/g,
      "March",
    )
    .replace(/(?<=\d(?:st|nd|rd|th)? )may\b(?! (?:be|not|have|come|go|get|take)\b)/g, "May")
    .replace(
      /(?<=[,(:+&] |^|\b(?:and|or|to) )(sat|mon|sun)(?= \d)|(?<=\p{L} )(sat|mon|sun)(?= \d{1,2}(?:[.:]\d\d| ?[ap]m| (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|$|,))/giu,
      (word) => weekdayNamed(word) ?? word,
    )
    .replace(/(?<![\p{L}-])(sept|oct|nov|dec|feb|aug)(?![\p{L}.'’-])/gu, (word) => capitalize(word))
    .replace(/(?<=\b(?:it|on|by|this|next|until|till|before|from) )(sat|mon|fri|tue|wed|thu)(?=[,.;?!]|$)/g, (word) =>
      capitalize(word),
    )
    .replace(
      /(\d\.? ?)(jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|june|july)\b/g,
      (_, day: string, month: string) => `${day}${capitalize(month)}`,
    )
    .replace(
      /\b(mr|mrs|ms|dr|prof)(\.?) (?!(?:and|or|due|is|was|has|needs|ready|late|for|to|on|in|by)\b)(\p{L})/giu,
      (_, title: string, dot: string, letter: string) =>
        `${capitalize(title.toLowerCase())}${dot} ${letter.toUpperCase()}`,
    )
    .replace(/\bwill (?:in|un)able\b/gi, "will be unable")
    .replace(/(?<![\w{@./-])(\p{L}+)(?![\w}@/]|\.\w)/gu, (word) => {
      const known = Object.hasOwn(misspelled, word.toLowerCase()) ? misspelled[word.toLowerCase()] : undefined;
      return known === undefined ? word : /^\p{Lu}/u.test(word) ? capitalize(known) : known;
    })
    .replace(
      /(?<![\p{L}-])(tue|thu|fri)(?![\p{L}.'’-])|(?<=\b(?:from|to|on|by|and|or|till|until|before|since|this|next|last) )wed(?![\p{L}.'’-])/gu,
      (day) => capitalize(day),
    )
    .replace(/(?<![\p{L}-])(Tue|Wed|Thu|Fri)(?:\.(?= \p{Ll}|,))?(?![\p{L}.'’-])/gu, (day) => weekdayNamed(day) ?? day)
    .replace(/\b(mon|tues|wednes|thurs|fri|satur|sun)day(?=s?\b)/g, (day) => capitalize(day))
    .replace(/\b(january|february|april|june|july|august|september|october|november|december)\b/g, (month) =>
      capitalize(month),
    )
    .replace(/\s+([,.!?;:])(?=\s|$)/g, "$1")
    .trim();
}
