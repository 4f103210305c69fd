// Persons other than the reader whom a pronoun could mean, and how a text tells people from things.
import type { Token } from "../text/parts-of-speech.ts";
import { isInstitution, isPluralNoun, isRole } from "./addressee.ts";
import { isFirstName } from "./first-names.ts";
import { type Gender, genderOf } from "./gender.ts";
import type { Reader } from "./reader.ts";
import { isDateWord, isVerbal, lowerOf } from "./words.ts";

export const adverb =
  /^(?:still|always|also|never|already|really|only|just|often|usually|probably|finally|actually|now|currently|recently|not|kindly|then)$/;

const titled = /^(?:mr|mrs|ms|mx|dr|prof)\.?$/;

const peopleVerb =
  /^(?:ask|call|pay|want|need|bring|send|sign|come|reply|answer|apply|contact|write|book|choose|decide|check|confirm|know|tell|say|complain|watch|move|register|hand|submit|return|collect|pick|agree|prefer|live|wish|appeal|object|cancel|order|buy|mind|expect|hear|see|get|use|leave|join|attend|claim|request|provide|take|deliver|replace|repair|refund|fix|explain|correct|remove|finish|credit|give|grant|offer|accept|allow|charge|waive|guarantee|lend|host|visit|meet|lower|extend|cover|support|recommend|promise|got|had|rent|borrow|hire|return|store|park)s?$/;

/** Whether what "they" do is done by people. */
export function humanAfter(tokens: Token[], at: number): boolean {
  for (let i = at + 1; i < Math.min(tokens.length, at + 6); i++) {
    const word = lowerOf(tokens[i]);
    // "or they get removed": what happens to them is done by others.
    if (word === "get" && /(?:ed|en|wn|ut)$/.test(lowerOf(tokens[i + 1]))) return false;
    if (peopleVerb.test(word)) return true;
    if (!/^(?:AUX|ADV|PART)$/.test(tokens[i]?.pos ?? "") && !adverb.test(word) && word !== "to") return false;
  }
  return false;
}

const things =
  /^(?:chairs|coaches|leads|flowers|numbers|papers|letters|orders|offers|posters|computers|printers|covers|towers|showers|drawers|containers|dinners|folders|trailers|boilers|heaters|filters|counters|layers|corners|matters|others|motors|doors|floors|colou?rs|sensors|tractors|mirrors|errors|lists|plants|grants|variants|dryers|mixers|freezers|scanners|timers|planters|powers|fingers|rollers|burners|razors|stickers|banners|hangers|wallpapers|newspapers)$/i;

export const arePeople = (token: Token | undefined) =>
  token !== undefined &&
  !things.test(token.text) &&
  (isRole(token.text.replace(/s$/i, "")) ||
    /^(?:people|men|women|children|kids|parents|guests|staff|team|family|colleagues|neighbou?rs|residents|friends|visitors)$/i.test(
      token.text,
    ) ||
    /(?:ers|ors|ists|ants|ees|ians)$/i.test(token.text));

/** Persons and things other than the reader whom a pronoun could mean: the subjects and owners that were named before. */
export function otherPersons(
  tokens: Token[],
  reader: Reader,
  at: number,
): { single: Gender | "any" | "role" | undefined; isPlural: boolean; isFirm?: boolean } {
  const token = tokens[at];
  const none = { single: undefined, isPlural: false };
  if (!token || reader.mentions.some((mention) => mention.split(/\s+/).includes(lowerOf(token)))) return none;
  // "what forms they need": the forms are needed, and somebody else needs them.
  if (/^(?:what|which|many)$/.test(lowerOf(tokens[at - 1]))) return none;
  let next = at + 1;
  while (tokens[next]?.pos === "PROPN" || tokens[next]?.text === ")" || adverb.test(lowerOf(tokens[next]))) next++;
  const after = tokens[next];
  const isOwner = /^['’]s$/.test(after?.text ?? "");
  // "recommend Jonas for the post, he has led …": who is presented is spoken of next.
  const isPresented = /^(?:recommend|introduce|nominate|suggest|propose|appoint|promote|praise|present)$/.test(
    lowerOf(tokens[at - 1]),
  );
  // "Maria at accounting" is a person, "Low Tide at the Orpheum" is none.
  const isPersonName = isFirstName(token.text) || titled.test(lowerOf(tokens[at - 1]));
  const isSubject =
    isPresented ||
    isVerbal(after) ||
    isOwner ||
    (/^(?:from|at)$/.test(lowerOf(after)) && (token.pos !== "PROPN" || isPersonName)) ||
    (/^(?:and|\()$/.test(lowerOf(after)) && at < 2);
  if (!isSubject)
    return {
      single: undefined,
      isPlural:
        token.pos === "NOUN" &&
        isPluralNoun(token.text) &&
        !/^(?:people|persons|days|weeks|months|hours|minutes|years|times|euros|dollars|pounds|thanks|regards)$/i.test(
          token.text,
        ),
    };
  if (
    token.pos === "PROPN" &&
    /^\p{Lu}\p{Ll}+$/u.test(token.text) &&
    !isDateWord(token.text) &&
    !/^(?:the|a|an)$/.test(lowerOf(tokens[at - 1]))
  )
    return {
      single: genderOf(textOfRun(tokens, at, next)) ?? "any",
      isPlural: false,
      // A firm is "they" as well.
      isFirm: !isOwner && !isPersonName,
    };
  const kin =
    /^(?:(father|husband|son|brother|uncle|grandfather|dad)|mother|wife|daughter|sister|aunt|grandmother|mum|mom)$/i.exec(
      token.text,
    );
  if (kin) return { single: kin[1] ? "he" : "she", isPlural: false };
  // An office is "it" or "they".
  // "Gareth's contract as head coach": what the reader is.
  const isOwnRole = /(?:^|\s)as (?:(?:a|an|our|my|the) )?(?:\p{Ll}+ )?$/u.test(
    `${textOfRun(tokens, Math.max(0, at - 3), at)} `,
  );
  // "the network operator" is a firm.
  const isFirmRole =
    tokens[at - 1]?.pos === "NOUN" &&
    /^(?:operator|supplier|vendor|carrier|dealer|distributor|wholesaler|contractor|importer|exporter|publisher|provider)$/i.test(
      token.text,
    );
  if (token.pos === "NOUN" && isRole(token.text) && !isInstitution(token.text) && !isOwnRole && !isFirmRole)
    return { single: "role", isPlural: isPluralNoun(token.text) };
  return { single: undefined, isPlural: token.pos === "NOUN" && isPluralNoun(token.text) };
}

export const textOfRun = (tokens: Token[], from: number, to: number) =>
  tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(" ");
