// Removes asides between an order and the news: the manner ("politely but firmly") and words about the reader.

/** Rewrites the opening of an intent so that the reader is named without an aside. */
export const withoutReaderAsides = (given: string): string =>
  [withPassedOn, withoutManner, withWhoseReader, withPleaseAsSentence].reduce((text, rewrite) => rewrite(text), given);

const title = "(?:(?:Mr|Mrs|Ms|Mx|Dr|Prof)\\.? )?";
const name = `${title}\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?`;

/** "pass on to Dagny what the garage said - her van needs brakes" → "tell Dagny that the garage said: her van needs brakes" */
const withPassedOn = (text: string): string =>
  text
    .replace(
      new RegExp(`^((?:please )?)(?:pass on|pass along|relay|hand on) to (${name}|the \\p{Ll}+) (?=that\\b)`, "iu"),
      "$1tell $2 ",
    )
    .replace(
      new RegExp(
        `^((?:please )?)(?:pass on|pass along|relay|hand on) to (${name}|the \\p{Ll}+) what ([^,.;:–-]{3,40}) (said|says|told (?:me|us)|wrote|found|decided|thinks?)(?:\\s+[-–—]|[:,]) (?=\\p{L})`,
        "iu",
      ),
      (_, please: string, who: string, source: string, verb: string) =>
        `${please}tell ${who} that ${source} ${/^told/.test(verb) ? "said" : verb} `,
    );

const manner =
  "(?:(?:very|quite|rather|really) )?(?:politely|firmly|kindly|gently|briefly|nicely|tactfully|diplomatically|warmly|calmly|carefully|formally|clearly|frankly|honestly|respectfully|discreetly|quietly|bluntly|softly)";
/** "explain to Mrs Abernathy, politely but firmly, that …": the tone of the mail, and no part of it. */
const withoutManner = (text: string): string =>
  text.replace(
    new RegExp(
      `^([^.,;:]{3,80}), ${manner}(?:,? (?:and|but|yet|if) ${manner})?, (?=(?:that|whether|if|to|why|how|what)\\b)`,
      "iu",
    ),
    "$1 ",
  );

const written = `^((?:please )?(?:write|send)\\b[^.,;:]{0,60} to (?:${name}))`;
/**
 * "write to Helen Varga, whose husband died on Sunday" → "write to Helen Varga. I am very sorry that your husband died on Sunday";
 * "write to Tom Reed, whose car we scratched" → "write to Tom Reed. We scratched your car"
 */
const withWhoseReader = (text: string): string =>
  text
    .replace(
      new RegExp(
        `${written}, whose ([^.;]{5,120}?\\b(?:died|passed away|has died|was killed|is (?:very |seriously )?ill|is dying)\\b[^.;]{0,60})(?=[.;]|$)`,
        "iu",
      ),
      "$1. I am very sorry that your $2",
    )
    .replace(
      new RegExp(`${written}, whose (\\p{Ll}+(?: \\p{Ll}+)?) (we|I) (\\p{Ll}+)(?=[.;]|$)`, "iu"),
      (_, order: string, thing: string, who: string, verb: string) =>
        `${order}. ${who === "I" ? "I" : "We"} ${verb} your ${thing}`,
    );

/** "We cancel the order. please confirm it": a request of its own, though typed in small letters. */
const withPleaseAsSentence = (text: string): string =>
  text.replace(/(?<=[\p{L}\d]{2}[.!?] )please (?=\p{Ll})/gu, "Please ");
