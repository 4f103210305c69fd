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
  if (/\p{L}ra$/u.test(verb)) return verb.replace(/ra$/, "rez");
  if (/\p{L}{2}ait$/u.test(verb)) return verb.replace(/ait$/, "iez");
  // "achète" → "achetez", "préfère" → "préférez", "rappelle" → "rappelez", "essaie" → "essayez"
  if (/\p{L}{2}e$/u.test(verb))
    return verb
      .replace(/(?<=(?:ach|l|l|m|am|p|enl|rel|soul|prom|g|cr)|proj)è(?=(?:t|v|n|s|l)e$)/u, "e")
      .replace(/è(?=[^è]+e$)/u, "é")
      .replace(/(?<=(?:app|rapp|j|rej|épe|renouv))(?:ell|ett)e$/u, (end) => `${end.slice(0, 2)}e`)
      .replace(/(?<=[aou])ie$/u, "ye")
      .replace(/e$/, "ez");
  if (/\p{L}{2}it$/u.test(verb)) return verb.replace(/it$/, "issez");
  if (/\p{L}{2}d$/u.test(verb)) return `${verb}ez`;
  return undefined;
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
  reçoivent: "recevez",
  savent: "savez",
  écrivent: "écrivez",
  disent: "dites",
  font: "faites",
};

export function vousOfPlural(verb: string): string | undefined {
  const known = plurals[verb.toLowerCase()];
  if (known) return known;
  if (/ront$/.test(verb)) return verb.replace(/ront$/, "rez");
  if (/\p{L}{3}ent$/u.test(verb)) return vousForm(verb.replace(/nt$/, "")) ?? verb.replace(/ent$/, "ez");
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

const moreInfinitives: Record<string, string> = {
  dise: "dire",
  écrive: "écrire",
  lise: "lire",
  aille: "aller",
  sache: "savoir",
  reçoive: "recevoir",
  voie: "voir",
  paie: "payer",
  essaie: "essayer",
  envoie: "envoyer",
  renvoie: "renvoyer",
};
/** The infinitive of a wish: "vienne" to "venir", "choisisse" to "choisir". */
export const frenchInfinitive = (verb: string): string | undefined =>
  infinitives[verb] ??
  moreInfinitives[verb] ??
  (/(?:v|t)ienne$/u.test(verb)
    ? verb.replace(/ienne$/u, "enir")
    : /prenne$/u.test(verb)
      ? verb.replace(/ne$/u, "dre").replace(/nndre$/u, "ndre")
      : /isse$/u.test(verb)
        ? verb.replace(/sse$/u, "r")
        : /(?:tte|nde|rde|nde)$/u.test(verb)
          ? `${verb.replace(/e$/u, "")}re`
          : /(?:or|ar|er|en)te$/u.test(verb) && /^(?:sorte|parte|mente|sente|ressorte)$/u.test(verb)
            ? verb.replace(/te$/u, "tir")
            : /\p{L}e$/u.test(verb)
              ? `${(vousForm(verb) ?? verb).replace(/ez$|e$/u, "")}er`
              : undefined);

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
