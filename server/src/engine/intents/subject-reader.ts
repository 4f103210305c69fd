import { isRole } from "./addressee.ts";
import type { Addressee, Clause } from "./clause.ts";
import { isFirstName } from "./first-names.ts";

const title = "(?:Mr|Mrs|Ms|Mx|Dr|Prof|Professor|Father|Sister|Rev|Lord|Lady|Sir|Captain|Coach|Councillor|Officer)\\.?";
const surname =
  "\\p{Lu}[\\p{L}'’-]*\\p{L}(?:(?: (?:van|von|der|den|de|da|di|du|la|le|bin|al))* \\p{Lu}[\\p{L}-]+){0,2}";
/** "Ms Torres", "Mr and Mrs Petrov", "Henrik Dahl", "Gwen", "the Lindqvists", with a role before it: "visa applicant Ms Torres". */
const person = `(?:(?:\\p{Ll}+ ){1,2}\\p{Lu}\\p{Ll}+ \\p{Lu}[\\p{L}-]+|(?:(?:my|our|the)? ?(?:\\p{Ll}+ ){0,2}?)?(?:${title} (?:and ${title} )?)${surname.replaceAll("'’", "")}|(?:(?:my|our|the) (?:\\p{Ll}+ ){1,2})?\\p{Lu}\\p{Ll}+(?:-\\p{Lu}\\p{Ll}+)?(?: \\p{Lu}[\\p{L}-]+)?|[Tt]he \\p{Lu}\\p{Ll}+s)`;
const subject = new RegExp(`^(${person})(?=['’]s? |\\s)`, "u");
const owned = new RegExp(
  `^(?:(?:I|we)\\b[^,.;:]{0,40}? |\\p{Ll}+ )((?:(?:my|our) \\p{Ll}+ )?(?:${title} )?\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)?)['’]s? (?=\\p{L})`,
  "iu",
);

// "book the sauna for coach Lindner and tell him": the person for whom something is done.
const served = new RegExp(
  `\\bfor ((?:\\p{Ll}+ )?(?:${title} )?\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)?)(?=[\\s,.]|$)`,
  "u",
);

// "invoice 2291 from Noor Haddad is wrong, ask her …": the person from whom, with whom or whose the matter is.
const involved = new RegExp(
  `\\b(?:from|of|with) ((?:${title} (?:and ${title} )?)?\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)?)(?=[\\s,.(]|$)`,
  "u",
);

