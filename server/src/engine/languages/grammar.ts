import type { OrderAct, OrderLink } from "../sentences/orders.ts";

/** An order: an act, how its rest is joined, and a pattern with the groups `to` (the reader) and `rest`, both optional. */
export type OrderForm = { act: OrderAct; link: OrderLink; pattern: RegExp };

/** The grammar of orders in one language. Patterns are bounded: each reads a clause of at most a few hundred characters. */
export type Grammar = {
  orders: OrderForm[];
  /** The start of a part after a comma that is a sentence of its own. */
  begins: RegExp;
  /** A finite verb: a part after a comma that has one is a sentence of its own. */
  finite: RegExp;
  /** The start of a part that depends on the one before it ("weil …", "que …", "sinon …"). */
  joins: RegExp;
  /** A word that no reader has: the order was cut in the wrong place. */
  notReader: RegExp;
  /** The start of a clause that wishes something from the reader ("que traiga …"). It is a request, whatever the order was. */
  wish?: RegExp;
  /** A part that asks something. */
  question?: RegExp;
  /** Prepositions that hold an article: the reader after one is a role, unless a title follows. */
  article?: RegExp;
  /** A whole sentence or part that tells the writer how to write. */
  style: RegExp;
  /** Words about the reader in the third person, and the same words to the reader. Used if no other person is named. */
  address: [RegExp, string][];
  /** Articles and possessives: the reader is a role ("notre avocate"), not a name. */
  determiner: RegExp;
  /** Words for many readers. */
  group: RegExp;
  /** Changes the form of a name for the greeting: "Herrn Yilmaz" to "Herr Yilmaz". */
  name?: (name: string) => string;
  /** Changes a clause about the reader ("sie … mitbringen soll") that replacing words cannot change. */
  clause?: (text: string) => string;
};

/** A pattern for whole words in any script; \\b knows only ASCII. */
export const words = (list: string, flags = "iu") =>
  new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${list})(?![\p{L}\p{M}])`, flags);

/** A reader of up to 60 characters, before the rest of the order. */
export const to = String.raw`(?<to>(?:(?:Sra?|Dra?|D|M|Prof|Ing|Lic|St|Mr|Mrs|Ms|डॉ)\.\s*)?[^,:;.!?\n]{2,60}?)`;
export const rest = String.raw`(?<rest>\S[\s\S]*)`;
const colon = String.raw`\s*(?:[:,;]|\s[-–—])\s+`;
export const afterColon = `${colon}${rest}`;

type Links = Partial<Record<OrderLink, string>>;

/**
 * Forms of one act: a verb, the reader, and each of the joints. `verb` and `reader` are patterns; the reader is optional after a
 * verb with a pronoun ("pregúntale si").
 */
export const formsOf = (act: OrderAct, verb: string, reader: string, links: Links): OrderForm[] =>
  (Object.entries(links) as [OrderLink, string][]).map(([link, joint]) => ({
    act,
    link,
    pattern: new RegExp(`^(?:${verb})${reader}${joint}$`, "iu"),
  }));
