import { expect, test } from "vitest";
import type { Gender } from "../intents/gender.ts";
import type { OrderLanguage } from "../sentences/orders.ts";
import { address } from "./address.ts";

const said: [OrderLanguage, Gender, given: string, said: string][] = [
  [
    "de",
    "she",
    "Wenn sie an beiden Tagen nicht kann, soll sie sich bei mir melden",
    "Wenn Sie an beiden Tagen nicht können, melden Sie sich bitte bei mir",
  ],
  [
    "de",
    "he",
    "Falls er sie schon abgeschickt hat, braucht er nichts zu tun",
    "Falls Sie sie schon abgeschickt haben, brauchen Sie nichts zu tun",
  ],
  [
    "de",
    "he",
    "ich seinen Entwurf gelesen habe und er mir gut gefällt",
    "ich Ihren Entwurf gelesen habe und er mir gut gefällt",
  ],
  ["de", "she", "Wir bieten ihr den 12. Juni an", "Wir bieten Ihnen den 12. Juni an"],
  [
    "de",
    "he",
    "Er soll den Ausweis mitbringen und unten klingeln",
    "Bitte bringen Sie den Ausweis mit und klingeln Sie unten",
  ],
  [
    "de",
    "she",
    "Frau Bittner vertritt mich. Sie hat alle Unterlagen",
    "Frau Bittner vertritt mich. Sie hat alle Unterlagen",
  ],
  [
    "fr",
    "she",
    "Si elle ne l'a pas reçu le 12, qu'elle m'appelle",
    "Si vous ne l'avez pas reçu le 12, merci de m'appeler",
  ],
  [
    "fr",
    "she",
    "Bastien peut l'apporter, ou bien elle envoie quelqu'un",
    "Bastien peut l'apporter, ou bien vous envoyez quelqu'un",
  ],
  ["fr", "he", "le client a vu le devis, il trouve trop cher", "le client a vu le devis, il trouve trop cher"],
  ["fr", "she", "la pièce est arrivée, elle sera posée lundi", "la pièce est arrivée, elle sera posée lundi"],
  ["es", "he", "si lleva él las llaves o las llevo yo", "si lleva usted las llaves o las llevo yo"],
  ["es", undefined, "si no puede que me lo diga hoy", "si no puede, dígamelo hoy"],
  ["es", undefined, "Si necesita ayuda, que se lo pida a Gonzalo", "Si necesita ayuda, pídaselo a Gonzalo"],
  ["pt", "he", "gostei muito da proposta dele", "gostei muito da sua proposta"],
  ["pt", "he", "se ele prefere receber de manhã", "se prefere receber de manhã"],
  ["hi", undefined, "क्या वह कल तक फ़ाइल भेज सकती है?", "क्या आप कल तक फ़ाइल भेज सकती हैं?"],
  ["hi", undefined, "वे उसे शाम तक ले सकती हैं", "आप उसे शाम तक ले सकती हैं"],
  ["hinglish", undefined, "wo 1 April se lagu hogi", "wo 1 April se lagu hogi"],
  ["hinglish", undefined, "wo kab wapas join karegi", "aap kab wapas join karengi"],
];

test.each(said)("%s: words about %s are said to the reader: %s", (language, gender, given, expected) => {
  expect(address[language](given, { gender, isMany: false, isClause: false, before: "" })).toBe(expected);
});
