// French verbs about the reader: from the third person ("il doit") to "vous devez".

const irregular: Record<string, string> = {
  est: "êtes",
  a: "avez",
  doit: "devez",
  peut: "pouvez",
  veut: "voulez",
  va: "allez",
  fait: "faites",
  sait: "savez",
  vient: "venez",
  tient: "tenez",
  prend: "prenez",
  reçoit: "recevez",
  voit: "voyez",
  croit: "croyez",
  met: "mettez",
  part: "partez",
  sort: "sortez",
  suit: "suivez",
  dit: "dites",
  écrit: "écrivez",
  lit: "lisez",
  répond: "répondez",
  attend: "attendez",
  rend: "rendez",
  perd: "perdez",
  connaît: "connaissez",
  envoie: "envoyez",
  paie: "payez",
  paye: "payez",
  appelle: "appelez",
  rappelle: "rappelez",
  choisit: "choisissez",
  remplit: "remplissez",
  fournit: "fournissez",
  finit: "finissez",
  soit: "soyez",
  ait: "ayez",
  fasse: "fassiez",
  vienne: "veniez",
  puisse: "puissiez",
  prenne: "preniez",
};

/** Endings of verbs with a prefix: "devient", "comprend", "rejoint". */
const compounds: Record<string, string> = {
  vient: "venez",
  tient: "tenez",
  prend: "prenez",
  met: "mettez",
  joint: "joignez",
  suit: "suivez",
  voit: "voyez",
  scrit: "scrivez",
};

/** The second person plural of a verb in the third person singular, or undefined if the form is not certain. */
export function vousForm(verb: string): string | undefined {
  const known = irregular[verb.toLowerCase()];
  if (known) return known;
  const [stem, form] = Object.entries(compounds).find(([ending]) => verb.endsWith(ending)) ?? [];
  if (stem && form) return `${verb.slice(0, -stem.length)}${form}`;
  if (/[^aeio]ra$|[aeiu]ra$/.test(verb)) return verb.replace(/ra$/, "rez");
  if (/\p{L}{2}ait$/u.test(verb)) return verb.replace(/ait$/, "iez");
  if (/\p{L}{2}[^e]e$/u.test(verb)) return verb.replace(/è(?=[^è]+e$)/, "é").replace(/e$/, "ez");
  return undefined;
}

const pronouns = String.raw`(?:(?:ne|nous|le|la|les|en|y)\s+|n['’]|l['’]|nous\s+)*`;
const subject = new RegExp(String.raw`^(?:ils?|elles?)\s+(${pronouns})((?:se\s+|s['’])?)(\p{L}+)(?![\p{L}])`, "iu");
const reflexive = /^(?:se\s+|s['’])/iu;

/** "il ne peut pas venir" to "vous ne pouvez pas venir". The text begins with the pronoun. */
export function toVous(text: string): string | undefined {
  const found = subject.exec(text);
  // "il nous manque ses textes": nobody is meant.
  if (!found || /^il (?:(?:nous|me|vous|lui|leur|en|y) )?(?:manque|faut|reste|suffit|s['’]agit)(?!\p{L})/iu.test(text))
    return undefined;
  const [all, before = "", self = "", verb = ""] = found;
  const isPlural = /^(?:ils|elles)\s/iu.test(text);
  const form = isPlural ? vousOfPlural(verb) : vousForm(verb);
  if (!form) return undefined;
  return `vous ${before}${reflexive.test(self) ? "vous " : ""}${form}${text.slice(all.length)}`;
}

const plurals: Record<string, string> = {
  sont: "êtes",
  ont: "avez",
  doivent: "devez",
  peuvent: "pouvez",
  veulent: "voulez",
  vont: "allez",
  viennent: "venez",
  prennent: "prenez",
};

function vousOfPlural(verb: string): string | undefined {
  const known = plurals[verb.toLowerCase()];
  if (known) return known;
  if (/ront$/.test(verb)) return verb.replace(/ront$/, "rez");
  if (/\p{L}{3}ent$/u.test(verb)) return verb.replace(/ent$/, "ez");
  return undefined;
}

const infinitives: Record<string, string> = {
  vienne: "venir",
  prenne: "prendre",
  soit: "être",
  fasse: "faire",
  ait: "avoir",
  réponde: "répondre",
  mette: "mettre",
  rende: "rendre",
  envoie: "envoyer",
  rappelle: "rappeler",
};

/** "qu'il n'oublie pas son badge" to "ne pas oublier son badge". */
export function wishedDeed(text: string): string | undefined {
  const found =
    /^qu['’](?:ils?|elles?)\s+(?<no>n['’]|ne\s+)?(?<self>se\s+|s['’])?(?<verb>\p{L}+)(?<pas>\s+pas)?(?<rest>\s[\s\S]*)?$/iu.exec(
      text,
    )?.groups;
  const verb = found?.verb ?? "";
  const infinitive =
    infinitives[verb] ??
    (/(?:v|t)ienne$/u.test(verb) ? verb.replace(/ienne$/u, "enir") : undefined) ??
    (/[^e]e$/u.test(verb) ? `${verb}r` : undefined);
  if (!found || !infinitive || Boolean(found.no) !== Boolean(found.pas)) return undefined;
  return `${found.no ? "ne pas " : ""}${found.self ? "vous " : ""}${infinitive}${found.rest ?? ""}`;
}
