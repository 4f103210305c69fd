import { isRole } from "./addressee.ts";
import type { Addressee } from "./clause.ts";
import { isDirection } from "./style.ts";

const toWriter =
  /^(?:(?:no|without) (?:\p{L}+ )?(?:names?|details?|numbers?|prices?|reasons?|figures?)\b.{0,30}\b(?:mail|e-?mail|letter|message|text|writing)|(?:I|we)(?:['’]ll| will| can)? (?:do|add|attach|send|handle|fill in|forward|check|call) (?:that|it|them|this|him|her|myself|later)\b.{0,40}|will (?:do|add|attach|send) (?:that|it|them|this)\b.{0,30}|(?:do not|don['’]t|never) (?:tell|mention|say|name|copy|forward|reveal)\b.{0,60}|(?:she|he|they)(?:['’]s| is| are| has| knows?)\b.{0,60}|(?:b?cc|copy) (?:to )?\p{L}.{0,40}|(?:for |only )?internal(?: note| only)?|for me only|between us)$/iu;

/** Whether a remark in brackets is for the writer. A remark about "her" is one only directly after the reader's name. */
const isToWriter = (remark: string, before: string) =>
  (toWriter.test(remark) &&
    (!/^(?:she|he|they)\b/i.test(remark) ||
      /^(?:\p{L}+ ){1,3}(?:\p{Lu}[\p{L}.-]+ ?){1,3}(?:(?:from|at|in) (?:the )?\p{L}+)?$/u.test(before.trim()))) ||
  // "(about 9000 words)" after a thing measures it.
  (isDirection(remark) &&
    !(
      /\d/.test(remark) &&
      /\p{L}s?$/u.test(before.trim()) &&
      !/\b(?:e-?mail|mail|letter|note|message|text)$/i.test(before.trim())
    ));

// "3 plumbers get the same request for quote: …" says how the mail is sent, and that it is a request.
const sameMail =
  /^(?:\d{1,3}|two|three|four|five|six|several|all|both) [\p{L} -]{2,40}? (?:will )?(?:gets?|receives?) (?:the|this) same (?:e-?mail|mail|message|letter|text|note|((?:request|enquiry|inquiry)(?: for (?:an? )?\p{L}+)?))\s*[:,.;–-]?\s*/iu;
const sameMailInside =
  /([:,.;]\s*)(?:\d{1,3}|two|three|four|five|six|several|all|both) [\p{L} -]{2,40}? (?:will )?(?:gets?|receives?) (?:the|this) same (?:e-?mail|mail|message|letter|text|note|request|enquiry|inquiry)(?=[,.;]|$)[,.;]?\s*/giu;
const quote =
  /^(?:(?:request|enquiry|inquiry) for (?:an? )?(quote|quotation|price|offer|estimate)|(quote|quotation|price|estimate) (?:request|enquiry|inquiry))\s*[:,–-]\s*(?=\S)(\p{L}+)?/iu;
const work =
  /^(?:replace|repair|paint|install|build|deliver|supply|print|clean|design|renovate|remove|move|cater|produce|fix|make|lay|fit|translate|transport|insure|organi[sz]e|service|convert|refurbish|repaint|rewire|demolish|extend)$/i;

// "we do not know the name of the person in charge"
const unknownName =
  /(?:,| -| –|\.)? \(?(?:but |and )?(?:(?:we|I) (?:do not|don['’]?t) (?:know|have)(?: yet)?|(?:we|I) forgot|not sure about|no idea (?:about|of)|no) (?:the |their |his |her |a |its )?(?:contact |exact |right )?(?:names?|person)(?: (?:of|for|there|here|in charge|responsible|to write to)[^,.;()]{0,50})?\)?([,.;]|$)/giu;

/** An intent without remarks that are only for its writer. */
export function withoutWriterNotes(given: string): string {
  const text = given
    .replace(unknownName, (_, mark: string) => mark)
    // "Bring forward the audit? No, tell them …": the writer thinks aloud.
    .replace(
      /^[^?.!\n]{3,120}\? ?(?:no|nope|nah)\s*[,.:;–-]+\s*(?=(?:tell|ask|say|write|let|inform|remind|reply|offer|propose|suggest)\b)/iu,
      "",
    )
    .replace(/\s?\(([^()]{2,120})\)/g, (whole, inner: string, at: number) => {
      const remarks = inner.split(/[,;]\s+/);
      const kept = remarks.filter((remark) => !isToWriter(remark.trim(), given.slice(0, at)));
      return kept.length === remarks.length ? whole : kept.length === 0 ? "" : ` (${kept.join(", ")})`;
    })
    .replace(sameMail, (_, request: string | undefined) => (request ? `${request}: ` : ""))
    .replace(sameMailInside, "$1");
  return text
    .replace(
      quote,
      (_, first: string | undefined, second: string | undefined, word = "") =>
        `ask for ${/^[aeiou]/i.test(first ?? second ?? "") ? "an" : "a"} ${(first ?? second ?? "").toLowerCase()} ${work.test(word) ? "to" : "for"} ${word}`,
    )
    .trim();
}

const named = "(?:(?:Mr|Mrs|Ms|Dr|Prof)\\.? \\p{Lu}[\\p{L}-]+|\\p{Lu}\\p{Ll}+(?: \\p{Lu}[\\p{L}-]+)?)";
const roleThenName = new RegExp(`^(.{0,40}?)\\b(?:the|our|my) (?:\\p{Ll}+ )?\\p{Ll}+ \\((${named})\\)`, "u");
const nameThenRole = new RegExp(`^(.{0,40}?${named}) \\((?:our |my |the )?(\\p{Ll}+ )?(\\p{Ll}+)\\)`, "u");
const contact = new RegExp(`^(?:my|our|the) [\\p{L} ]{3,40}, (${named}), (?=\\p{Ll})`, "u");
// "tell the tenant in 3B, Mr Lowry, the boiler man comes"
const toldByName = new RegExp(
  `^((?:please )?(?:tell|inform|notify|ask|remind|thank|invite|warn) )(?:the|our|my) [\\p{L}\\d ]{3,40}, (${named}), (?=\\S)`,
  "u",
);

const belonging =
  /^(?:the |an? )?(\p{L}[\p{Ll}-]{2,20}(?: [\p{Ll}-]{2,20})?) of ((?:Mr|Mrs|Ms|Dr|Prof)\.? \p{Lu}[\p{L}-]+) (?=\p{Ll})/iu;

/** "the florist (Ms Amsel)", "Ms Lam (landlady)" and "my contact at the opera, Jonas Rehm," name one reader: by the name. */
const withName = (text: string) =>
  text
    .replace(roleThenName, "$1$2")
    .replace(nameThenRole, (whole, name: string, _first: string | undefined, role: string) =>
      isRole(role) ? name : whole,
    )
    .replace(contact, "$1 ")
    .replace(toldByName, "$1$2 ")
    .replace(
      belonging,
      (_, thing: string, name: string) => `${name}'s ${thing.charAt(0).toLowerCase()}${thing.slice(1)} `,
    );

const apposed =
  /(?<!\p{L})((?:(?:Mr|Mrs|Ms|Dr|Prof|Lord|Lady|Sir)\.? )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2}), (?:our|my|the|an?) [\p{L}\d -]{2,40}, (?=(should|must|needs?|ought|has to|wants?|asked|wrote|called|is|was|will|can|cannot|can['’]t|could|would|has|had|does|did|doesn['’]t|didn['’]t)\b)/u;

/** "Lord Ashby, our patron, should hear …" without the apposition, which tells the writer who the reader is. */
export function withoutApposition(given: string): { text: string; addressee?: Addressee } {
  // "Felix, our trainee, passed his exam": the reader knows what he is.
  const text = withName(given).replace(
    /^((?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?\p{Lu}\p{Ll}+), (?:our|my) (?:\p{Ll}+ ){0,2}\p{Ll}+, (?=(?:passed|failed|forgot|sent|lost|won|left|missed|broke|paid|still)\b)/u,
    "$1 ",
  );
  const found = apposed.exec(text);
  const [, name, verb] = found ?? [];
  // "Dr Amari, our anaesthetist, can't come": the commas belong to one sentence.
  if (found && name && verb && !/^(?:should|must|needs?|ought|has to|wants?|asked|wrote|called)$/.test(verb))
    return { text: text.replace(apposed, (whole) => `${name} (${whole.slice(name.length + 2, -2)}) `) };
  if (!found || !name || !verb || !/^(?:should|must|needs?|ought|has to|wants?|asked|wrote|called)$/.test(verb))
    return { text };
  return { text: text.replace(apposed, () => `${name} `), addressee: { text: name, kind: "name" } };
}
