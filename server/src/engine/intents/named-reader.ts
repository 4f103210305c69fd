import { addresseeAt, isGroupWord, isInstitution, isRole } from "./addressee.ts";
import type { Addressee } from "./clause.ts";
import { readDirective } from "./directive.ts";
import { isFirstName } from "./first-names.ts";
import { finiteVerb, wordsIn } from "./words.ts";

const title = "(?:Mr|Mrs|Ms|Mx|Dr|Prof|Captain|Sister|Father|Rev)\\.?";
const capital = "\\p{Lu}[\\p{L}'’-]*\\p{L}";
/** "Ms Trent", "Mr and Mrs Abernathy", "Celeste Marchand", "Ferris & Boyle". */
const name = `(?:${title} (?:and ${title} )?${capital}(?: ${capital})?|${capital}(?: (?:& )?${capital}){0,3})`;
const roleWords = "(?:(?:the|our|my|a|an|their) )?((?:\\p{Ll}+ ){0,2}\\p{Ll}+|HR|IT)";
const write = "(?:write(?: to)?|e-?mail|mail|message|inform|notify|tell|contact|reply to|answer)";
const kindsOfMail = "(?:e-?mail|mail|letter|note|message|notice|circular|memo|newsletter)";

export type NamedReader = { text: string; addressee?: Addressee | undefined };

