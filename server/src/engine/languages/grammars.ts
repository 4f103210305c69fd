import type { OrderLanguage } from "../sentences/orders.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import type { Grammar } from "./grammar.ts";
import { hindi } from "./hindi.ts";
import { hinglish } from "./hinglish.ts";
import { portuguese } from "./portuguese.ts";
import { spanish } from "./spanish.ts";

export const grammars: Record<OrderLanguage, Grammar> = {
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  hi: hindi,
  hinglish,
};