/** Verbs whose subject is the reader of the mail: X wants, has asked, still owes, keeps parking, is angry. */
const turnsToUs =
  /^(?:(?:still|always|also|again|really|just|now|already|has|have|had|hasn['’]t|haven['’]t|has not|did not|didn['’]t|does not|doesn['’]t|is|was) )*(?:wants?|wanted|asks?|asked|asking|needs?|needed|requests?|requested|complain(?:s|ed)|wrote|writes|called|keeps?|forgot|owes?|ordered|booked|applied|sent|paid|pay|promised|answered|replied|returned|signed|submitted|delivered|left|wonders|claims?|insists?|proposed|offered|invited|suggested|hopes?|would like|thinks|angry|upset|furious|unhappy|disappointed|worried|waiting|late|must|should|can|may|has to|have to|needs to|is to|could|cannot|can['’]t|won|passed|failed|qualif(?:y|ies|ied))\b/i;
/** News about a person, for other readers: X joins, retires, is ill, takes over. */
const isNews =
  /^(?:(?:will|is|was|has|have|had|be|been|going to|who|just|now|also|unfortunately) )*(?:joins?|joined|joining|leaves?|leaving|starts?|starting|retires?|retiring|ill|sick|off|away|back|out|on (?:leave|holiday|vacation|parental|maternity|sick)|takes? over|taking over|covers?|covering|replaces?|died|passed away|promoted|moves?|moving|got married|had a|gave birth|becomes?|our new|the new|didn['’]t show|called in sick)\b/i;

const aboutThem =
  /\b(?:he|she|they)(?:['’]ll|['’]d| (?:can|could|should|must|may|might|will|needn['’]t|has to|have to|needs? to|ought|does ?n['’]t (?:need|have) to|do(?:es)? not (?:need|have) to|gets?|is (?:welcome|invited|entitled)|are (?:welcome|invited|entitled)|wants?|says?|agrees?|prefers?|likes?|minds?))\b|\b(?:if|whether|unless|when) (?:he|she|they)\b|\b(?:tell|ask|offer|thank|remind|give|send|invite|assure|apologi[sz]e to|wish|let) (?:him|her|them)\b/i;
const toOthers =
  /\b(?:everyone|everybody|all (?:staff|colleagues|members|of you|parents|team)|team meeting|staff meeting|the team|colleagues|please all)\b/i;

/**
 * The person in front of the intent to whom it is written: "Henrik Dahl wants 48 h delivery, we can do 72", "Ms Cho's parcel is lost".
 * News about a person ("Victor leaves on the 30th") is for others, and what is neither is not decided here.
 */
export function subjectReader(clauses: Clause[]): Addressee | undefined {
  const [first, ...rest] = clauses;
  if (!first || !/^(?:state|dictated|fragment|complain|decline|intend|cancel|tell|apply)$/.test(first.act))
    return undefined;
  if (first.act === "tell" && first.addressee) return undefined;
  // "Team lead Agnes Wolff asked": a role begins the sentence.
  const text = first.source.replace(/^\p{Lu}(?=\p{Ll}+ (?:\p{Ll}+ )?\p{Lu})/u, (letter) =>
    isFirstName(first.source.split(/\s/, 1)[0] ?? "") ||
    /^(?:The|A|An)\b/.test(first.source) ||
    new RegExp(`^${title}\\s`, "u").test(first.source)
      ? letter
      : letter.toLowerCase(),
  );
  const all = clauses.map(({ source }) => source).join(". ");
  const later = rest.map(({ source }) => source).join(". ");
  const partner = partnerIn(clauses);
  if (partner) return partner;
  const found = subject.exec(text)?.[1];
  const after = found ? text.slice(found.length) : "";
  const isTold =
    aboutThem.test(found ? `${after} ${later}` : later) ||
    /\b(?:apologi[sz]e|say sorry|congratulate|condolences)\b/i.test(later);
  if (found && (isName(found) || isCalledByPronoun(found, after, `${after} ${later}`))) {
    const isOwner = /^['’]/.test(after);
    const verb = after.trim();
    if (!isOwner && isNews.test(verb) && !isTold) return undefined;
    if (toOthers.test(all) && !isTold) return undefined;
    const isReader = isOwner
      ? isTold ||
        weAct.test(all) ||
        !/^['’]s? (?:\p{L}+ )?(?:last day|birthday|farewell|party|leaving|replacement|successor|funeral|wedding)/iu.test(
          after,
        )
      : isTold || turnsToUs.test(verb);
    return isReader
      ? {
          text: found.trim(),
          kind: /^the \p{Lu}/iu.test(found) ? "company" : "name",
        }
      : undefined;
  }
  const involvedName = involved.exec(text)?.[1];
  const isAsked = rest.some(
    ({ act, addressee }) => /^(?:ask|request)$/.test(act) && (!addressee || /^(?:him|her|them)$/.test(addressee.text)),
  );
  if (
    involvedName &&
    (isName(involvedName) || (isAsked && /\b(?:he|she|him|her)\b/i.test(later) && /\bwith \p{Lu}/u.test(text))) &&
    !toOthers.test(all) &&
    (aboutThem.test(later) || (isAsked && /\b(?:he|she|they|him|her|them)\b/i.test(later)))
  )
    return { text: involvedName, kind: "name" };
  // "parcel 77 to Mrs Lindgren came back, ask for her address": the only titled person is asked.
  const sentTo = isAsked
    ? new RegExp(`\\b(?:to|for) (${title} \\p{Lu}[\\p{L}'’-]+)(?=[\\s,.]|$)`, "u").exec(text)?.[1]
    : undefined;
  if (sentTo && (all.match(new RegExp(`${title} \\p{Lu}`, "gu")) ?? []).length === 1)
    return { text: sentTo, kind: "name" };
  const owner = owned.exec(text)?.[1] ?? served.exec(text)?.[1];
  return owner && isName(owner) && aboutThem.test(`${later} ${text}`) ? { text: owner, kind: "name" } : undefined;
}

const weAct = /\b(?:we|I)(?:['’](?:ll|d|re|m)| (?:can|will|would|could|are|am|have|offer|need))\b/i;

const sellerIn =
  /^(?:I|[Ww]e) (?:have |only |just |still )*(?:got|received|ordered|bought|booked|rented|hired) [^.;?]{2,60}? from (\p{Lu}[\p{L}'’-]+(?: (?:& |and )?\p{Lu}[\p{L}'’-]+){0,3})(?=[\s,.;(]|$)/u;

/** "we owe Brandt & Sons 2,300, ask them …" */
function partnerIn([first, ...rest]: Clause[]): Addressee | undefined {
  const isOwed = /^(?:I|we) owe \p{Lu}/u.test(first?.content ?? "");
  const isMeant = rest.some(
    ({ act, addressee }) =>
      (addressee?.kind === "pronoun" && !/^(?:me|us)$/.test(addressee.text)) ||
      (isOwed && !addressee && /^(?:ask|request|apologize|propose|offer)$/.test(act)),
  );
  const partner = isMeant
    ? /^(?:I|we) (?:owe|promised|told|sent|gave|paid|asked|invited|offered|showed|lent) ((?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?\p{Lu}[\p{L}'’-]+(?: (?:& |and )?\p{Lu}[\p{L}'’-]+){0,3})(?=\s)/u.exec(
        first?.content ?? "",
      )?.[1]
    : undefined;
  if (partner)
    return {
      text: partner,
      kind: /&/.test(partner) || (isOwed && !isFirstName(partner.split(" ")[0] ?? "")) ? "company" : "name",
    };
  // "we got 14 boards from Brightwood but ordered 40. When will the rest come?": the seller answers.
  const isAsked = rest.some(
    ({ act, addressee, content }) =>
      !addressee && (/^(?:question|cancel|complain|request)$/.test(act) || /\?$/.test(content.trim())),
  );
  const seller = isAsked ? sellerIn.exec(first?.content ?? "")?.[1] : undefined;
  return seller ? { text: seller, kind: /&/.test(seller) ? "company" : "name" } : undefined;
}

/** "Dev's brakes …, without his ok we don't start": one person is named, and "his" means that person. */
const isCalledByPronoun = (found: string, after: string, text: string) =>
  /^\p{Lu}\p{Ll}+$/u.test(found) &&
  !/(?:s|ing|tion|ment)$/.test(found) &&
  (/^['’]s/.test(after) || turnsToUs.test(after.trim())) &&
  /\b(?:he|she|him|his|her)\b/i.test(text) &&
  !/(?<=[\p{Ll},] )\p{Lu}\p{Ll}+/u.test(text.replace(/(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g, "")) &&
  !/\b(?:father|mother|husband|wife|son|daughter|brother|sister|colleague|boss)\b/i.test(text);

/** A titled or known name; a capital at the beginning of a sentence alone proves no name. */
function isName(text: string): boolean {
  const words = text.split(/\s+/);
  if (new RegExp(`(?:^|\\s)${title}\\s`, "u").test(text)) return true;
  if (/^[Tt]he \p{Lu}\p{Ll}+s$/u.test(text)) return true;
  const names = words.filter((word) => /^\p{Lu}\p{Ll}/u.test(word) && !/^(?:The|My|Our|A|An)$/.test(word));
  if (names.some((word) => isFirstName(word))) return true;
  // "Ilka Brandvold wants": two capitals; "my tenant Oluwadare": a role before the name.
  return (
    (names.length >= 2 && words.length === names.length) || (words.length > 1 && words.some((word) => isRole(word)))
  );
}
