import { capitalize } from "../text/words.ts";
import { writerOf } from "./writer.ts";

/** How a reply addresses the sender. */
export type SenderName = {
  /** "Jo", "Dr Kaur", "Graham Tull"; "" if only a firm or a program is known. */
  name: string;
  /** The whole name, for languages that greet by it. */
  full: string;
};

const title =
  /^(?:mr|mrs|ms|mx|miss|dr|prof(?:essor)?|sir|dame|rev|fr|sr|sra|srta|dra?|d\.|doña|don|herr|frau|hr|m|mme|mlle|maître|me|eng|ing|dipl|inspector|shri|smt|pt|श्री|श्रीमती|डॉ)\.?$/iu;
/** Roles that stand before or after a name in the From line. */
const role =
  /^(?:landlord|tenant|किराएदार|head|teacher|class|plant|manager|director|directora?|tutor|tutora|coach|principal|nurse|captain|officer|lead|engineer|supervisor|secretary|chair|editor|president|gerente|gerencia|boss|ceo|cfo|cto|chef|geschäftsführung|geschäftsführer|lehrerin|lehrer|professora?|coordinator|coordinadora?|administradora?|owner)$/iu;
const particle = /^(?:de|da|do|dos|das|del|della|di|la|le|van|von|der|den|ter|ten|bin|al|el|zu|af|y)$/i;
/** Words of firms, departments, roles and programs, in the languages of replies. */
const firmWord =
  /^(?:ltd|limited|llc|solicitors?|lawyers?|attorneys?|advocates|llp|inc|corp|gmbh|ag|kg|sa|sas|sarl|sl|srl|bv|plc|pvt|co|company|group|team|teams|dept|department|desk|office|services?|support|sales|billing|accounts?|accounting|accountant|finance|hr|it|ops|operations|security|registry|registrar|faculty|school|college|university|institute|council|committee|bank|insurance|clinic|hospital|pharmacy|hotel|restaurant|shop|store|news|newsletter|notifications?|alerts?|info|admin|administration|reception|customer|care|help|helpdesk|hello|contact|noreply|no-reply|mailer|daemon|payroll|rota|facilities|statuspage|status|marketing|events?|press|editor(?:ial)?|orders?|logistics|shipping|cargo|freight|partners?|associates|studio|agency|foundation|association|society|club|union|ministry|authority|police|court|tax|electronics|traders|trading|enterprises|industries|systems|solutions|labs?|technologies|consulting|holdings?|suporte|soporte|paquetería|paqueteria|human|resources|recursos|humanos|people|personal|buchhaltung|kundenservice|kundendienst|verwaltung|stadtwerke|stadt|amt|verein|praxis|kanzlei|rechnungs\p{L}*|service|équipe|mairie|cabinet|société|agence|comptabilité|tourisme|association|banque|dirección|compta|comptable|facturation|facturación|faturação|comunidad|ayuntamiento|colegio|clínica|administración|contabilidad|asociación|câmara|prefeitura|fornecedor|financeiro|cobrança|boletim|portos|atendimento|secretaria|control|environmental|health|property|lets|lettings|dispatch|online|front|cent(?:re|er)|board|bookings?|reservations?|tickets?|ticketing|returns|warranty|claims|licensing|permits|planning|housing|enquiries|inquiries|maintenance|procurement|purchasing|compliance|legal|scheduling|monitoring|digital|software|airport|airlines?|airways|railways?|harbou?r|warehouse|workshop|laboratory|surgery|library|museum|theatre|charity|trust|supplies|rentals?|leitstelle|zentrale|empfang|sekretariat|werkstatt|redaktion|accueil|secrétariat|recepción|secretaría|recepção|central|ट्रेडर्स|बैंक|सूचना|विभाग|कार्यालय)$/iu;

/** "FilterKing", but not "McKay" and "DeLuca". */
const brand = /^(?!(?:Mc|Mac|De|Di|Du|La|Le|Van|Von|Fitz|San|Al|El|Ben)\p{Lu})\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+$/u;

/** The words of a display name that may be a person's. */
function nameWords(from: string): string[] {
  const shown = from
    .replace(/<[^>]*>?/g, " ")
    .replace(/["“”]/g, "")
    .replace(/\([^)]*\)/g, " ")
    .trim();
  const plain = shown.includes("@") ? fromAddress(shown) : shown;
  // "Park, Jo" is the order of directories.
  const turned = /^([\p{L}'’-]+),\s*([\p{L}'’ -]+)$/u.exec(plain);
  return (turned ? `${turned[2]} ${turned[1]}` : plain)
    .replace(/[,|/–—].*$/, "")
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 8);
}

/** "jo.park@acme.test" → "Jo Park". A single word may be a role, so it names nobody. */
function fromAddress(address: string): string {
  const parts = (address.split("@")[0] ?? "").split(/[._-]+/).filter((part) => /^\p{L}{2,}$/u.test(part));
  return parts.length === 2 ? parts.map(capitalize).join(" ") : "";
}

