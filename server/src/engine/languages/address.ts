import type { OrderLanguage } from "../sentences/orders.ts";
import type { Addressed } from "./addressed.ts";
import { addressFrench } from "./french-address.ts";
import { addressGerman } from "./german-address.ts";
import { addressHindi, addressHinglish } from "./hindi-address.ts";
import { addressPortuguese, addressSpanish } from "./iberian-address.ts";

/** How each language says a text about its reader to them. */
export const address: Record<OrderLanguage, (text: string, about: Addressed) => string> = {
  de: addressGerman,
  fr: addressFrench,
  es: addressSpanish,
  pt: addressPortuguese,
  hi: addressHindi,
  hinglish: addressHinglish,
};
