import { capitalize } from "../text/words.ts";

// Short forms of office notes that are no words of their own.
const forms = `attd attached|attchmt attachment|bldg building|chg change|chgd changed|chgs changes|cncl cancel|cncld cancelled|cfm confirm
ctr centre|deliv delivery|delivs deliveries|dlv delivery|fwd forward|gd good|hrs hours|insp inspection|inspn inspection|inv invoice
invs invoices|ltr letter|ltrs letters|mins minutes|mgmt management|mktg marketing|mtgs meetings|ordr order|ordrs orders|pkg package
pkgs packages|pmt payment|pmts payments|prev previous|pw password|pwd password|qtr quarter|qs questions|recd received|recvd received
rept report|req request|reqd required|rsvn reservation|shipmt shipment|shpt shipment|shpmt shipment|sig signature
sigs signatures|stmt statement|stmts statements|svcs services|tmmrw tomorrow|2moro tomorrow|2morrow tomorrow|2nite tonight
trng training|wkly weekly|wknd weekend|xmas Christmas|yest yesterday|yday yesterday|emaild emailed|calld called|orderd ordered
deliverd delivered|delayd delayed|maild mailed|w/e weekend|govt government|intl international|avg average|appts appointments
depts departments|addl additional|tbc to be confirmed|tbd to be decided|tba to be announced|atm at the moment
afaik as far as I know|ooo out of the office|wfh working from home|lmk please let me know|sth something|excl excluding|whse warehouse
mfg manufacturing|mkt market|accts accounts|amts amounts|rcpts receipts|docs documents|rdy ready|rtn return|rtnd returned|rtns returns
snd send|thks thanks|tks thanks|thnx thanks|thanx thanks|ty thank you|whn when|wht what|yrly yearly|wld would|til until|bc because
grp group|tel. phone|poss possible|lbs pounds|flr floor|apt apartment|ave avenue|nbr number
mgrs managers|rdg reading|min. minimum|max. maximum|pax guests|gte guarantee|wty warranty|cmpl complete|upd update
prod production|orig original|wkshop workshop|hols holidays|bday birthday|gotta have to|pts patients|shd should|shld should|cld could|frm from|tho though|bck back|rpt report|rpts reports|attmt attachment|mob mobile`;
const table: Record<string, string> = Object.fromEntries(
  forms.split(/[|\n]/).map((line) => {
    const [form = "", ...words] = line.trim().split(" ");
    return [form, words.join(" ")];
  }),
);

const days: Record<string, string> = {
  mon: "Monday",
  tue: "Tuesday",
  tues: "Tuesday",
  wed: "Wednesday",
  weds: "Wednesday",
  thu: "Thursday",
  thur: "Thursday",
  thurs: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};
const short = Object.keys(days).join("|");
// "sat", "sun" and "wed" are words of their own: only beside a time, or after a word that asks for a day.
const beforeDay =
  "on|by|until|till|til|before|b4|since|from|to|for|this|next|last|every|or|and|do|make|come|not|no|late|early|off|until|after|of";

/** Whole words for short forms of days and of office notes, and sentences for arrows. Comes after the usual typing repairs. */
export const withWholeWords = (text: string): string =>
  withoutSigns(
    withWholeConditions(text)
      .replace(
        new RegExp(
          `(?<![\\p{L}\\d@./'’-])(${short})\\.?(?=(?: (?:at )?\\d|,? ?(?:am|pm|morning|afternoon|evening|noon|night|eve)\\b))`,
          "giu",
        ),
        (_, day: string) => days[day.toLowerCase()] ?? day,
      )
      .replace(
        new RegExp(`(?<=\\b(?:${beforeDay}) )(${short})(?=[\\s,.;:!?)/]|$)(?!['’])`, "giu"),
        (_, day: string) => days[day.toLowerCase()] ?? day,
      )
      .replace(
        new RegExp(
          `(?<=\\p{L} )(${short})(?=[,.;:!?)]|$| (?:or|and|cancelled|moved|off|ok|okay|fine|is|was)\\b)(?!['’])`,
          "gu",
        ),
        (whole: string, day: string, at: number, all: string) =>
          /^(?:sat|sun)$/.test(day) && /\b(?:the|a|she|he|they|it|we|I|hot|in) $/.test(all.slice(0, at))
            ? whole
            : (days[day] ?? day),
      )
      .replace(/(?<![\p{L}\d@/-])\p{L}[\p{L}\d/']{1,8}(?![\p{L}\d@/-]|\.\p{L})/gu, (word) => {
        const whole = Object.hasOwn(table, word.toLowerCase()) ? table[word.toLowerCase()] : undefined;
        if (!whole || /^\p{Lu}{2,}$/u.test(word)) return word;
        return /^\p{Lu}/u.test(word) ? capitalize(whole) : whole;
      })
      // "askd", "confirmd": no English word ends so.
      .replace(/(?<![\p{L}@./-])(\p{Ll}+(?:sk|rm|ck|ss|sh|ch|lp|nt|pt|ct|st|ft|mp|nk|x))d(?![\p{L}@])/gu, "$1ed"),
  );

