const capital = "\\p{Lu}[\\p{L}'’-]*\\p{L}";
const title = "(?:Mr|Mrs|Ms|Mx|Dr|Prof|Professor|Captain|Sister|Father|Rev|Coach|Chef)\\.?";
const name = `(?:${title} ${capital}|${capital}(?: ${capital})?)`;

/** Rewrites headings, asides and bare answers around the reader into the orders that the other readers of this folder know. */
export const withPlainReader = (given: string): string =>
  [
    withMailHeading,
    withToldThat,
    withRefusal,
    withOtherContact,
    withNo,
    withThanked,
    withDismissed,
    withDoneByThem,
  ].reduce((text, rewrite) => rewrite(text), given);

const groups =
  "(?:(?:all|our|the|my) )?(?:\\p{Ll}+ )?(?:parents|staff|team|crew|customers|clients|members|volunteers|colleagues|tenants|residents|neighbou?rs|suppliers|drivers|students|pupils|guests|players|managers|employees|owners|participants|families|teachers|patients|donors|subscribers|everyone|everybody|department|office|class)";
const mailHeading = new RegExp(
  `^(?:dear |hi |hello )?(${groups})[- ](?:e-?mail|mail|mailing|note|message|circular|letter|announcement|info)(?:,? (?:please|pls|plz))?\\s*[:–-]\\s+(?=\\S)`,
  "iu",
);

/** "dear parents mail pls: …" and "customers note: …" are headed by their readers. */
const withMailHeading = (text: string): string =>
  text.replace(mailHeading, (_, who: string) => `to the ${who.replace(/^(?:the|all|our|my) /i, "")}: `);

const toldThat = new RegExp(
  `^((?:(?:please|can you|could you|pls) )*(?:write(?: to)?|e-?mail|mail|message|tell|inform|notify|text|let) ${name}(?: (?:from|at|in|of) [^,.;:]{2,40})?), that (?=\\p{L})`,
  "iu",
);

/** "write Petra from accounting, that I paid": the comma does not end the order. */
const withToldThat = (text: string): string => text.replace(toldThat, "$1 that ");

const refused =
  /((?:want(?:s|ed)? to know|asks?|asked|wonders?|would like to know|inquired?) (?:if|whether) [^.?!;]{4,140}?)(?:[.?!;,]| -| –) *(?:(?:sadly|sorry|unfortunately)[, ]+)?(?:no|nope|not possible)(?:[,.;:]| -| –) *(?=\S)/iu;

/** "Olga wants to know if … . No, we're closed": a bare no is a refusal of its own. */
const withRefusal = (text: string): string => text.replace(refused, "$1. Unfortunately this is not possible. ");

const otherContact = new RegExp(
  `(^|[.;,] )(?:and |but )?(?:please )?(?:reply|answer|respond|write|report) to (${name}|the \\p{Ll}+|reception),? (?:and )?not (?:to )?me\\b`,
  "iu",
);

/** "reply to Agnes not me" tells the reader whom to answer. */
const withOtherContact = (text: string): string =>
  text.replace(otherContact, (whole, mark: string, who: string) =>
    mark === "" && !/^(?:the|reception)/i.test(who) && !/^\p{Lu}/u.test(who)
      ? whole
      : `${mark.replace(",", ".")}please address your reply to ${who}, not to me`,
  );

const saidNo = new RegExp(
  `^(?:please )?say no to (${name})(?:,? (?:politely|nicely|kindly|gently|firmly|please))?(?:[,;:.]| -| –) *(?=\\S)`,
  "iu",
);

/** "say no to Carla politely, we're booked out" */
const withNo = (text: string): string =>
  text.replace(saidNo, (whole, who: string) =>
    /^\p{Lu}/u.test(who)
      ? `tell ${who} that unfortunately ${/\b(?:we|our|us)\b/i.test(text) ? "we" : "I"} have to decline. `
      : whole,
  );

const thanked = new RegExp(
  `^(?:many )?(?:thx|thanks|thank you|tnx|ty)(?: a lot| so much)?(?: to)? (${name}) for `,
  "iu",
);

/** "thx Captain Moss for the quick unloading" is written to him. */
const withThanked = (text: string): string =>
  text.replace(thanked, (whole, who: string) => (/^\p{Lu}/u.test(who) ? `thank ${who} for ` : whole));

const dismissed = new RegExp(
  `^(?:please )?(I|[Ww]e) (?:(?:have|need|will have|are going|am going|decided) to )?(let (${name}) go|dismiss (${name})|lay (${name}) off|fire (${name}))(?=[\\s,.;]|$)`,
  "u",
);

/** "we have to let Elena go, her contract ends in May" is written to Elena. */
function withDismissed(text: string): string {
  const [whole, , , ...names] = dismissed.exec(text) ?? [];
  const who = names.find(Boolean);
  const isTold =
    /\b(?:he|she|him|his|her|last day|notice period|severance|paid (?:in full )?(?:till|until)|dismissal|reference)\b/i;
  return whole && who && isTold.test(text) ? `tell ${who} that ${text}` : text;
}

/** "please have them confirm in writing" asks the reader to do it. */
const withDoneByThem = (text: string): string =>
  text.replace(
    /(^|[.;,] |\band )(?:please )?(?:have|get|make) (?:them|him|her) (?:to )?(?=(?:confirm|send|reply|call|check|sign|bring|write|explain|fix|pay|return|deliver|resend|correct|remove|update|answer|ring|ship|replace)\b)/giu,
    (_, mark: string) => `${mark.replace(/^,/, ".").replace(/^and /, ". ")}please `,
  );
