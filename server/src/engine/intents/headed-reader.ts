// Intents that name their reader in a heading, in a last remark, in a question or as somebody who did something.
import { tokensOf } from "../text/parts-of-speech.ts";
import { isGroupWord, isInstitution, isRole } from "./addressee.ts";
import { isFirstName } from "./first-names.ts";
import { noteName as name, noteOrders as orders, pronounOf, noteTitle as title } from "./reader-notes.ts";
import { finiteVerb, wordsIn } from "./words.ts";

const capital = "\\p{Lu}[\\p{L}'’-]*\\p{L}";
const titled = `${title}(?: and ${title})? ${capital}(?: ${capital})?`;
const names = `${name}(?:(?:, ${name})*,? (?:and|&) ${name})?`;

/** Rewrites such an intent into the order to write to its reader. */
export const withHeadedReader = (given: string): string =>
  [
    withoutQuotedMail,
    withReaderWho,
    withLetDown,
    withSorryTo,
    withReadersGroup,
    withApology,
    withOtherReaders,
    withSmallHeading,
    withNumberedHeading,
    withToHeading,
    withTitledHeading,
    withGroupHeading,
    withReaderLast,
    withAskedByName,
  ].reduce((text, rewrite) => (text.length > 2_000 ? text : rewrite(text)), given);

const mailTo = (who: string, text: string) => `write an email to ${who}: ${text.trimStart()}`;

/** Whether a capitalized text is known to be a person. */
const isPerson = (who: string) =>
  new RegExp(`^${title} `, "u").test(who) ||
  isFirstName(who.split(" ")[0] ?? "") ||
  /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(who);

/** Below the intent stands the mail that it answers: its writer is the reader. */
function withoutQuotedMail(text: string): string {
  const lines = text.split("\n");
  const own = lines.filter((line) => !/^\s*>/.test(line));
  const quoted = lines.filter((line) => /^\s*>/.test(line)).map((line) => line.replace(/^[\s>]+/, "").trim());
  if (quoted.length === 0 || own.join("").trim() === "") return text;
  const rest = own.join("\n").trim();
  const signer = new RegExp(
    `(?:^|[.,!?] )(?:(?:kind |best |warm )?regards|cheers|thanks|best|many thanks|thank you|yours|bye)?[,.!]? ?(${name})$`,
    "iu",
  ).exec(quoted.filter(Boolean).at(-1) ?? "")?.[1];
  if (!signer || !/^\p{Lu}/u.test(signer) || new RegExp(`^(?:${mailing}) `, "iu").test(rest)) return rest;
  return mailTo(signer, rest.replace(/^(?:answer|reply|response)\s*:?\s*/i, ""));
}
const mailing = "write(?: to)?|reply to|answer|respond to|e-?mail|mail|tell|ask|thank|inform";

const done =
  "(?:who|that) ((?:has |have |had )?(?:\\p{Ll}+ed|did|made|sent|wrote|gave|came|took|brought|bought|lost|found|left|ran|held|won|paid|kept|built|sang|led|wants?|asks?|needs?|is|was|are|were) [^:.;,–]{2,90}?)";
const who = `(${name}|(?:all |the |our )?(?:\\p{Ll}+ ){0,2}\\p{Ll}+)`;

/** "reply to Mrs Castellanos who complained about noise: …", "thank you note to the volunteers who did the soup night". */
function withReaderWho(text: string): string {
  const thanked = new RegExp(
    `^(?:please )?(?:thank|thanks to|say thanks? (?:you )?to|(?:a )?(?:short |warm |quick )*thank[- ]?you (?:note|mail|e-?mail|letter|card|message)? ?(?:to|for)) ${who},? ${done}(?=[,:.;–]|$)`,
    "iu",
  ).exec(text);
  if (thanked?.[1] && thanked[2]) {
    const gerund = gerundOf(thanked[2]);
    if (gerund) return `thank ${thanked[1]} for ${gerund}${text.slice(thanked[0].length)}`;
  }
  const told = new RegExp(
    `^(?:please )?(?:reply to|answer|respond to|write(?: to)?|e-?mail|mail) ${who},? ${done}(?:\\s*[:;.–]|,)\\s*(?=\\S)`,
    "iu",
  ).exec(text);
  const [whole, reader, deed] = told ?? [];
  if (!whole || !reader || !deed || !/^\p{Lu}/u.test(reader)) return text;
  return mailTo(reader, `${reader} ${deed}. ${text.slice(whole.length)}`);
}

