// Short notes without a verb or without a comma, which hurried writers type.
import { isFirstName } from "./first-names.ts";
import { noteName as name, noteOrders as orders, pronounOf, noteTitle as title } from "./reader-notes.ts";

const capital = "\\p{Lu}[\\p{L}'’-]*";
const titledName = `${title}(?: and ${title})? ${capital}`;

/** Rewrites short notes into sentences and orders that the other readers of this folder know. */
export const withShortNotes = (given: string): string =>
  [
    withSalutation,
    withCoverNote,
    withSentThing,
    withReaderBehindFor,
    withAttached,
    withCondolences,
    withIdentifier,
    withCount,
    withOwnMistake,
    withWantedBy,
    withoutLikings,
  ].reduce((text, rewrite) => (text.length > 2_000 ? text : rewrite(text)), given);

/** "dear Mr. Brandt we do not accept …": the salutation gets its comma. */
const withSalutation = (text: string): string =>
  text.replace(
    new RegExp(`^(?:[Dd]ear|[Hh]i|[Hh]ello|[Hh]ey) (${name})(?<![,!.]) (?=\\p{Ll}|I\\b)`, "u"),
    (whole, who: string) =>
      new RegExp(`^${title}`, "u").test(who) || isFirstName(who.split(" ")[0] ?? "") ? `Dear ${who}, ` : whole,
  );

/** "cover note for the papers to Ben, 3 files" hands something over to Ben. */
const withCoverNote = (text: string): string =>
  text.replace(
    new RegExp(
      `^(?:(?:an?|the|short|quick|brief|please|write|draft) )*(?:[Cc]over|[Cc]overing|[Aa]ccompanying) (?:note|mail|e-?mail|letter) (?:for|with) ((?:the |our |my |an? )?(?!job|position|post|role|application)[\\p{L}\\d -]{3,50}?)(?: to (${name}|(?:the|our|my) \\p{Ll}+))?(?:[,.;:]| -| –)\\s+(?:(\\d+ (?:files|pages|copies|sheets|documents))[,.;]\\s+)?(?=\\S)`,
      "u",
    ),
    (_, what: string, who: string | undefined, count: string | undefined) =>
      `${who ? `write an email to ${who}: ` : ""}${handedOver(what)}${count ? ` (${count})` : ""}. `,
  );

const handedOver = (what: string, how = "attached") =>
  `${withThe(what)} ${/s$/i.test(what.split(/ (?:for|of|from|on) /)[0] ?? what) || /^(?:plans|files|photos|drawings|papers|documents|slides)\b/i.test(what) ? "are" : "is"} ${how}`;

const withThe = (what: string) => (/^(?:the|our|my|an?|your|all)\s/i.test(what) ? what : `the ${what}`);

const things =
  "(?:delivery time|lead time|price|prices|rate|rates|quote|offer|availability|opening hours|address|bank details|account details|phone number|plans?|drawings?|files?|photos?|contract|report|invoice|figures|numbers|minutes|agenda|list|price list|certificate|documents?|papers|slides|draft|layout|schedule|timetable)";
const sent = new RegExp(
  `^((?:our |my |the |new |updated |final )*(?:\\p{Ll}+ ){0,2}${things}(?: [\\p{L}\\d]{1,8}){0,2}?(?: (?:for|of|from|on) (?:the |our |my )?[\\p{L}\\d -]{2,40}?)?) to (${name})(?: \\(([^()]{1,60})\\)|: ([^,.;]{1,60}))?(?:,? (attached|enclosed))?(?:, ((?:about |around |from |up to )?[€$£₹]?\\d[^,;]{0,40}?(?=[,;]|\\.\\s|\\.?$)))?(?:[,.;]\\s+|\\.?$)`,
  "u",
);

