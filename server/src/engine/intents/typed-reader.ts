// Readers whom hurried writers name in odd places.
import { isGroupWord, isInstitution, isRole } from "./addressee.ts";
import { agreeWithYou } from "./agree-with-you.ts";
import { isFirstName } from "./first-names.ts";
import { withPlacedReader } from "./placed-reader.ts";
import { pronounOf } from "./reader-notes.ts";
import { withShortForms } from "./short-forms.ts";
import {
  we,
  withInvited,
  withOwnNumber,
  withOwnWait,
  withPartlyAgreed,
  withRepeated,
  withSorry,
} from "./turned-orders.ts";
import { weekdayNamed } from "./weekdays.ts";
import { capital, isKnownPerson, person, titled, titles, upper, withWholeNames } from "./whole-names.ts";
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
        withHeadedKind,
        withIntroduced,
        withRoleBeforeName,
        withAsker,
        withAuthor,
        withSorry,
        withOwnNumber,
        withPartlyAgreed,
        withRepeated,
        withInvited,
        withNamedAtEnd,
        withOwnWait,
        withPlacedReader,
      ].reduce((text, rewrite) => rewrite(text), given);

const mailTo = (who: string, text: string) => `write an email to ${who}: ${text.trimStart()}`;
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
const withHeadedKind = (text: string): string =>
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
      `^((?:please |pls )?(?:tell|ask|inform|remind|write(?: to)?|mail|e-?mail|thank|let) )(?:my|our|the) ((?:[\\p{L}-]+ ){1,3}?)(${capital})(?= \\p{Ll})`,
      "u",
    ),
    (whole, order: string, phrase: string, who: string) => (isPersonsRole(phrase, who) ? `${order}${who}` : whole),
  );

/** A school or a crew has no name of its own: in "tell the school Emil is absent", Emil is a third person. */
function isPersonsRole(phrase: string, who: string): boolean {
  const words = wordsIn(phrase);
  const role = words.at(-1);
  return (
    role !== undefined &&
    words.every(({ pos }) => /^(?:NOUN|ADJ|PROPN)$/.test(pos)) &&
    !isGroupWord(role.text) &&
    !isInstitution(role.text) &&
    (isRole(role.text) || isFirstName(who))
  );
}

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
  const priced = new RegExp(
    `^(${person}) (?:has |just )?(?:asked|asks|wants|wanted) (?:us |me )?(?:for )?(?:a |the |our )?(price|quote|quotation|offer|estimate)s?\\s*:\\s*`,
    "u",
  ).exec(text);
  if (priced?.[1] && priced[2] && isKnownPerson(priced[1]))
    return mailTo(
      priced[1],
      `here is ${pronounOf(text) === "my" ? "my" : "our"} ${priced[2] === "price" ? "quote" : priced[2]}: ${text.slice(priced[0].length)}`,
    );
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
            said.replace(/\b(mon|tue|wed|thu|fri|sat|sun)\.$/i, (_, day: string) => `${weekdayNamed(day)}.`),
          )
        : whole;
    },
  );
