// Says a French text about its reader to them: "s'il vient, sa place …" → "si vous venez, votre place …".
import type { Addressed } from "./addressed.ts";
import { frenchInfinitive, vousForm, vousOfPlural } from "./french-verbs.ts";

const clitic = String.raw`(?:(?:ne|me|te|nous|vous|le|la|les|lui|leur|y|en)\s+|(?:n|m|t|l|s)['’]|se\s+)`;
const subject = new RegExp(
  String.raw`(?<before>(?<!\p{L})(?:s|qu|lorsqu|puisqu|quoiqu|jusqu['’]à ce qu|dès qu|parce qu|ce qu)['’]|(?<!\p{L}))(?<who>ils?|elles?)\s+(?<clitics>${clitic}{0,3})(?<verb>\p{L}+)(?![\p{L}'’-])`,
  "giu",
);
const impersonal =
  /^(?:(?:me|nous|vous|lui|leur)\s+|m['’])?(?:faut|fallait|faudra|faudrait|manque|manquera|reste|restera|suffit|suffira|s['’]agit|pleut|neige|vaut|paraît|semble|existe|y\s+(?:a|aura|avait)|n['’]y\s+a(?:ura|vait)?|(?:est|serait|sera|était)\s+(?:possible|important|prévu|temps|nécessaire|interdit|préférable|trop|midi|\d|obligatoire|conseillé|impossible|urgent|inutile|utile|déjà\s+\d))(?!\p{L})/iu;
const personal =
  /^(?:est|était|sera|serait|soit|n['’]est|a été|reste|fait|va|arrive|commence|part|passe|coûte|fonctionne|marche|contient|comprend|expire|ferme|ouvre|finit)/iu;
const human =
  /(?<!\p{L})(?:chez|là|d['’]accord|malade|disponible|libre|présente?|absente?|intéressée?|contente?|satisfaite?|sûre?|certaine?|occupée?|en retard|en vacances|en congé|en réunion|en déplacement|venue?|allée?|partie?|arrivée?|passée?|rentrée?|revenue?|au courant|obligée?|censée?|invitée?|inscrite?|joignable|attendue?|convoquée?|choquée?|enceinte|remboursée?|contactée?|prévenue?|confiante?)(?!\p{L})/iu;
const masculine =
  /(?<!\p{L})(?:le|un|ce|cet|du|au|son|mon|ton)\s+\p{L}+|(?<!\p{L})(?:l['’]|notre|votre|chaque)\s?\p{L}+/iu;
const feminine = /(?<!\p{L})(?:la|une|cette|sa|ma|ta)\s+\p{L}+|(?<!\p{L})(?:l['’]|notre|votre|chaque)\s?\p{L}+/iu;
// Somebody else whom the same sentence names by a role.
const persons = {
  he: /(?<!\p{L})(?:le|au|du|un|ce|son|mon|notre|votre)\s(?:client|patron|chef|directeur|fournisseur|locataire|voisin|patient|élève|mari|fils|père|frère|avocat|médecin|comptable|propriétaire|livreur|plombier|maire|collègue|stagiaire|technicien|candidat)(?!\p{L})/iu,
  she: /(?<!\p{L})(?:la|à la|une|cette|sa|ma|notre|votre)\s(?:cliente|patronne|cheffe|directrice|locataire|voisine|patiente|élève|femme|fille|mère|sœur|avocate|comptable|propriétaire|collègue|stagiaire|technicienne|candidate|secrétaire)(?!\p{L})/iu,
};
const others = {
  he: /(?<!\p{L})(?:M\.|Mr|Monsieur|le Dr|Dr)\s+\p{Lu}/u,
  she: /(?<!\p{L})(?:Mme|Mlle|Madame)\s+\p{Lu}/u,
};

/** The text with the words about its reader in the second person. */
export function addressFrench(given: string, { gender, isMany, isFirm = false, before }: Addressed): string {
  const isReaders = (who: string) => {
    const word = who.toLowerCase();
    return word.endsWith("s") ? isMany || isFirm : !isMany && (word === "il" ? gender !== "she" : gender !== "he");
  };
  const wished = given.replace(
    /(?<=(?:^|[\s,])(?:si|s['’]|sinon|quand|dès|en cas)[^.;]{3,100}),\s+qu['’](?<who>ils?|elles?)\s+(?<deed>[^.;,]+)/giu,
    (whole, ...found: unknown[]) => {
      const { who = "", deed = "" } = found.at(-1) as Record<string, string>;
      const asked = isReaders(who)
        ? deedOf(/s$/i.test(who) ? deed.replace(/(?<=\p{L}e)nt(?!\p{L})/u, "") : deed)
        : undefined;
      return asked ? `, ${asked}` : whole;
    },
  );
  const begun = wished.replace(/^qu['’](?<who>ils?|elles?)\s+(?<deed>[^.;,]+)/iu, (whole, ...found: unknown[]) => {
    const { who = "", deed = "" } = found.at(-1) as Record<string, string>;
    const asked = isReaders(who)
      ? deedOf(/s$/i.test(who) ? deed.replace(/(?<=\p{L}e)nt(?!\p{L})/u, "") : deed)
      : undefined;
    return asked ? capital(asked) : whole;
  });
  const turned = begun.replace(subject, (whole, ...found: unknown[]) => {
    const { before: link = "", who = "", clitics = "", verb = "" } = found.at(-1) as Record<string, string>;
    const at = found.at(-3) as number;
    const rest = `${clitics}${verb}${begun.slice(at + whole.length)}`;
    if (!isReaders(who) || (/^il$/i.test(who) && impersonal.test(rest))) return whole;
    const last = `${before} ${begun.slice(0, at)}`
      .split(/[.;]\s/u)
      .slice(-2)
      .join(". ");
    if ((/^il/i.test(who) ? others.he : others.she).test(last)) return whole;
    if (
      (/^il/i.test(who) ? persons.he : persons.she).test(
        `${before} ${begun.slice(0, at)}`.split(/[.;]\s/u).at(-1) ?? "",
      )
    )
      return whole;
    const isThing = personal.test(rest) && !human.test(rest.split(/[,;.]/u)[0] ?? "");
    if (isThing && (/^il/i.test(who) ? masculine : feminine).test(last)) return whole;
    const form = /s$/i.test(who) ? vousOfPlural(verb) : vousForm(verb);
    if (!form) return whole;
    const self = clitics.replace(/(?:se\s+|s['’])$/iu, "vous ");
    return `${full(link)}${/^\p{Lu}/u.test(who) ? "Vous" : "vous"} ${elide(self, form)}${form}`;
  });
  const inverted = turned.replace(
    /(?<!\p{L})(\p{L}+)-(?:t-)?(ils?|elles?)(?!\p{L})/giu,
    (whole, verb: string, who: string) => {
      const form = isReaders(who)
        ? /s$/i.test(who)
          ? vousOfPlural(verb.toLowerCase())
          : vousForm(verb.toLowerCase())
        : undefined;
      return form && !/^(?:y|faut|reste|manque)$/i.test(verb)
        ? `${/^\p{Lu}/u.test(verb) ? capital(form) : form}-vous`
        : whole;
    },
  );
  return objects(inverted, isMany, isFirm);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const full = (link: string) =>
  link
    .replace(/^s['’]$/u, "si ")
    .replace(/^S['’]$/u, "Si ")
    .replace(/u['’]$/iu, "ue ");
/** "n'a" → "n'avez", "ne vient" → "ne venez". */
const elide = (clitics: string, form: string) =>
  /^[aeéèêiouyh]/iu.test(form)
    ? clitics.replace(/(?<!\p{L})(n|m|t|l)e\s+$/iu, "$1'")
    : clitics.replace(/(?<!\p{L})(n)['’]$/iu, "$1e ");

/** "m'appelle directement" → "merci de m'appeler directement". */
function deedOf(deed: string): string | undefined {
  const found = new RegExp(
    String.raw`^(?<no>n['’]|ne\s+)?(?<clitics>${clitic}{0,2})(?<verb>\p{L}+)(?<pas>\s+pas)?(?<rest>\s[\s\S]*)?$`,
    "iu",
  ).exec(deed)?.groups;
  const infinitive = found?.verb ? frenchInfinitive(found.verb) : undefined;
  if (!found || !infinitive || Boolean(found.no) !== Boolean(found.pas)) return undefined;
  const clitics = (found.clitics ?? "").replace(/(?:se\s+|s['’])$/iu, "vous ");
  return `merci de ${found.no ? "ne pas " : ""}${clitics}${infinitive}${found.rest ?? ""}`.replace(
    /\bde (?=[aeéèêiouy])/u,
    "d'",
  );
}

const humanVerbs =
  "rappell?|appell?|contact|invit|attend|remerci|prév|inform|accueill|reç|recev|rencontr|voi|aid|rembours|relanc|tien|recontact|salu|prie|livr";
function objects(text: string, isMany: boolean, isFirm: boolean): string {
  const dative = isMany ? "leur" : isFirm ? "(?:lui|leur)" : "lui";
  return text
    .replace(
      new RegExp(String.raw`(?<=(?<!\p{L})(?:je|j['’]|nous|on|ne|qui|tu|ça|cela)\s)${dative}(?!\p{L})`, "giu"),
      "vous",
    )
    .replace(
      new RegExp(
        String.raw`(?<!\p{L})${dative}(?=\s+(?:est|a|ont|sont|sera|seront|avons|ai|avait|était|fera|faut|faudra|faudrait|permet\p{L}*|convien\p{L}*|plai\p{L}*|plaît|manque\p{L}*|reste\p{L}*|va|doit|semble|\p{L}+(?:er|ir|re|ons|ez|ai|era|eront|erons|erai|ait|aient|iendra|iendrait))(?!\p{L})(?!\s+(?:de|est|sont)\s))`,
        "giu",
      ),
      "vous",
    )
    .replace(
      new RegExp(
        String.raw`(?<=(?<!\p{L})(?:je|nous|on)\s(?:ne\s)?)(?:l[ea]s?\s|l['’])(?=(?:${humanVerbs})\p{L}*)`,
        "giu",
      ),
      "vous ",
    )
    .replace(/(?<!\p{L})(pour|avec|chez|à|sans|de|sur) (?:elles?|lui|eux)(?!\p{L})/giu, "$1 vous");
}
