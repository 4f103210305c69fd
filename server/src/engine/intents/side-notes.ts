/** Rewrites the notes between commas that hang on the clause before them, so that no fragment stands as a sentence. */
export const withSideNotes = (given: string): string =>
  [withReference, withReminderCount, withFormat, withAmount].reduce((text, rewrite) => rewrite(text), given);

const things =
  "(?:invoice|order|booking|reservation|ticket|case|contract|policy|file|customer|account|job|reference|ref|booking ref(?:erence)?|our ref(?:erence)?|your ref(?:erence)?|quote|po|delivery note|claim)";
const date =
  "(?:\\d{1,2}(?:st|nd|rd|th)?\\.? \\p{L}{3,9}|\\p{L}{3,9} \\d{1,2}(?:st|nd|rd|th)?|last \\p{Ll}+|\\p{L}+day)";
const reference = new RegExp(
  `(?<=[\\p{L}\\d%)]), (${things}\\b(?: (?:no\\.?|number|nr\\.?|#))? ?#?(?:\\p{Lu}{1,5}[-/ ]?)?\\d[\\w/-]*(?: (?:from|of|dated) (?:the )?${date})?)(?=, (?!and |or )|[.;](?!\\d)|$)`,
  "giu",
);

/** "the 1,150 for the potatoes, invoice 3307 from 2 April, …" names the invoice in brackets. */
const withReference = (text: string): string =>
  text.replace(reference, " ($1)").replace(/(\d\)), (?=(?:to|for|with|on|at|in|from|by) )/g, "$1 ");

const ranks: Record<string, string> = { "1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth" };

/** "…, 3rd reminder, …" is a sentence of its own. */
const withReminderCount = (text: string): string =>
  text.replace(
    /(?<=\S)[,;.] (?:this is (?:the|our|my) )?(first|second|third|fourth|last|final|1st|2nd|3rd|4th) reminder(?: already| now)?(?:[,;.]\s*|$)/gi,
    (_, rank: string) =>
      `. this is ${/\b(?:we|our|us)\b/i.test(text) ? "our" : "my"} ${ranks[rank.toLowerCase()] ?? rank.toLowerCase()} reminder. `,
  );

const format = "(?:excel|pdf|word|csv|docx?|xlsx?|jpe?g|png|paper|scans?|e-?mail|post|phone|fax|usb)";
const preferred = new RegExp(
  `(^|[.;,] )(?:as |in |by )?(${format})(?:,| please)? not (?:as |in |by )?(?:an? )?(${format})(?=[.;,]|$)`,
  "giu",
);

/** "Excel not pdf" says how something is wanted. */
const withFormat = (text: string): string =>
  text.replace(
    preferred,
    (_, mark: string, wanted: string, other: string) =>
      `${mark.replace(/[,;]/, ".")}please use ${nameOf(wanted)}, not ${nameOf(other)}`,
  );
const nameOf = (word: string) =>
  /^(?:pdf|csv|png|usb|jpe?g|docx?|xlsx?)$/i.test(word)
    ? word.toUpperCase()
    : /^(?:excel|word)$/i.test(word)
      ? word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
      : word.toLowerCase();

const currency = "(?:€|\\$|£|₹|euros?|eur|usd|gbp|pounds?|dollars?|rupees?|chf|inr|francs?)";
const amount = new RegExp(
  `(?<=\\b(?:paid|pay|pays|cost|costs|charged|bought|booked|ordered|owe|owes|invoice|bill|fee|price|card|hotel|taxi|ticket|tickets|train|flight)\\b[^.;,]{0,60}), ((?:${currency} ?)?\\d[\\d.,]*\\d(?: ?${currency})?)(?=, |[.;](?!\\d)|$)`,
  "giu",
);

/** "I paid the hotel with my card, 238.40, …" has the sum in brackets. */
const withAmount = (text: string): string => text.replace(amount, " ($1)");