export function senderNameOf(from: string, signature: string[], text: string): SenderName {
  const words = nameWords(from);
  const isFirm =
    words.some((word) => firmWord.test(word.replace(/[.,]$/, ""))) ||
    /[&\d@]/.test(words.join(" ")) ||
    words.some((word) => brand.test(word));
  const titles = words.filter((word) => title.test(word));
  const own = words.filter((word) => !title.test(word) && !role.test(word) && /^[\p{L}\p{M}'’.-]+$/u.test(word));
  const tail = tailOf(text, signature);
  // "Hotel Aurora" below "Paula Stein" is the firm that the From line names.
  const firmLines = isFirm
    ? signature.filter((line) => line.split(/\s+/).some((word) => firmWord.test(word.replace(/[.,]$/, ""))))
    : [];
  const person =
    firmLines.length > 0
      ? signerOf(
          signature.filter((line) => !firmLines.includes(line)),
          words,
        )
      : "";
  if (person) return { name: person.split(" ")[0] ?? "", full: person };
  const isSigned = (word: string) => word.length > 1 && !firmWord.test(word) && endsWithWord(tail, word);
  const signed = own.filter(
    (word, i) => isSigned(word) || (isSigned(own[i + 1] ?? "") && tail.includes(`${word} ${own[i + 1]}`)),
  );
  // A person who signs for a firm ("Deepak" of "Deepak Electronics"), or with the first name ("Anita" of "Class Teacher Anita").
  const [only = ""] = signed;
  if (
    !isFirm &&
    signed.length === 1 &&
    own.length > 1 &&
    /\p{Script=Latin}/u.test(only) &&
    own.indexOf(only) === own.length - 1
  ) {
    const formal = new RegExp(`\\b(Mrs?|Ms|Miss|Dr|Prof)\\.? (?:\\p{Lu}\\.? )?${escaped(only)}`, "u").exec(tail)?.[1];
    return { name: formal ? `${formal} ${only}` : own.join(" "), full: own.join(" ") };
  }
  const surname = new RegExp(`^((?:Dr|Prof)\\.? )?(\\p{Lu}[\\p{L}'’-]+) ${escaped(only)}$`, "u");
  const [, signedTitle, signedFirst] =
    (isFirm && only && signature.map((line) => surname.exec(line.trim())).find(Boolean)) || [];
  if (signedTitle && signedFirst)
    return { name: `${signedTitle}${only}`, full: `${signedTitle}${signedFirst} ${only}` };
  // "Hargreave & Doyle" signs as a firm.
  if (isFirm && signature.some((line) => line.includes("&") && line.includes(only || "&")))
    return { name: "", full: "" };
  if (signedFirst) return { name: signedFirst, full: `${signedFirst} ${only}` };
  if (signed.length > 0 && (isFirm || signed.length < own.length) && !isInitialed(tail, signed))
    return { name: signed[0] ?? "", full: signed.join(" ") };
  const byHand =
    isFirm && signature.some((line) => words.some((word) => word.length > 3 && line.includes(word)))
      ? ""
      : personOf(signature);
  if (isFirm || own.length === 0) return { name: byHand, full: byHand };
  const [first = ""] = own;
  const full = own.join(" ");
  if (own.length > 4) return { name: byHand || first, full };
  const last = own.slice(own.findIndex((word, i) => i > 0 && (particle.test(word) || i === own.length - 1))).join(" ");
  // "Dr Kaur", unless the mail is signed "Amelie".
  if (titles.length > 0 && own.length > 0 && !(byHand && own.includes(byHand)))
    return { name: `${titles.join(" ")} ${own.length > 1 ? last : first}`, full: `${titles.join(" ")} ${full}` };
  // Who signs "G. Tull" is not on first-name terms.
  if (own.length > 1 && isInitialed(tail, [last])) return { name: full, full };
  return { name: byHand && own.includes(byHand) ? byHand : first, full };
}

/** The first and last name in a signature whose words are not the firm's. */
function signerOf(lines: string[], firm: string[]): string {
  const name = lines
    .slice(0, 3)
    .map((line) => line.replace(/[,.\s]+$/, "").trim())
    .find((line) => /^\p{Lu}\p{Ll}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]+){1,2}$/u.test(line));
  const isOwn = name?.split(" ").some((word) => firm.includes(word) || firmWord.test(word) || role.test(word));
  return name && !isOwn && writerOf([name]) !== "" ? name : "";
}

function personOf(signature: string[]): string {
  const name = writerOf(signature);
  return firmWord.test(name) || role.test(name) ? "" : name;
}

const isInitialed = (tail: string, words: string[]) =>
  words.some((word) => new RegExp(`(?:^|[\\s,])\\p{Lu}\\.\\s*${escaped(word)}`, "u").test(tail));

const tailOf = (text: string, signature: string[]) => `${text.slice(-120)}\n${signature.slice(0, 4).join("\n")}`;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const endsWithWord = (tail: string, word: string) =>
  new RegExp(`(?:^|[^\\p{L}\\p{M}])${escaped(word)}(?=\\s*(?:[,.!()|\\n]|$))`, "u").test(tail);

/** Without "… Thanks, Colette Vasseur" or "Inés" at the end of a mail of one paragraph. */
export function withoutTrailingName(text: string, { full }: SenderName, from: string): string {
  const words = [...nameWords(from), ...full.split(" ")].filter((word) => word.length > 1).map(escaped);
  if (words.length === 0) return text;
  const name = `(?:${[...new Set(words)].join("|")})`;
  const signed = new RegExp(
    `(?:(?<=[.!?।])|[,\\n])\\s*(?:(?:thanks|thank you|cheers|best|kind regards|regards|merci|gracias|obrigad[oa]|abraços?|danke|grüße|gruß|saludos|धन्यवाद|shukriya)[,!.]?\\s+)?(?:\\p{Lu}\\.\\s*)?${name}(?:\\s+${name}){0,3}(?:,[^.?!\\n]{0,40})?[.!\\s]*$`,
    "iu",
  );
  const end = text.slice(-160);
  const found = signed.exec(end);
  const kept = found ? text.slice(0, text.length - end.length + found.index).trimEnd() : text;
  return kept || text;
}
