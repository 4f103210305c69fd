import type { OrderAct } from "../sentences/orders.ts";

/**
 * A verb that orders the writer to say something. `formal` forms ("avise") are orders to the writer only at the start of the
 * intent; later they are said to the reader. The reader of a `direct` verb needs no preposition ("prévenir Mme Roy").
 */
export type OrderVerb = {
  act: OrderAct;
  pattern: RegExp;
  formal?: RegExp;
  direct?: boolean;
  /** A separable prefix, which stands later in the clause ("sag … ab"). */
  particle?: RegExp;
};

/** The words that join the rest of an order, at the start of a text. */
export type OrderJoints = { that: RegExp; whether: RegExp; which: RegExp; deed: RegExp; about: RegExp };

/** The grammar of orders in one language. Patterns are bounded: each reads a clause of at most a few hundred characters. */
export type Grammar = {
  /** Polite words before the verb of an order. */
  lead: RegExp;
  verbs: OrderVerb[];
  /** Kinds of mail: "Elternbrief", "circular". */
  nouns: OrderVerb[];
  /** Verbs at the end of a clause whose first words are the reader ("Frau Kern absagen", "rohit ko bolo"). */
  last: OrderVerb[];
  /** A verb of any meaning at the end of such a clause. */
  anyLast?: RegExp;
  /** A first word that may be an order with a verb that the grammar does not know. */
  anyVerb?: RegExp;
  /** The object pronoun at the end of a verb ("-lui", "-le"). */
  clitic?: RegExp;
  /** Words between the parts of an order that mean nothing to the reader. */
  adverbs: RegExp;
  /** Prepositions before a reader, with their space. Undefined if the reader stands before its postposition. */
  preposition: RegExp;
  /** Prepositions and articles before the reader of a verb that takes one as its object. */
  directPreposition: RegExp;
  postposition?: RegExp;
  joints: OrderJoints;
  /** Titles before a name, and the articles of roles. */
  title: string;
  article: string;
  /** Articles of a reader that is an indirect object, and nouns that are none. */
  dative?: string;
  isNoDative?: (role: string) => boolean;
  /** A role before a name, in a language whose nouns have capital letters: "dem Azubi Jonas". */
  worker?: RegExp;
  /** Whether an article that looks like a preposition begins an object. */
  isObject?: (text: string, by: string) => boolean;
  /** A wish about the reader that becomes an infinitive ("qu'il apporte"). */
  wishedDeed?: (text: string) => string | undefined;
  /** A preposition that holds an article: a role follows it without one. */
  contracted?: RegExp;
  /** Whether capitalised words are no name here. */
  isNoName?: ((words: string, after: string, by: string) => boolean) | undefined;
  /** A reader that is a role, in a language without articles. */
  role?: RegExp;
  /** The start of a part after a comma that is a sentence of its own. */
  begins: RegExp;
  /** A finite verb: a part after a comma that has one is a sentence of its own. */
  finite: RegExp;
  /** The start of a part that depends on the one before it ("weil …", "que …", "sinon …"). */
  joins: RegExp;
  /** A word that no reader begins with. */
  notReader: RegExp;
  /** Whether a clause wishes something from the reader ("que traiga …"). It is a request, whatever the order was. */
  isWish?: (clause: string) => boolean;
  /** Says such a wish as an imperative ("tráiganos …"). */
  imperative?: (wish: string) => string;
  /** A part that begins with an infinitive: something that the reader should do. */
  infinitive?: RegExp;
  /** A phrase that belongs to the noun before it ("enviada a 6 de maio"). */
  attached?: RegExp;
  /** The finite verbs of a sentence whose subject is the reader ("Frau Kern hat …"), and the subject's pronoun. */
  subject?: { verbs: RegExp; told: RegExp; pronoun: (name: string) => string };
  /** Articles, the preposition before an owner, and the possessive of the reader in the place of an article. */
  owner?: {
    article: RegExp;
    of: RegExp;
    own: (article: string) => string;
    along: RegExp;
    our: (article: string) => string;
  };
  /** A part that asks something. */
  question?: RegExp;
  /** A whole sentence or part that tells the writer how to write. */
  style: RegExp;
  /** Words of which such a part may consist. */
  styleWords: RegExp;
  /** Turns words about the reader in the third person to the reader. Undefined if that is not certain. */
  toReader: (text: string, isClause: boolean) => string | undefined;
  /** Pronouns of the third person that a mail to one reader must not have about them. */
  thirdPerson?: RegExp;
  /** Words for many readers. */
  group: RegExp;
  /** Changes the form of a name for the greeting: "Herrn Yilmaz" to "Herr Yilmaz". */
  name?: (name: string) => string;
};

/** A pattern for whole words in any script; \\b knows only ASCII. */
export const words = (list: string, flags = "iu") =>
  new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${list})(?![\p{L}\p{M}])`, flags);

/** The same at the start of a text. */
export const starts = (list: string) => new RegExp(String.raw`^(?:${list})(?![\p{L}\p{M}])`, "iu");

/** Vowels with and without accents, as people type them. */
export const unaccented = (pattern: string) =>
  pattern
    .replace(/[aáàâã]/g, "[aáàâã]")
    .replace(/[eéèêë]/g, "[eéèê]")
    .replace(/[ií]/g, "[ií]")
    .replace(/[oóôõ]/g, "[oóôõ]")
    .replace(/[uúü]/g, "[uúü]")
    .replace(/[cç]/g, "[cç]");

type Replacement = [RegExp, string];
export const replaceAll = (text: string, pairs: Replacement[]) =>
  pairs.reduce((changed, [third, second]) => changed.replace(third, second), text);