/** An intent whose reader stands outside an order's object: in a heading, in brackets, in an order of its own or in a last remark. */
export function withNamedReader(given: string): NamedReader {
  let addressee: Addressee | undefined;
  const found = (text: string, kind: Addressee["kind"] = "name") => {
    addressee ??= { text, kind: /&/.test(text) ? "company" : kind };
  };
  let text = given
    // "pls write: Dear Kwame, …": the mail itself follows.
    .replace(/^(?:please )?(?:write|send|mail|e-?mail)\s*:\s*(?=(?:dear|hi|hello)\s)/iu, "")
    // "Gwen - the meeting moves": a dash after a name is a colon.
    .replace(new RegExp(`^(${capital})(?: [-–—]|[-–—]) (?=\\p{Ll})`, "u"), (whole, who: string) =>
      isFirstName(who) ? `${who}: ` : whole,
    )
    // "need Lars to confirm the crane": Lars reads it.
    .replace(
      new RegExp(`^(?:(?:I|[Ww]e)(?: would|['’]d)? )?(?:need|want|like) (${name}) to (?=\\p{Ll})`, "u"),
      (_, who: string) => `ask ${who} to `,
    )
    // "painting sold twice. need Mr Halloran to take another one": a titled person reads it, if nobody else does.
    .replace(
      new RegExp(
        `^((?!.*\\b(?:tell|ask|write|inform|remind|mail)\\b)[^\\n]{6,}?[.;!,] )(?:I |[Ww]e )?(?:need|want) (${title} ${capital}) to (?!know\\b|be\\b)(?=\\p{Ll})`,
        "su",
      ),
      "$1ask $2 to ",
    )
    // "from the Chronicle, journalist Petra Vogt,": the person reads it.
    .replace(
      new RegExp(
        `(?<=\\b(?:from|to|with|at) )(?:the )?${capital}(?: ${capital}){0,2}, (?:(?:our|their|my) )?(?:contact|journalist|manager|editor|secretary|buyer|agent|clerk|director|reporter|coordinator|officer|lawyer) (${title} ${capital}|${capital} ${capital})(?=[,.;]|$),?`,
        "gu",
      ),
      "$1",
    )
    // "to: Tom Varga (Malt & Co). …"
    .replace(
      new RegExp(`^to\\s*:\\s*(${name})(?: \\([^()]{1,60}\\))?\\s*[.,;:–-]\\s+(?=\\S)`, "iu"),
      (whole, who: string) => (/^\p{Lu}/u.test(who) ? `to ${who}: ` : whole),
    )
    // "update for client (Priya Raman, Fernhill Insurance): …", "… to HR (Ms. Trent)", "write the insurer (Shieldguard)"
    .replace(
      new RegExp(`(?<=^|\\s)((?:for|to|with|${write}) )${roleWords} \\((${name})(?:, [^()]{1,60})?\\)`, "gu"),
      (whole, lead: string, role: string, who: string) => (endsInRole(role) ? `${lead}${who}` : whole),
    )
    // "reply to a resident, Mr. Dunmore, re …", "write to my contact there, Joel."
    .replace(
      new RegExp(
        `(?<=^|\\s)(${write} )${roleWords}(?: (?:there|at [\\p{L}&. ]{2,30}?))?, (${name})(?=[,.:;]|$),?`,
        "gu",
      ),
      (whole, lead: string, role: string, who: string) =>
        endsInRole(role.replace(/ there$/, "")) || /\b(?:contact|resident)\b/.test(role) ? `${lead}${who}` : whole,
    )
    // "write to Ms Falk (tenant, flat 4): …"
    .replace(
      new RegExp(`^(${write} ${name}) \\((\\p{Ll}+)(?:, [^()]{1,40})?\\)(?=\\s*[:,.])`, "u"),
      (whole, order: string, role: string) => (isRole(role) ? order : whole),
    )
    // "Marta at the bakery wants to know …"
    .replace(
      new RegExp(
        `^(${name}) (?:at|from) (?:the |our )?\\p{L}+(?: [\\p{L}&]+){0,2}? (?=(?:wants?|asks?|asked|needs?|wrote|complained|sent|ordered|keeps|called|booked|would like|still|hasn['’]t)\\b)`,
        "u",
      ),
      (whole, who: string) => (/^(?:The|A|An|Our|My|We|I)\b/.test(who) ? whole : `${who} `),
    )
    // "reminder to all lab members: the bins must be labelled"
    .replace(/^reminder (?:to|for) ([^:.,;]{3,50}):\s+(?=([^.;,]+))/iu, (whole, who: string, content: string) => {
      const reader = finiteVerb(wordsIn(content)) >= 0 ? wholeReader(who) : undefined;
      addressee ??= reader;
      return reader ? "remind them that " : whole;
    })
    // "reply to Mr. Dunmore re the pothole: he …"
    .replace(new RegExp(`^(${write} ${name}) re ([^:.;]{3,60}): (?=\\S)`, "u"), "$1 about $2. ")
    // "guest in 312 Mr Benavides complained …"
    .replace(
      new RegExp(`^${roleWords} (?:in|at|from|of|on) [\\p{L}\\d ]{1,20}? (${title} ${capital})(?= \\p{Ll})`, "u"),
      (whole, role: string, who: string) => (endsInRole(role) ? who : whole),
    );
  text = text
    .replace(
      new RegExp(
        `^(?:follow(?:ing)?[ -]?up|check(?:ing)? in|touch(?:ing)? base) with (${name})\\s*[:–-]\\s+(?=\\S)`,
        "iu",
      ),
      (whole, who: string) => {
        if (!/^\p{Lu}/u.test(who)) return whole;
        found(who);
        return "";
      },
    )
    // "order from Hassan: 6 drums, …"
    .replace(new RegExp(`^order (?:from|at|with) (${name})\\s*:\\s+(?=\\S)`, "iu"), (whole, who: string) => {
      if (!/^\p{Lu}/u.test(who)) return whole;
      found(who);
      return `${/\b(?:we|our|us)\b/i.test(given) ? "we" : "I"} would like to order `;
    })
    .replace(/^announce to ([^:.,;]{3,50})\s*:\s+(?=\S)/iu, (whole, who: string) => {
      const reader = wholeReader(who);
      if (!reader) return whole;
      addressee ??= reader;
      return "";
    })
    // "price increase mail to all practices. …"
    .replace(
      new RegExp(`^((?:\\p{Ll}+ ){2,3}?)${kindsOfMail} to ([^:.,;]{3,50})\\s*[:.]\\s+(?=\\S)`, "u"),
      (whole, matter: string, who: string) => {
        const reader = wholeReader(who);
        if (!reader || /^(?:please|write|send|draft|make|do|a|an|the|short|quick|formal|can|need)\b/.test(matter))
          return whole;
        addressee ??= reader;
        return `write an email about the ${matter.trim()}. `;
      },
    )
    // "recommend Malik Sesay for the post to Ms. Trent."
    .replace(
      new RegExp(`^recommend (${name}) ((?:for|as) [^.;:]{3,60}?) to (${name})(?=[.:;]|$)`, "iu"),
      (whole, who: string, post: string, reader: string) => {
        if (!/^\p{Lu}/u.test(who) || !/^\p{Lu}/u.test(reader)) return whole;
        found(reader);
        return `I recommend ${who} ${post}`;
      },
    )
    // "contact there is Joan Adair": a last remark.
    .replace(
      new RegExp(
        `[.;,] (?:(?:the|my|our|their) )?contact(?: person)?(?: there| at \\p{L}+)?(?: is|:) (${name})[.!]?$`,
        "iu",
      ),
      (whole, who: string) => {
        if (!/^\p{Lu}/u.test(who)) return whole;
        found(who);
        return ".";
      },
    )
    // "turn down Kestrel Films, …": the contact there is told.
    .replace(
      new RegExp(
        `^(?:please )?(?:turn down|decline|reject|refuse) ${capital}(?: ${capital}){0,2}(?=[,.;])[,.;]\\s*`,
        "iu",
      ),
      (whole) => (addressee ? "say that unfortunately we have to decline. " : whole),
    )
    // "client is called Rasheeda", "her name is Joanna": a last remark.
    .replace(
      new RegExp(
        `[.;,] (?:the |our |my )?(?:(\\p{Ll}+)(?: is called|['’]s name is)|(?:her|his|their) name is) (${name})[.!]?$`,
        "iu",
      ),
      (whole, role: string | undefined, who: string) => {
        if (!/^\p{Lu}/u.test(who) || (role && !isRole(role))) return whole;
        found(who);
        return ".";
      },
    );
  // "client asks whether …. answer: …": the client reads the answer.
  if (addressee?.kind === "name")
    text = text.replace(
      /^(?:the |our |a |my )?(\p{Ll}+) (?:asks?|asked|wants? to know) (?=(?:whether|if|when|what|how|who|where|why)\b)/iu,
      (whole, role: string) => (isRole(role) ? `${addressee?.text} asked ` : whole),
    );
  const named = withoutReaderOrder(text, addressee);
  // "the landlord asked if we want to stay. yes, for two years": nobody else is named, so the landlord gets the answer.
  const asker =
    /^(?:the|our|my) (\p{Ll}+) (?:has |just )?(?:asked|asks|wants|wrote|complained|complains|would like|needs|requested)\b/iu.exec(
      named.text,
    )?.[1];
  if (!named.addressee && asker && isRole(asker) && !isInstitution(asker) && !ordersSpeech.test(named.text))
    return { ...named, addressee: { text: `the ${asker}`, kind: "role" } };
  return named;
}