/** "our delivery time for the switches to Marta (8 weeks)" tells Marta; without the figure, its place is a blank. */
const withSentThing = (text: string): string =>
  text.replace(
    sent,
    (whole, what: string, who: string, inBrackets?: string, behind?: string, attached?: string, next?: string) => {
      if (/\b(?:attach|send|tell|write|ask|need|want|is|are|was)\b/i.test(what)) return whole;
      const order = `write an email to ${who}: `;
      const said = inBrackets ?? behind ?? next;
      if (
        attached ||
        (!said &&
          /\b(?:plans?|drawings?|files?|photos?|contract|report|invoice|minutes|agenda|list|certificate|documents?|papers|slides|draft|layout|schedule)\b/i.test(
            what,
          ))
      )
        return `${order}${handedOver(what)}. `;
      const verb = /\b(?:prices|rates|hours|details|figures|numbers)\b/.test(what) ? "are" : "is";
      const owned = /^(?:our|my|the)\b/.test(what) ? what : `${pronounOf(text)} ${what}`;
      return said ? `${order}${owned} ${verb} ${said}. ` : whole;
    },
  );

const behindFor = new RegExp(
  `^((?:the |an? |our )?(?:\\p{Ll}+[ -]){1,3}?)for (${titledName}|(?:the )?${title} ${capital}) (?=(?:(?:is|are|was|isn['’]t|on|till|until|ok|okay|fine|possible|confirmed|not|ready|moved|cancelled)\\b))(.+)$`,
  "su",
);

/** "late checkout for Ms Tanaka ok till 2": the only titled person reads it. */
function withReaderBehindFor(text: string): string {
  const [, what = "", who = "", rest = ""] = behindFor.exec(text) ?? [];
  if (!what || orders.test(what) || new RegExp(`${title} ${capital}`, "u").test(rest)) return text;
  const said = rest.replace(
    /^(ok|okay|fine|possible|confirmed|ready|cancelled|not (?:ok|possible|ready))\b/i,
    (word) => `${/s$/.test(what.trim()) ? "are" : "is"} ${word.toLowerCase().replace(/^ok(?:ay)?$/, "fine")}`,
  );
  return `write an email to ${who}: ${withThe(what.trim().replace(/^(?:the|an?) /i, ""))} ${said}`;
}

/** "logs attached", "vaccination certificate, attached, valid until June" hands a document over. */
const withAttached = (text: string): string =>
  text
    .replace(
      /(^|[.;:,] |- )((?!please\b|find\b|I\b|we\b|see\b|send\b|as\b|and\b)(?:(?:the|our|my|your|new|signed|updated|all|both|\d+|\p{Lu}?[\p{L}\d]+) ){0,4}(?:[\p{L}\d]+))(?: for (\p{Lu}\p{Ll}+))?(?:,| are| is)? (attached|enclosed)(?=[.;,]|$| (?:from|for|with|valid)\b)(,?)/giu,
      (whole, mark: string, what: string, owner: string | undefined, how: string, comma: string) =>
        /^(?:cv|resume|portfolio|references|certificates|cover letter)$/i.test(what) ||
        /\b(?:is|are|was|were|have|has|find|send|sent|will|please|tell|ask|write|with|that|it|they|both|which)\b/i.test(
          what,
        ) ||
        what.split(" ").length > 6
          ? whole
          : `${mark === ", " ? ". " : mark}${withThe(what)}${owner ? ` for ${owner}` : ""} ${
              /s$/i.test(
                what
                  .split(/ (?:of|for|from) /)[0]
                  ?.split(" ")
                  .at(-1) ?? "",
              )
                ? "are"
                : "is"
            } ${how.toLowerCase()}${comma && "."}`,
    )
    .replace(
      /\b((?:is|are) (?:attached|enclosed))[,.]? valid (?=(?:until|till|til|from|for|as of)\b)/gi,
      (_, said: string) => `${said}. ${/^is/.test(said) ? "it is" : "they are"} valid `,
    );

/** "condolences, and that she need not do anything": what follows is told. */
const withCondolences = (text: string): string =>
  text.replace(
    /((?:^|[.;:,] )(?:(?:send|express|offer) )?(?:my |our )?(?:sincere |deepest )?condolences)(?:,? and|,|,? but) (?:also )?(?:(?:say|tell (?:him|her|them)|mention) )?(?:that )?(?=(?:I|we|he|she|they|it|there|the|our|my)\b)/gi,
    "$1. ",
  );

