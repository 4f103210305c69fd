// Gives nouns their capital letters in notes that were typed in small letters.

const nouns =
  "absage abend ablauf abrechnung abteilung adresse akte amt angebot anfrage anhang anlage anmeldung antrag antwort anwalt anzahlung arbeit arzt attest aufgabe auftrag aufzug ausgabe ausweis auszug auto bad bahn bank baustelle beamer bedarf beginn beitrag bericht bescheid bescheinigung beschwerde besprechung bestellung besuch betrag betrieb bett bewerbung bezahlung bild blatt blut brief buch büro bus chef chefin datei daten datum deckel dienst dokument drucker eingang einladung einsatz eisen elektriker eltern email empfang ende entschuldigung entwurf ergebnis ersatz etage euro fahrer fahrrad fahrt farbe fax fehler feiertag fenster ferien feuer firma flasche folie form foto frage frist fuß garage garantie garten gas gast gebäude gebühr gehalt geld gerät gericht geschäft gespräch grund gruppe gutschein gutschrift halle handwerker handy hausmeister haus heizung herbst hilfe hof honorar hotel hund idee info inspektion jahr kabel kalender kantine kasse katze keller kind kinder kita klasse kleber kollege kollegen kollegin konto konzept kopf köpfe kopie korrektur kosten kostenvoranschlag küche kühlung kunde kunden kündigung kurs labor laden lager lampe laptop läuse leiter leitung liste lieferant lieferung lieferzeit lift lösung luft mahnung makler maler mangel mappe maschine material mehrwertsteuer meeting meldung menge messe miete mieter minute mitarbeiter mittag mitte möbel monat monteur montage motor müll muster mütze mützen nachricht nachmittag nachbar nachweis name namen netz notiz nummer ofen öffnung option ordner ort paket palette papier park parkplatz pause person personal pfand plan platz plätze post praxis preis probe problem projekt protokoll prüfung pumpe quittung rabatt raum räume rechnung regal reifen reinigung reise rest rückgabe rückmeldung rückruf saal sache schaden schein scheibe schicht schloss schlüssel schrank schule schulung seite sekretariat service skizze sitzung sommer sperrmüll stahl stall start station stelle steuer strom stück student stunde stunden tag tage tasche team teil teile telefon teppich termin test ticket tier tisch tonne transport trainer treffen treppe tür uhr umzug unterlagen unterschrift urlaub veranstaltung verein verkauf verlängerung vermieter versand versicherung vertrag vertretung verwaltung visum vollmacht vorlage vormittag vorschlag vorschuss wagen ware wartung wasser werkstatt werkzeug wetter winter woche wochen wochenende wohnung zahl zahlung zähler zahn zaun zeit zeitung zettel zeugnis zimmer zug zugang zusage zustand zuschlag laborwert laborwerte laborwerten unterricht klausur kindergarten sporttasche brotdose ausflug bergschuhe allergie rezept befund impfung überweisung medikament medikamente behandlung krankenkasse fahrzeug bremse bremsen öl reparatur kotflügel stoßstange getriebe gutachten kennzeichen führerschein tank leihwagen schlüsselkarte passwort rechner server bildschirm tastatur drucksache plakat plakate flyer logo druck auflage probedruck rohr leitungswasser dach dachrinne gerüst fassade fliesen estrich putz beton ziegel kran bagger bauleiter architekt statik baugenehmigung".split(
    " ",
  );
const known = new Set(nouns);
const tails = nouns.filter(
  (noun) =>
    noun.length >= 4 &&
    !/^(?:eisen|ende|form|rest|start|zeit|teil|recht|teile|ofen|laden|reise|tage|grund|sache|tier|kurs|luft|stunden|wochen|kosten|namen|karte|essen|lager|waren|orte|bild|post|platz|park|name)$/u.test(
      noun,
    ),
);
// Nouns that are other words as well.
const ambiguous =
  /^(?:abend|mittag|morgen|kosten|ende|form|arbeit|grund|teil|teile|rest|ort|reise|start|teste|laden|probe|plan|preis|bad|park|stelle|zahl|anlage|reifen|treffen|wagen|essen|uhr|fragen|frage|bitte|leiter|mangel|sache|recht|bank|pause|miete|maler|test|antwort|öffnung|hilfe|buche|druck|start|bus|post|name|nummer|euro)$/u;
const verbal =
  /^(?:arbeit|antwort|miete|reise|frage|plane|teste|parke|buche|rechne|zahle|hilf|stelle|starte|laden|reifen|wagen|treffen|fragen|probe|ende|bitte|leiter|teil|teile|abend|mittag)$/u;

// "absagen" is a verb as well as a plural.
const deverbal =
  /^(?:absage|zusage|anfrage|nachfrage|rückfrage|frage|ausgabe|miete|reise|probe|stelle|pause|anlage|folie|station|seite|kopie|sache|klasse|form|karte|farbe|hilfe|fahrt|tasche)n$|^(?:planen|testen|mieten|druck\p{L}*|starten|parken|messen|betten|boten|waren|warten|stellen|zahlen|kosten|teilen|feuern|filmen|formen)$/u;
const suffix = /\p{L}{3,}(?:ung|ungen|heit|heiten|keit|keiten|schaft|schaften|tion|tionen|tät|täten|nis|nisse)$/u;

const isNoun = (word: string): boolean => {
  if (deverbal.test(word)) return false;
  if (known.has(word)) return !ambiguous.test(word) || !verbal.test(word);
  const stem = word.replace(/(?:en|n|s|e|er)$/u, "");
  if (
    word.length >= 6 &&
    (known.has(stem) || known.has(`${stem}e`)) &&
    !/(?:st|te|test|ten)$/u.test(word) &&
    stem.length >= 5
  )
    return true;
  if (suffix.test(word) && !/^(?:jung|verständnis)/u.test(word)) return true;
  return word.length >= 8 && tails.some((tail) => word.length - tail.length >= 3 && word.endsWith(tail));
};

/** Hurried notes have hardly a capital letter inside their sentences. */
export function withNounCapitals(text: string, typed = text): string {
  const isHurried = /^[@\p{Ll}]/u.test(typed) || !/\s\p{Lu}\p{Ll}/u.test(typed);
  if (!isHurried) return text;
  return text.replace(/(?<![\p{L}\p{N}-])\p{Ll}[\p{L}]{2,}(?![\p{L}])/gu, (word, at: number) => {
    if (!isNoun(word)) return word;
    // "kosten 80 Euro", "ich frage nach": a verb stands there.
    const before = text.slice(Math.max(0, at - 12), at);
    if (
      ambiguous.test(word) &&
      !/(?:^|(?<!\p{L})(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer|kein|keine|neue|neuer|neuen|am|im|zum|zur|vom|beim|für|mit|ohne|bis|pro|per|ihr|ihre|sein|seine|mein|meine|unser|unsere|\d+))\s$/iu.test(
        before,
      )
    )
      return word;
    return word.charAt(0).toUpperCase() + word.slice(1);
  });
}
