import { z } from "zod";
import { loadFolder, sentence } from "./load-sentences.ts";

/** The languages whose orders ("sag Frau Kern, dass …") the engine understands, besides English. */
export const orderLanguages = ["de", "fr", "es", "pt", "hi", "hinglish"] as const;
export type OrderLanguage = (typeof orderLanguages)[number];

/** The act that an order asks for: to tell, ask or thank the reader, and so on. */
export type OrderAct =
  | "tell"
  | "ask"
  | "request"
  | "remind"
  | "thank"
  | "apologize"
  | "decline"
  | "invite"
  | "confirm"
  | "complain"
  | "offer"
  | "propose"
  | "congratulate"
  | "condole"
  | "cancel"
  | "postpone"
  | "accept"
  | "send"
  | "order"
  | "terminate"
  | "dun"
  | "wish"
  | "arrange"
  | "book";

/**
 * How the rest of the order is joined: a clause ("dass …"), a question ("ob …", "wann …"), a noun phrase, a verb phrase, a phrase
 * with its preposition ("um ein Angebot"), or a phrase before the verb, as Hindi has it.
 */
const orderLinks = [
  "that",
  "whether",
  "which",
  "thing",
  "deed",
  "about",
  "for",
  "object",
  "imperative",
  "infinitive",
  "kind",
  "alone",
] as const;
export type OrderLink = (typeof orderLinks)[number];

const byLink = z.partialRecord(z.enum(orderLinks), sentence);

/** Sentences that say an order to its reader. `{rest}` is the user's own text. An order without a sentence is not composed. */
export const orderSentences = loadFolder(
  "orders",
  orderLanguages,
  z.strictObject({
    group: sentence,
    points: sentence,
    /** Changes the sentences for several readers. */
    many: z.array(z.tuple([sentence, sentence])).optional(),
    tell: byLink,
    ask: byLink,
    request: byLink,
    remind: byLink,
    thank: byLink,
    apologize: byLink,
    decline: byLink,
    invite: byLink,
    confirm: byLink,
    complain: byLink,
    offer: byLink,
    propose: byLink,
    congratulate: byLink,
    condole: byLink,
    cancel: byLink,
    postpone: byLink,
    accept: byLink,
    send: byLink,
    order: byLink,
    terminate: byLink,
    dun: byLink,
    wish: byLink,
    arrange: byLink,
    book: byLink,
  } satisfies Record<OrderAct | "group" | "points" | "many", z.ZodType>),
);
