import { readFileSync } from "node:fs";
import { stem } from "#lib/stem.ts";
import { baseForm, taskVerbs } from "../actions/verbs.ts";
import { isStopWord } from "../text/words.ts";

/** A word of the mail with its position and its worth in a subject line. */
export type SubjectWord = {
  surface: string;
  stem: string;
  /** A link word may be inside a subject but neither begins nor ends it. */
  isLink: boolean;
  worth: number;
  /** It continues the word group of the word before it: "spore test", "Hall C". */
  isInside?: boolean;
  isVerb?: boolean;
  isNoun?: boolean;
  /** An adjective before its noun, which ends no phrase. */
  isOpen?: boolean;
  /** The characters between this word and the one before; a comma or full stop there ends a phrase. */
  before: string;
};

/** The rarity of a stem in mail: 0 for "know", about 1 for a project's name. */
export function rarityOf(stemmed: string): number {
  const { counts, sentences } = commonness();
  const count = counts.get(stemmed) ?? 2;
  return Math.min(1, Math.log(sentences / count) / Math.log(sentences / 2));
}

/** Words of manner that name no subject. */
const talk = new Set(
  `attach attached enclosed please thank thanks know let want wanted need needs like think see look get got give given go going send sent sending forward
  forwarded receive received hope call called email e-mail mail message question questions help make made let's ask asked discuss discussed talk told tell said say
  take taken come back keep just soon possible able sure good great best regards sincerely week today tomorrow yesterday morning afternoon last next
  following follow copy file fyi feel free hesitate contact phone number time day days days thing things way people guys everyone anyone one two yes no ok
  hello dear hi hey sorry apologize appreciate advise advised find found use used using include including regarding concerning per still already also well
  really much many lot bit maybe probably available below above well attached put try trying work working right left don doesn didn isn wasn won't can't
  spoke indicated mentioned noted believe understand understood check checked looking comments comment information info`.split(
    /\s+/,
  ),
);
/** Nouns that head the subjects of work mail. */
const heads = new Set(
  `agreement agenda announcement amendment analysis application approval assignment budget bill brief call change changes comments conference confirmation contract
  contracts data deal deals deadline draft drafts document documents event expense expenses filing form forecast guaranty hearing holiday hours interview invitation invoice
  issue issues key keys letter list lunch dinner meeting meetings memo minutes move notice offer order outage party payment plan plans policy presentation price
  pricing project proposal purchase query question questionnaire ranking rates registration release reminder report reports request requests reservation response review
  resume resumes results schedule seminar shipment status summary survey team template test ticket tickets trade training transaction transition transfer travel trip update
  vacation violation visit workshop system access account contacts list password training class course game tickets`.split(
    /\s+/,
  ),
);

export const isHeadNoun = (word: string) => heads.has(word.toLowerCase());

export function worthOf(
  surface: string,
  place: { sentence: number; word: number; repeats: number; isFirstOfSentence: boolean },
): number {
  const lower = surface.toLowerCase().replace(/['’]s$/, "");
  const stemmed = stem(lower);
  const isName = /^\p{Lu}/u.test(surface) && !place.isFirstOfSentence;
  const isAcronym = /^[\p{Lu}\d&/-]{2,}$/u.test(surface) && /\p{Lu}{2}/u.test(surface);
  let worth = rarityOf(stemmed) * 0.9;
  if (talk.has(lower)) worth -= 0.55;
  if (heads.has(lower)) worth += 0.25;
  if (isName) worth += 0.15;
  if (isAcronym) worth += 0.1;
  worth += Math.min(0.45, 0.2 * (place.repeats - 1));
  worth -= Math.min(0.5, 0.12 * place.sentence);
  worth -= Math.min(0.25, 0.008 * place.word);
  if (isVerbLike(lower, isName)) worth -= 0.35;
  if (/^\d[\d.,:/]*$/.test(surface)) worth -= 0.25;
  if (/@|^www\.|^https?/i.test(surface)) worth -= 1;
  return worth;
}

/** A subject names a thing; "prepare", "entered" and "experiencing" name an action. */
const isVerbLike = (lower: string, isName: boolean) =>
  !isName &&
  !heads.has(lower) &&
  (taskVerbs.has(lower) || taskVerbs.has(baseForm(lower)) || /[^e]ed$|(?:[^aeiou]|[aeiou]{2})s?ing$/.test(lower));

/** Words that may link the words of a subject: "status of the DG bill", "meeting with Janus". */
const links = new Set("of for the to and in on at with from by a an & re vs about as".split(" "));

export const isLinkWord = (word: string) => links.has(word.toLowerCase());
export const isDead = (word: string) => isStopWord(word) && !isLinkWord(word);

let loaded: { counts: Map<string, number>; sentences: number } | undefined;

function commonness() {
  if (loaded) return loaded;
  const file = readFileSync(new URL("./commonness.json", import.meta.url), "utf8");
  const { counts, sentences } = JSON.parse(file) as { counts: Record<string, number>; sentences: number };
  loaded = { counts: new Map(Object.entries(counts)), sentences };
  return loaded;
}