/** "did the soup night" → "doing the soup night". */
function gerundOf(deed: string): string | undefined {
  const [first, ...rest] = tokensOf(deed.replace(/^(?:has|have|had) /, ""));
  if (
    !first ||
    !/^(?:VERB|AUX)$/.test(first.pos) ||
    !/^[a-z]{2,}$/.test(first.lemma) ||
    /^(?:be|have)$/.test(first.lemma)
  )
    return undefined;
  const stem = /ie$/.test(first.lemma)
    ? first.lemma.replace(/ie$/, "y")
    : /[^eoy]e$/.test(first.lemma)
      ? first.lemma.slice(0, -1)
      : /^[^aeiou]*[aeiou][bdgmnprt]$/.test(first.lemma)
        ? `${first.lemma}${first.lemma.at(-1)}`
        : first.lemma;
  return `${stem}ing ${deed.replace(/^(?:has|have|had) /, "").slice(rest[0]?.start ?? deed.length)}`.trim();
}

/** "let Dawit Haile down gently" */
const withLetDown = (text: string): string =>
  text.replace(
    new RegExp(
      `^(?:please )?let (${name}) down(?: (?:gently|easy|easily|nicely|softly|kindly))?\\s*(?:[,.;:]| -| –)\\s*(?=\\S)`,
      "u",
    ),
    (_, reader: string) => mailTo(reader, "unfortunately, I do not have good news for you. "),
  );

/** "sorry to Mr Adeyemi, the painter comes on Monday" */
const withSorryTo = (text: string): string =>
  text.replace(
    new RegExp(`^(?:say )?(?:very )?[Ss]orry to (${name})\\s*(?:[,.;:]| -| –)\\s*(?!but\\b)(?=\\S)`, "u"),
    (_, reader: string) => mailTo(reader, `${pronounOf(text) === "my" ? "I am" : "we are"} sorry. `),
  );

const toHeading = new RegExp(
  `^to (?:(?:my|our|the) )?(?:\\p{Ll}+,? ){0,3}?(${names})(?: \\([^()]{1,40}\\))?\\s*(?: [-–—]|[:,;.])\\s+(?=\\S)`,
  "u",
);
/** "to shift leads Bo, Carmen and Yusuf - …" */
const withToHeading = (text: string): string =>
  text.replace(toHeading, (whole, reader: string) =>
    /^to (?:all|every|whom)/.test(whole) || (whole.startsWith(`to ${reader}:`) && !/ (?:and|&) /.test(reader))
      ? whole
      : `${mailTo(reader, "")}`,
  );

const titledHeading = new RegExp(
  `^((?:[\\p{L}\\d][\\p{L}\\d'’/-]* ){0,6}?)(${titled})\\s*(?: [-–—]|[:;.,])\\s+(?=\\S)`,
  "u",
);

/** "PO 7714 to Bergstrom: …" */
const withNumberedHeading = (text: string): string =>
  text.replace(
    new RegExp(`^((?=[^:]*\\d)(?:[\\p{L}\\d#/.-]+ ){1,4}?)to (${name})\\s*:\\s+(?=\\S)`, "u"),
    (whole, thing: string, reader: string) =>
      orders.test(thing) ? whole : mailTo(reader, `this is about ${thing.trim()}. `),
  );

/** "tell Agnes from Harrow that Harrow Players …": her group is the reader. */
const withReadersGroup = (text: string): string => {
  const [, place = ""] =
    new RegExp(
      `\\b(?:tell|ask|inform|answer|write to|reply to|mail) ${name} (?:from|of|at) (${capital})(?=[\\s,.;:]|$)`,
      "u",
    ).exec(text) ?? [];
  return place === ""
    ? text
    : text.replace(new RegExp(`\\b(to|for|from|with) (?:the )?${place} \\p{Lu}\\p{L}+s(?=[\\s,.;]|$)`, "u"), "$1 you");
};