const ordersSpeech =
  /(?:^|[.;,:] |\b(?:and|so|then|please|to) )(?:tell|ask|write(?: to)?|e-?mail|mail|inform|notify|remind|thank|invite|let|forward (?:it|this|that)? ?to) (?!(?:him|her|them)\b)\p{L}/iu;

const endsInRole = (words: string) => {
  const last = words.split(/\s+/).at(-1) ?? "";
  return isRole(last) || isGroupWord(last) || isInstitution(last);
};

/** The reader that a phrase names from its first to its last word. */
function wholeReader(words: string): Addressee | undefined {
  const tokens = wordsIn(words.trim());
  const found = addresseeAt(words.trim(), tokens, 0);
  if (found && found.addressee.kind !== "pronoun" && found.next >= tokens.length) return found.addressee;
  // "ramp crews": a plural of people, whatever the tagger takes its first word for.
  return /^(?:(?:all|the|our|my) )?(?:\p{Ll}+ ){0,2}\p{Ll}+$/u.test(words.trim()) &&
    /(?:crews|teams|ers|ors|ists|ants|ents|ians|ees|staff|members|families|parents)$/.test(words.trim())
    ? { text: words.trim(), kind: "group" }
    : undefined;
}

const ownOrder = new RegExp(
  `([.;!?,] )(?:(?:so|and|also) )*${write} ((?:[^.;:,!?()]|(?<=Mr|Mrs|Ms|Dr|Prof)\\.){3,50})(?=[.;,!]|$)[.;,!]?\\s*`,
  "giu",
);

/** "…. write to the teachers. …": an order that only names the reader is no content. */
function withoutReaderOrder(given: string, named: Addressee | undefined): NamedReader {
  // After "Gustav: …" and "ask Ana …" a further order is the reader's, or names somebody else.
  if (/^(?:(?:hi|dear|hello|to) )?\p{Lu}[\p{L}.]*(?: \p{Lu}[\p{L}.]*){0,2}[:,] /u.test(given))
    return { text: given, addressee: named };
  const [opening = ""] = given.split(/(?<!Mr|Mrs|Ms|Dr)[.;!?] /, 1);
  const first = readDirective(opening.slice(0, 300));
  if (first?.addressee && first.addressee.kind !== "pronoun" && !/^(?:resign|intend|cancel|apply)$/.test(first.act))
    return { text: given, addressee: named };
  let addressee = named;
  const text = given.replace(ownOrder, (whole, mark: string, who: string) => {
    const reader = wholeReader(who);
    if (!reader || (addressee && addressee.text !== reader.text)) return whole;
    addressee = reader;
    return mark === ", " ? ". " : mark;
  });
  return { text: text.trim(), addressee };
}
