// What nobody should agree to by one click: the mail may not be from whom it says. It is checked first, by a way already known.
import type { Tone } from "@intellibox/contract/rules/choices";
import type { ReplyIntent } from "#outside/models/builtin/types.ts";

const careful = [
  // Money.
  /\b(?:pay|paying|payable|payments?|prepay\w*|wire|remit\w*|reimburse\w*|refund\w*)\b/i,
  /\b(?:settle|process|approve|clear|release|authori[sz]e)\b.{0,60}\b(?:invoices?|amount|bill|dues|balance|funds?|transactions?|transfer|order)\b/i,
  /\btransfer\b.{0,60}(?:\b(?:money|funds?|amount|sum|account|usd|eur|inr|gbp|rs)\b|[$€£₹]|\d)/i,
  /\b(?:bank(?:ing)? (?:accounts?|details|information|transfer)|account (?:number|details)|iban|swift|ifsc|routing number|beneficiary|direct deposit|payroll)\b/i,
  /\b(?:gift ?cards?|vouchers?|prepaid cards?|bitcoin|btc|crypto\w*|usdt|wallet address)\b/i,
  // Secrets and identities.
  /\b(?:passwords?|passcode|passphrase|pin(?: code)?|one[- ]time code|otp|(?:verification|security|access) code|cvv|credentials?|seed phrase|recovery phrase|private key|api key|ssn|social security|aadhaar|passport)\b/i,
  /\b(?:log|sign)[- ]?in\b|\b(?:verify|validate|confirm|update|unlock|restore|reactivate)\b.{0,30}\b(?:account|identity|billing|mailbox|details)\b/i,
  /\b(?:click|follow|tap)\b.{0,30}\b(?:link|here|button|below)\b/i,
  // What binds.
  /\b(?:liab\w+|compensat\w+|damages|negligen\w+|breach\w*|lawsuit|legal (?:action|claim|notice)|settlement|admit|at fault|owe[sd]?|debts?|penalt\w+|indemni\w+|claims?)\b/i,
  /\b(?:sign|execute|accept|agree to|approve)\b.{0,40}\b(?:contract|agreement|terms|nda|deed)\b/i,
];

/** Whether this sentence is about money, secrets, identities or what binds. */
export const needsCare = (sentence: string): boolean => careful.some((sign) => sign.test(sentence.slice(0, 1_000)));

/** Said in place of agreeing. */
export const verifyLine: Record<Tone, string> = {
  professional:
    "Before I act on this, I will verify it with you through a contact that I already have, not one from this email.",
  friendly: "Before I do anything about this, I'll check with you through a contact I already have.",
  concise: "I will verify this through a contact I already have before I act on it.",
  enthusiastic: "Before I act on this, I'll check with you through a contact I already have!",
  empathetic:
    "I hope you understand that I want to verify this first, through a contact that I already have, before I act on it.",
};

/** For mail that asks for money, secrets or promises, and for mail that speaks to machines. */
export const carefulIntents: ReplyIntent[] = [
  { label: "Verify first", stance: "verify" },
  { label: "Decline politely", stance: "decline" },
];
