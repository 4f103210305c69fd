/** Finds secrets and numbers of people in text: keys, passwords, cards, accounts, identity numbers. Numbers must pass their checksum. */

export type PrivateKind = "secret" | "card" | "iban" | "aadhaar" | "pan";
export type PrivateValue = { kind: PrivateKind; value: string; index: number };

export const secretPatterns = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[\s\S]{0,8000}?-----END [A-Z ]*PRIVATE KEY-----|\s{0,4}[A-Za-z0-9+/=]{32}[A-Za-z0-9+/=\s]{0,8000})/g,
  /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{16,200}\b/g,
  /\bAIza[\w-]{30,60}\b/g,
  /\b(?:ghp|gho|ghu|ghs|ghr|github_pat)_\w{20,255}\b/g,
  /\bxox[abposr]-[\w-]{10,200}\b/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\beyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]{8,2000}\b/g,
  /(?<=(?<![\p{L}\p{M}])(?:password|passwort|kennwort|passphrase|pwd|pw|pass|secret|api[ _-]?key|token|otp|pin|cvv|mot de passe|mdp|contraseña|clave|senha|wachtwoord|पासवर्ड|पिन)(?![\p{L}\p{M}])["']?\s{0,3}(?:(?:is|lautet|ist|est|es|é|hai|है)\s{0,3}:|is|=|:|lautet|ist|est|es|é|hai|है)\s{0,3}["']?)[^\s"'<>,;]{4,200}/giu,
  // The password in an address: postgres://name:password@host
  /(?<=:\/\/[^\s:/@]{1,80}:)[^\s:/@]{3,200}(?=@)/g,
] as const;

/** 13 to 19 digits. Only those with a correct check digit are card numbers; order and phone numbers are not. */
export const cardLike = /\b(?:\d[ -]?){12,18}\d\b/g;

/** The Luhn check of ISO/IEC 7812, which every payment card number passes. */
export function isCardNumber(text: string) {
  const digits = text.replaceAll(/\D/g, "");
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The beginnings and lengths of the numbers that card networks issue. Every tenth other number passes the Luhn check, too. */
const issued =
  /^(?:4\d{12}(?:\d{3}){0,2}|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|(?:6011|64[4-9]|65|62|35|60|81|82|508)\d{10,14})$/;
const isIssuedCard = (text: string) => isCardNumber(text) && issued.test(text.replaceAll(/\D/g, ""));

const ibanLike = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g;

/** ISO 13616: the number, rearranged and with letters as numbers, leaves 1 when divided by 97. */
export function isIban(text: string) {
  const bare = text.replaceAll(" ", "");
  if (bare.length < 15 || bare.length > 34) return false;
  let rest = 0;
  for (const character of bare.slice(4) + bare.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** In groups of four, or named: other numbers of twelve digits are common. */
const aadhaarLike = [
  /(?<![\d-])[2-9]\d{3}([ -])\d{4}\1\d{4}(?![\d -]\d)/g,
  /(?<=(?:aadhaar|aadhar|uidai|आधार)\D{0,30})(?<!\d)[2-9]\d{11}(?!\d)/giu,
];

/** The Verhoeff check digit of India's Aadhaar number. */
export function isAadhaar(text: string) {
  const digits = text.replaceAll(/\D/g, "");
  if (digits.length !== 12) return false;
  const checksum = [...digits]
    .reverse()
    .reduce((sum, digit, place) => dihedral(sum, permuted(place % 8, Number(digit))), 0);
  return checksum === 0;
}

/** Multiplication in the dihedral group of order 10. */
function dihedral(a: number, b: number) {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b - 5) % 5);
  return b < 5 ? 5 + ((a - 5 - b + 5) % 5) : (a - b + 5) % 5;
}

const firstPermutation = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
function permuted(times: number, digit: number) {
  let value = digit;
  for (let step = 0; step < times; step++) value = firstPermutation[value] ?? 0;
  return value;
}

/** India's tax number: the fourth letter is the kind of its holder. */
const pans = [
  /\b[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]\b/g,
  /(?<=\bpan(?: card)?(?: number| no\.?)?(?: is| hai)?[\s:=-]{1,3})[a-z]{3}[abcfghjlpt][a-z]\d{4}[a-z]\b/gi,
];

/** All private values of a text, in order, without overlaps. */
export function privateValuesIn(text: string): PrivateValue[] {
  const found: PrivateValue[] = [];
  const add = (kind: PrivateKind, patterns: readonly RegExp[], isReal: (value: string) => boolean = () => true) => {
    for (const pattern of patterns) {
      for (const { 0: value, index } of text.matchAll(pattern)) {
        const overlaps = found.some((one) => index < one.index + one.value.length && one.index < index + value.length);
        if (!overlaps && isReal(value)) found.push({ kind, value, index });
      }
    }
  };
  add("secret", secretPatterns);
  add("iban", [ibanLike], isIban);
  add("aadhaar", aadhaarLike, isAadhaar);
  add("card", [cardLike], isIssuedCard);
  add("pan", pans);
  return found.sort((a, b) => a.index - b.index);
}
