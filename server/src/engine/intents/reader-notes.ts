// Short notes that name their reader at another place than the other readers of this folder expect.
import { isFirstName } from "./first-names.ts";
import { genderOf } from "./gender.ts";

export const noteTitle = "(?:Mr|Mrs|Ms|Mx|Dr|Prof)\\.?";
const capital = "\\p{Lu}[\\p{L}'’-]*";
const titledName = `${noteTitle}(?: and ${noteTitle})? ${capital}`;
const day =
  "(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|I)\\b";
/** A person as hurried notes name one. A weekday is no surname. */
export const noteName = `(?:${titledName}|(?!${day})${capital}(?: (?!${day})${capital})?)`;

/** Words by which a note orders something, so that it is not told as it is. */
export const noteOrders =
  /\b(?:tell|ask|write|e-?mail|inform|notify|remind|thank|invite|decline|refuse|reply|answer|announce|apologi[sz]e|order|book|reserve|recommend|reference|introduce|send|complain\w*|confirm|request)\b/i;

/** Whether the writer speaks as "I" or "we". */
export const pronounOf = (text: string) =>
  /\b(?:I|my|me)\b/.test(text) && !/\b(?:we|our|us)\b/i.test(text) ? "my" : "our";

/** Rewrites notes around their reader into orders to tell, ask or write. */
export const withReaderNotes = (given: string): string =>
  [withSharedChild, withAskedOffice, withReaderAtEnd, withToldLast, withAcceptedOffer, withProposedCall].reduce(
    (text, rewrite) => (text.length > 2_000 ? text : rewrite(text)),
    given,
  );

const kin: Record<string, string> = {
  dad: "he",
  father: "he",
  husband: "he",
  son: "he",
  brother: "he",
  grandpa: "he",
  grandfather: "he",
  uncle: "he",
  mum: "she",
  mom: "she",
  mother: "she",
  wife: "she",
  daughter: "she",
  sister: "she",
  grandma: "she",
  aunt: "she",
};
const ownersPeople =
  /^((?:please )?(?:[Tt]ell|[Ii]nform|[Ww]rite(?: to)?|[Ll]et|[Aa]sk|[Nn]otify|[Ee]-?mail|[Rr]emind|[Ww]arn) )((?:my |our )?\p{L}+)['’]s ((?:\p{Ll}+ )?(?:parents|mother|father|mum|mom|dad|nurse|carer|doctor|teacher|boss|manager|employer|landlord|wife|husband|family|school|class teacher|coach|trainer|vet|lawyer|daughter|son|sister|brother)) ((?:that |know that |know |if |whether )?)(he|she)(['’]s|['’]ll|['’]d)? /u;

/** "tell Oskar's parents he was sick": Oskar was sick, not his parents. */
const withSharedChild = (text: string): string =>
  text.replace(
    ownersPeople,
    (whole, order: string, owner: string, role: string, link: string, pronoun: string, short = "") => {
      const [last = ""] = owner.split(" ").slice(-1);
      const kinship = kin[last.toLowerCase()];
      const gender = kinship ?? genderOf(last);
      if (!kinship && !/^\p{Lu}/u.test(last)) return whole;
      if (gender !== undefined && gender !== pronoun) return whole;
      const single =
        /^(?:mother|father|mum|mom|dad|nurse|carer|doctor|teacher|boss|manager|landlord|wife|husband|coach|trainer|vet|lawyer|daughter|son|sister|brother)$/.test(
          role.split(" ").at(-1) ?? "",
        );
      // A reader of the same gender may be meant: "ask Tim's dad whether he can drive".
      if (single && !kinship && /^(?:if|whether)/.test(link)) return whole;
      const whose = kinship && owner === last ? `my ${owner}` : owner;
      const verb = short ? `${/ll$/.test(short) ? "will" : /d$/.test(short) ? "would" : "is"} ` : "";
      return `${order}${whose}'s ${role} ${link.trim() ? link : "that "}${whose} ${verb}`;
    },
  );

