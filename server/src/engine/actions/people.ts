/** The people of a thread, by whom "Tom" in a sentence is completed to "Tom Becker". */
export type People = {
  sender: string;
  recipients: string[];
  known: string[];
  /** The mail is minutes that list who was there. */
  isMinuted?: boolean;
};

/** Display names of an address header: `"Becker, Tom" <tom@x.org>, joan@x.org` gives Tom Becker and joan@x.org. */
export function namesOf(header: string): string[] {
  return splitAddresses(header.slice(0, 20_000)).map(displayName).filter(Boolean);
}

export const firstName = (name: string) => (name.includes("@") ? "" : (name.trim().split(/\s+/)[0] ?? ""));

/** The full name of the known person with this name, or the name itself. */
export function fullName(name: string, { known }: People): string {
  const wanted = name.trim().toLowerCase();
  return (
    known.find((person) => person.toLowerCase() === wanted) ??
    known.find((person) => firstName(person).toLowerCase() === wanted) ??
    known.find((person) => person.toLowerCase().endsWith(` ${wanted}`)) ??
    name.trim()
  );
}

export const isKnown = (name: string, people: People) =>
  people.known.some(
    (person) => person.toLowerCase() === name.toLowerCase() || firstName(person).toLowerCase() === name.toLowerCase(),
  );

/** Names in a greeting such as "Hi Tom and Mei," — empty for "Hello," or "Dear all,". */
export function greetedNames(greeting: string): string[] {
  const rest = greeting
    .replace(
      /^\s*(?:hi|hey|hello|dear|good\s+(?:morning|afternoon|evening|day)|morning|afternoon|evening|greetings|hallo|liebe[rs]?|sehr geehrte[rs]?|guten (?:tag|morgen)|gr[üu](?:ß|ss) gott|servus|moin|bonjour|salut|ch[eè]re?s?|hola|estimad[oa]s?|buen[oa]s (?:d[ií]as|tardes)|ciao|gentile|ol[áa]|prezad[oa]s?|car[oa]|bo[am] (?:dia|tarde)|namaste)(?!\p{L})/iu,
      "",
    )
    .replace(/\b(?:mr|mrs|ms|mx|dr|prof|herr|herrn|frau|hr|fr|monsieur|madame|señora?|sra?|senhora?|sr)\.?\s/giu, "");
  return (rest.match(/\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?/gu) ?? []).filter((name) => !groupWord.test(name));
}

export const greetsGroup = (greeting: string) =>
  /\b(?:all|team|everyone|everybody|folks|guys|both|colleagues|alle|zusammen|tous|toutes|todos|todas|equipe|equipo|kolleg\p{L}*|kund(?:en|innen)|familien|eltern|freunde|nachbarn|mitglieder|collègues|parents|amis|voisins|clients|compañer[oa]s|familias|vecinos|padres|clientes|amig[oa]s|colegas|neighbours|members|leads|leaders|managers|tenants)\b/iu.test(
    greeting,
  );

const groupWord =
  /^(?:kolleg\p{L}*|kund(?:en|innen)|familien|eltern|freunde|nachbarn|mitglieder|collègues|parents|amis|voisins|compañer[oa]s|familias|vecinos|padres|amig[oa]s|colegas|damen|herren|kundin|kunde|kunden|mesdames|messieurs|madame|monsieur|señores|senhores|sirs|customer|client|user|all|team|everyone|everybody|folks|guys|both|colleagues|sir|madam|there|hi|hello|dear|good|morning|afternoon|evening)$/iu;

function splitAddresses(header: string): string[] {
  const parts: string[] = [];
  let current = "";
  let isQuoted = false;
  for (const char of header) {
    if (char === '"') isQuoted = !isQuoted;
    if ((char === "," || char === ";") && !isQuoted) {
      parts.push(current);
      current = "";
    } else current += char;
  }
  parts.push(current);
  return parts.map((part) => part.trim()).filter(Boolean);
}

function displayName(address: string): string {
  const name = address
    .replace(/<[^>]*>?/g, "")
    .replace(/["']/g, "")
    .replace(/\([^)]*\)/g, "")
    .trim();
  const turned = /^([^,]+),\s*([^,]+)$/.exec(name);
  if (turned) return `${turned[2]} ${turned[1]}`;
  return name || address.replace(/[<>]/g, "").trim();
}

/** A title, thanks or another word at the beginning of a sentence, which a comma follows as it follows a name. */
export const isNoName = (word: string) => noName.test(word);
const noName =
  /^(?:Bitte|Merci|Hola|Bonjour|Hallo|Olá|Please|Senhor|Senhora|Señor|Señora|Señores|Herr|Frau|Herren|Madame|Monsieur|Messieurs|Docteur|Doktor|Doctor|Doctora|Maître|Exmo|Sir|Madam|Außerdem|Danke|Leider|Also|Sonst|Daher|Donc|Enfin|Sinon|Ensuite|Además|Entonces|Bueno|Perdón|Gracias|Portanto|Então|Obrigado|Obrigada|Assim|Ja|Nein|Oui|Non|Sí|Sim|Não|Sorry|Désolé|Désolée|Hinweis|Achtung|Wichtig|Urgent|Dringend|Urgente|Importante)$/;