/** "Customer number 88102, ends in May": a number that identifies something is said in a sentence. */
const withIdentifier = (text: string): string =>
  text.replace(
    /(^|(?<=[^\d]{2}[.;]) |, )(customer|contract|membership|member|policy|booking|account|tax|serial|case|reference|job|file)(?: (number|no|nr|id|reference|ref))(?:\.(?= \d))?:? (?=[\p{L}\d/-]*\d)([\p{L}\d/.-]*[\p{L}\d])(?=[,.;]|$)(,(?= (?:ends?|starts?|expires?|runs?) ))?/giu,
    (whole, mark: string, what: string, kind: string, number: string, comma: string | undefined, at: number) =>
      at === 0 && mark === ""
        ? whole
        : `${mark === ", " ? ". " : mark}${pronounOf(text)} ${what.toLowerCase()} ${/^n[or]$/i.test(kind) ? "number" : kind.toLowerCase()} is ${number}${comma ? ". it" : ""}`,
  );

/** "3rd time now" counts what was said before. */
const withCount = (text: string): string =>
  text.replace(
    /(^|[.;,] )((?:2nd|3rd|4th|5th|second|third|fourth|fifth|sixth) time)((?: (?:now|already|this (?:week|month|year)|in a row))*)(?=[.;,]|$)/gi,
    (_, mark: string, time: string, when: string) => `${mark.replace(",", ".")}this is ${wordOf(time)}${when}`,
  );
const ranks: Record<string, string> = { "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth" };
const wordOf = (time: string) => `the ${time.toLowerCase().replace(/^\d\p{L}+/u, (rank) => ranks[rank] ?? rank)}`;

/** "sorry my mistake" */
const withOwnMistake = (text: string): string =>
  text.replace(
    /(^|[.;,:] )(?:sorry,? )?my (?:bad|mistake|fault|error)(?: sorry)?(?=[.;,]|$)/gi,
    (_, mark: string) => `${mark.replace(",", ".")}I am sorry for my mistake`,
  );

const manner =
  "(?:friendly|polite|nice|kind|gentle|warm|firm|soft|diplomatic|short|brief|formal|personal|careful|be \\p{Ll}+|keep it \\p{Ll}+)";
const liking = new RegExp(
  `([.;,] )(${manner}(?: (?:please|tone))?(?:,| because|:| -) )?(?:we|I) (?:really |do |still )?(?:like|love|value|appreciate|need|trust|know) (?:him|her|them)(?: (?:a lot|well|both|too|very much|as a (?:customer|client|supplier)))?(?=[.;,]|$)`,
  "giu",
);

/** "friendly, we like them" is told to the writer alone. */
const withoutLikings = (text: string): string =>
  text.replace(liking, (_, mark: string, how = "") =>
    how ? `${mark}${how.replace(/(?:,| because|:| -) $/, "")}` : "",
  );

const dated =
  "(?:by|before|until|till) (?:the )?(?:end of (?:the )?\\p{L}+|\\d[\\d.:/]*(?:st|nd|rd|th)?(?: ?(?:am|pm|o'clock))?(?: (?:of )?\\p{L}{3,9})?|\\p{L}{3,9} \\d{1,2}(?:st|nd|rd|th)?|(?:next |this )?(?:\\p{L}+day|tomorrow|tonight|noon|week|month)|EOD)(?: (?:noon|morning|evening|at \\d[\\d:.]* ?(?:am|pm)?))?";
const wantedBy = new RegExp(
  `(^|[.;,] )(?:(?:need|want|your|her|his|their|the|an?) )?((?:written |signed |short )?(?:evidence|proof|answer|reply|response|feedback|confirmation|comments|decision|payment|documents|comment))(?: (?:needed|wanted|please|pls))? (${dated})(?: (?:please|pls|latest|at the latest))?(?=[.;,]|$| or )`,
  "giu",
);

/** "evidence by 30 June or we close the case" asks for it; "30 June. or we …" is one sentence. */
const withWantedBy = (text: string): string =>
  text
    .replace(/(?<=\S)\. or (?=(?:we|I|the|it|else)\b)/g, ", or ")
    .replace(wantedBy, (_, mark: string, what: string, when: string, at: number, whole: string) =>
      /^,? or /.test(whole.slice(at + _.length))
        ? `${mark === "" ? "" : ". "}${pronounOf(text) === "my" ? "I" : "we"} need your ${what} ${when}`
        : `${mark === "" ? "" : ". "}please ${/payment/i.test(what) ? "pay" : /decision/i.test(what) ? "decide" : `send ${pronounOf(text) === "my" ? "me" : "us"} your ${what}`} ${when}`,
    );