/** "find out from the city if we need a permit", "check with Bea whether …" asks them. */
const withAskedOffice = (text: string): string =>
  text.replace(
    new RegExp(
      `(^|[.;,] (?:and )?|\\band )(?:please )?(?:find out|get an answer|clarify|check|enquire|inquire) (?:from|with|at) (${noteName}|(?:the|our|my) \\p{Ll}+(?: \\p{Ll}+)?) (?=(?:if|whether|when|what|how|who|where|why|which)\\b)`,
      "iu",
    ),
    (whole, mark: string, who: string) =>
      /^(?:the|our|my)\b/i.test(who) || /^\p{Lu}/u.test(who) ? `${mark}ask ${who} ` : whole,
  );

/** "Sorry to hear about your accident - to Pete. …": the reader stands behind a dash. */
const withReaderAtEnd = (text: string): string =>
  text
    .replace(
      new RegExp(`^([^.!?;]{6,120}?)(?: -| –|,) to (${noteName})(?=[.;:!]|$)[.;:!]?\\s*`, "u"),
      (whole, said: string, who: string) =>
        noteOrders.test(said) || !(new RegExp(`^${noteTitle}`, "u").test(who) || isFirstName(who.split(" ")[0] ?? ""))
          ? whole
          : `write an email to ${who}: ${said.replace(/^\p{Lu}(?=\p{Ll}+\b)/u, (letter) => letter.toLowerCase())}. `,
    )
    .replace(/(^|[.;:,] )(?:so |very )?sorry to hear (?=(?:about|of|that)\b)/gi, "$1I am sorry to hear ")
    .trim();

const toldLast = new RegExp(
  `^(?!.*\\b(?:ask|write|mail|inform|say)\\b)([^.;?]{4,120}?)[,.;] (?:please )?(?:tell|inform|let) (${noteName}|(?:the|our|my) \\p{Ll}+)(?: know)?(?: (?:nicely|politely|kindly|gently|please|firmly))?(?=[,.;]|$)`,
  "u",
);

/** "no longer interested, tell the recruiter nicely": what stands before the order is told. */
const withToldLast = (text: string): string =>
  text.replace(toldLast, (_, said: string, who: string) => {
    const mine = pronounOf(text) === "my" || !/\b(?:we|our|us)\b/i.test(text) ? "I am" : "we are";
    const full = said.replace(
      /^(?=(?:no longer|not|still|very|happy|sorry|glad|unable|available|interested)\b)/i,
      `${mine} `,
    );
    return `write an email to ${who}: ${full}`;
  });

const accepted = new RegExp(
  `^((?:I|[Ww]e) (?:would like to |will |can |cannot |can['’]t |do not |don['’]t )?(?:accept|take|decline|refuse|reject|approve)) (?:the |an? )((?:\\p{Ll}+ )?(?:offer|quote|quotation|proposal|bid|invitation|application|request|estimate|tender)) (?:from|of|by) (${noteName})(?:, ([€$£₹]?\\d[\\d.,]*\\d(?: ?(?:€|euros?|eur|usd|gbp|k))?))?(?=[,.;]|$)`,
  "u",
);

/** "we accept the offer from Lindner, 14,200" is written to Lindner. */
const withAcceptedOffer = (text: string): string =>
  text.replace(
    accepted,
    (_, said: string, what: string, who: string, sum?: string) =>
      `write an email to ${who}: ${said.replace(/^We/, "we")} your ${what}${sum ? ` (${sum})` : ""}`,
  );

/** "propose a call to Hannah Thursday 3pm or Friday 9, about the gearbox" */
const withProposedCall = (text: string): string =>
  text.replace(
    new RegExp(
      `^(?:[Pp]lease )?(?:[Pp]ropose|[Ss]uggest|[Oo]ffer) (an? (?:\\p{Ll}+ )?(?:call|meeting|visit|lunch|coffee|demo|video call|zoom|appointment)) (?:to|with) (${noteName}|(?:the|our|my) \\p{Ll}+),? (?:on )?(?=\\p{L}|\\d)([^,.;]{3,60}?)(?:,? ((?:about|regarding|on|for) [^,.;]{3,80}))?(?=[,.;]|$)`,
      "u",
    ),
    (_, what: string, who: string, when: string, about?: string) =>
      `write an email to ${who}: ${pronounOf(text) === "my" || !/\b(?:we|our|us)\b/i.test(text) ? "I" : "we"} would like to suggest ${what}${about ? ` ${about}` : ""} ${/^(?:next|this|tomorrow|today|in|at|by|some)\b/i.test(when) ? "" : "on "}${when}`,
  );
