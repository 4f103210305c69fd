import type { OrderAct, OrderLink } from "../sentences/orders.ts";
import type { ForeignReader } from "./order-reader.ts";

/**
 * An order to the writer. `text` is what is said, `notes` what follows it in sentences or phrases. An order with a verb that the
 * grammar does not know has no act: its words must not go to the reader.
 */
export type Order = {
  act: OrderAct | undefined;
  link: OrderLink;
  reader: ForeignReader | undefined;
  text: string;
  notes: string;
  /** The notes are sentences about the reader, not phrases. */
  isStatement?: boolean;
};

/** Orders that nobody gives to the reader of a mail, so they are the writer's without a reader too. */
export const writersActs: ReadonlySet<OrderAct> = new Set<OrderAct>([
  "offer",
  "propose",
  "thank",
  "apologize",
  "request",
  "decline",
  "remind",
  "invite",
  "condole",
  "congratulate",
  "ask",
  "complain",
  "wish",
]);