/** "apology to the Brandts because our trainee sent the wrong draft" */
const withApology = (text: string): string =>
  text.replace(
    /^(?:an? |our |my )?(?:sincere |short |big )?apolog(?:y|ies) to ([^,.;:]{3,40}?) (?:because|as|since) (?=\p{L})/iu,
    "apologize to $1 because ",
  );

/** "sad: …", "good news: …", ", all tenants, …", "this one goes to Malerhaus Senn", "welcome mail for new trainee Samir Haddad, …" */
const withOtherReaders = (text: string): string =>
  text
    .replace(/^(?:sad|bad|good|great|happy|terrible|wonderful)(?: news)?\s*[:!–-]\s*(?=\S)/iu, "")
    .replace(
      new RegExp(
        `^((?!.*\\b(?:tell|write|mail|inform|to) (?:all|everyone)\\b)[^.;]{8,}?), ((?:all |all the |our )${people}), (?=\\S)`,
        "iu",
      ),
      (_, said: string, group: string) => `to ${group}: ${said}, `,
    )
    .replace(
      new RegExp(
        `^(.{10,}?)[.;,] (?:and )?this (?:one |mail |e-?mail |letter |request )?(?:goes|is going|is) to (${name}(?: ${capital})?)(?=[.;,]|$)`,
        "su",
      ),
      (_, said: string, who: string) => mailTo(who, said),
    )
    .replace(
      new RegExp(
        `^(?:please )?(?:an? )?(?:short |warm |nice )?welcome (?:mail|e-?mail|note|letter|message) (?:for|to) (?:(?:the|our|a) )?(?:new )?(?:\\p{Ll}+ ){0,2}?(${name})(?:\\s*[:,.;]|\\s+[-–])\\s*(?:(?:(?:he|she) )?starts? (?:on )?)?`,
        "iu",
      ),
      (whole, who: string) =>
        /^\p{Lu}/u.test(who)
          ? mailTo(who, `welcome to the team. ${/starts? (?:on )?$/i.test(whole) ? "you start on " : ""}`)
          : whole,
    );

/** "quick one to Del: …", "reminder all drivers: …" */
const withSmallHeading = (text: string): string =>
  text
    .replace(
      new RegExp(
        `^(?:an? )?(?:quick|short|small|brief) (?:one|line|word|question|reply) (?:to|for) (${name})\\s*(?::| -| –|,)\\s*(?=\\S)`,
        "iu",
      ),
      (whole, reader: string) => (/^\p{Lu}/u.test(reader) ? mailTo(reader, "") : whole),
    )
    .replace(/^reminder,? (?=(?:all|the|our|my|every\p{L}*) )/iu, "reminder to ");

/** "dog owner Mr Sorensen. …", "claim 77-3092 Ms Peake, …": what stands before the name says who it is, or what about. */
function withTitledHeading(text: string): string {
  const [whole, before = "", reader = ""] = titledHeading.exec(text) ?? [];
  const lead = before.trim();
  if (!whole || lead === "" || orders.test(lead) || /\b(?:for|to|from|with|of|about|by|and|or|that|if)$/i.test(lead))
    return text;
  const tokens = wordsIn(`the ${lead}`);
  const isCalled = lead.split(" ").some((word) => isRole(word) || isGroupWord(word));
  if (
    /^(?:I|we|you|he|she|they|it|hi|hello|dear|thanks?|sorry)\b/i.test(lead) ||
    tokens.some((token) => token.pos === "AUX" || token.pos === "PRON")
  )
    return text;
  if (!isCalled && !/\d/.test(lead)) return text;
  const rest = text.slice(whole.length);
  if (isCalled) return mailTo(reader, rest);
  const [detail = "", more = ""] = /^([^.;,!?]{3,50})[.;,] (.+)$/su.exec(rest)?.slice(1) ?? [];
  const isDetail = detail !== "" && finiteVerb(wordsIn(detail)) < 0 && !/^(?:need|please|can|we|I)\b/i.test(detail);
  return mailTo(reader, `this is about ${lead}${isDetail ? ` (${detail})` : ""}. ${isDetail ? more : rest}`);
}