/** "12/5 -> 19/5", "3 sept > 17 sept", "dog ok = yes", "2x". */
const withoutSigns = (text: string): string =>
  text
    .replace(
      /\b(?:moved?|changed?|postponed|shifted|rescheduled|new date|was):? ((?:\d{1,2}[/.]\d{1,2}|\d{1,2} \p{L}{3,9}|\p{L}{3,9} \d{1,2})(?:[ ,]+\d{1,2}[:.]\d\d)?) ?(?:->|=>|→|>) ?(?=\d|\p{L}{3,9} \d)/giu,
      (whole, first: string) => {
        const verb = /^\p{L}+(?=:? )/u.exec(whole)?.[0] ?? "";
        const isVerb = /^(?:moved?|changed?|postponed|shifted|rescheduled)$/i.test(verb);
        return `${isVerb ? `${verb} ` : ""}from ${first} to `;
      },
    )
    .replace(
      /(?<!(?:^|[\s/])(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*) (?:->|=>|→) (?=\S)/giu,
      (_, at: number, all: string) => (/\b(?:moved?|changed?)\b[^.;]*$/i.test(all.slice(0, at)) ? " to " : ": "),
    )
    .replace(/(?<=\p{L}) @ (?=\S)/gu, " at ")
    .replace(/(?<=\p{L} ?)\b2x(?=[,.;]|$)/gu, "twice")
    .replace(/(?<![\p{L}\d])b4(?![\p{L}\d])/giu, "before")
    .replace(/\b(asked?|asking|asks) (?:about|abt|re) ([^,.;=]{2,40}?) ?= ?(?=\S)/gi, "$1 about $2: ")
    .replace(
      /\b(asked?|asking|asks|question|mail|letter|call|complaint|info|information|news|update|meeting|chat|note) re (?=\p{L})/giu,
      "$1 about ",
    )
    .replace(/\b(?:because|bc|b\/c|cos|coz) (\p{Ll}{4,})(?=[.,;]|$)/gu, "because of the $1")
    .replace(/\(att\.?\)/gi, "(attached)")
    .replace(/(?<=\p{Ll}{3} )1st(?=$|[.,;!])(?<!\b(?:on|the|of|from|by|until|since|before|after) 1st)/gu, "first")
    .replace(/\bwhich 1\b/gi, "which one")
    .replace(/(?<=\p{L}) 4 (?=\p{L}+ing\b)/gu, " for ")
    .replace(
      /(?<![\p{L}\d])(\d(?:st|nd|rd|th)) time (?=(?:I|we)\b)/giu,
      (whole, rank: string, at: number, all: string) =>
        /\b(?:the|a|for|my|our) $/i.test(all.slice(0, at)) ? whole : `this is the ${rank} time `,
    )
    .replace(/(?<=[\p{L}\d)]) = (?=[\p{L}\d])/gu, " is ")
    .replace(/\bw\/ ?(?!o\b|out\b|e\b)(?=\p{L})/gu, "with ")
    .replace(
      /\btemp (?=(?:pw|password|code|pin|badge|access|staff|worker|cover|fix|replacement|contract|job)\b)/giu,
      "temporary ",
    )
    .replace(/(?<=\p{L}) & (?=\p{Ll})/gu, " and ");

/** Sentences for forms that begin an order or a condition. Comes before the reader is looked for: "cant make it = tell Hugh". */
export const withWholeConditions = (text: string): string =>
  text
    .replace(/\bno can do (?:on|for|with) (?=\S)/gi, "cannot do ")
    .replace(/\bno prob\b\.?/gi, "no problem")
    .replace(
      /\b(?:tell|say to|give|send) (?:him|her|them) (?:my |our )?(congrats|congratulations|well done)(?=[.,;!]|$)/gi,
      "$1",
    )
    .replace(/\bask 4 (?=\S)/gi, "ask for ")
    // "cant make it = tell Hugh"
    .replace(
      /(^|[.;,] )((?:can['’]?t|cannot|can not) (?:make it|come|attend|do it)|late|ill|sick|any (?:questions?|problems?|issues?)|questions?|problems?) ?(?:=|->|:|→) ?(?:please )?(?:tell|ask|mail|text|contact|see|write to|speak to|call|ring) (?=\p{Lu})/giu,
      (_, mark: string, state: string) =>
        `${mark}if you ${/^can/i.test(state) ? state.replace(/^\S+/, "cannot") : /^(?:late|ill|sick)/i.test(state) ? `are ${state}` : `have ${state}`}, please contact `,
    );
