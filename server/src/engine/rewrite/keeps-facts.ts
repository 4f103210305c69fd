/** Whether a line still has the numbers, the names, the marks of protected text and as many negations as before. */
export function keepsFacts(before: string, after: string): boolean {
  return (
    sameList(numbersOf(before), numbersOf(after)) &&
    sameList(before.match(/\uE000\d+\uE001/g) ?? [], after.match(/\uE000\d+\uE001/g) ?? []) &&
    negationsIn(before) === negationsIn(after) &&
    namesOf(before).every((name) => after.includes(name))
  );
}

const numbersOf = (text: string) => text.replaceAll(/\uE000\d+\uE001/g, "").match(/\d[\d.,:/-]*/g) ?? [];

/** "Do not hesitate to call" denies nothing. */
const courtesy = /\b(?:do not|don['’]t) hesitate\b/gi;
const negation = /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot)\b|n['’]t\b/gi;
const negationsIn = (text: string) => text.replaceAll(courtesy, "").match(negation)?.length ?? 0;

/** Capitalized words after another word. The first word of a sentence is capitalized anyway. */
const namesOf = (text: string) =>
  Array.from(text.matchAll(/(?<=[\p{Ll}\p{N},;:)] )\p{Lu}[\p{L}'’-]+/gu), ([name]) => name).filter(
    (name) => !/^I['’]/.test(name) && !abbreviations.test(name),
  );

/** Shouted words that are no names. */
const abbreviations = /^(?:ASAP|FYI|BTW|TBH|IMO|IMHO|AFAIK|IIRC|OK|LOL|OMG|PLS|PLZ|THX|INFO)$/;

const sameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((item, index) => item === other[index]);