const people =
  "(?:swimmers|runners|singers|dancers|climbers|cyclists|campers|rowers|sailors|gardeners|bakers|cooks|waiters|cleaners|porters|couriers|operators|engineers|electricians|plumbers|carpenters|supervisors|stewards|ushers|stallholders|growers|farmers|beekeepers|ticket holders|card holders|moderators|lifeguards|nurseries|parents|staff|team|crew|customers|clients|members|volunteers|colleagues|tenants|residents|neighbou?rs|suppliers|drivers|students|pupils|guests|players|managers|leads|employees|owners|participants|families|teachers|patients|donors|subscribers|trainees|nurses|doctors|partners|contractors|subcontractors|trainers|coaches|speakers|exhibitors|attendees|shareholders|helpers|pickers|kids|folks)";
const groupHeading = new RegExp(
  `^(?:to |for |dear )?((?:all |all the |the |our |my |every )?(?:(?!to\\b|for\\b|of\\b|from\\b|and\\b|reminder\\b|notice\\b|note\\b|info\\b|mail\\b|update\\b|message\\b|email\\b|sorry\\b)\\p{Ll}+ ){0,2}?${people}(?: (?:group|class|shift|team|block|floor|year|unit|section|ward|course) [\\p{L}\\d-]{1,8})?(?: (?:of|in|at|on|from) (?:the )?(?:[\\p{L}\\d&-]+ ?){1,3})?)\\s*(?::| [-–—] |[!;.] )\\s*(?=\\S)`,
  "iu",
);
/** "parents of 4b: …" */
const withGroupHeading = (text: string): string =>
  text.replace(groupHeading, (whole, group: string) =>
    orders.test(group) || wordsIn(group).some((token, i) => i > 0 && token.pos === "AUX")
      ? whole
      : `to ${(/^(?:all|the|our|my|every)\b/i.test(group) ? group : `the ${group}`).replace(/(?<!\b(?:of|in|at|on|from)) (?=(?:group|class|shift|team|block|floor|year|unit|section|ward|course) [\p{L}\d-]{1,8}$)/iu, " of ")}: `,
  );

const last = new RegExp(
  `^(?<text>.{12,}?)[.;,!?]+ (?:(?:this )?(?:goes |is |mail |e-?mail )?to |for )(?:(?:my|our|the) )?(?:(?<role>(?:\\p{Ll}+ ){0,2}))(?<who>${names}|${title} ${capital})(?: at (?<firm>${capital}(?: ${capital}){0,2}))?(?<style>, [^.;]{3,60})?[.!]*$`,
  "su",
);
const lastGroup = new RegExp(
  `^(.{12,}?)[.;!?]+ (?:to )?((?:all |the whole |our )${people}|everyone|everybody)[.!]*$`,
  "isu",
);

/** "…. to my boss Neil Frobisher, keep it short", "…. to Accounts at Brightwood", "…. all crew". */
function withReaderLast(text: string): string {
  if (orders.test(text.split(/\s/, 1)[0] ?? "")) return text;
  const found = last.exec(text)?.groups;
  if (found?.text && found.who) {
    const isTeam = isInstitution(found.who) || isInstitution(found.who.toLowerCase());
    if (isTeam) return mailTo(`the ${found.who.toLowerCase()} team`, `${found.text}.`);
    if (
      isPerson(found.who) ||
      (found.role ?? "")
        .trim()
        .split(" ")
        .some((word) => isRole(word))
    )
      return mailTo(found.who, `${found.text}${found.style ? `. ${found.style.slice(2)}` : ""}`);
  }
  const [, said, group] = lastGroup.exec(text) ?? [];
  return said && group ? `to ${/^every/i.test(group) ? group : group.replace(/^all (?!the)/i, "all ")}: ${said}` : text;
}

const askedByName = new RegExp(
  `(^|[.;,] )(?:[Cc]an|[Cc]ould|[Ww]ould|[Ww]ill) (${name}) (?=(?:please |maybe |perhaps |also )?\\p{Ll})`,
  "u",
);
/** "could Ruth Abara swap with me?": she is asked. */
function withAskedByName(text: string): string {
  const [whole, mark = "", who = ""] = askedByName.exec(text) ?? [];
  if (!whole || !isPerson(who) || !/\b(?:ask|tell|thank|remind) (?:him|her)\b/i.test(text)) return text;
  return text.replace(askedByName, () => `${mark.replace(",", ".")}ask ${who} to `);
}
