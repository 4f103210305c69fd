import type { MailKind } from "@intellibox/contract/rules/mail-rules";

/** Patterns of the words that name a kind of mail. */
export const kindWords: [MailKind, string][] = [
  [
    "cold",
    "(?:cold|unsolicited)(?:\\s+(?:sales|outreach))?(?:\\s+(?:e-?mails?|mails?|messages?|pitches|outreach|offers?))?|sales\\s+(?:pitch(?:es)?|outreach|spam|e-?mails?|mails?)",
  ],
  [
    "autoReply",
    // "While I am out of the office" is a time.
    "(?:(?<!(?:\\b(?:am|during|while|on|until|till|before|after|away|is|are)|\\bi['’]m|['’]re)\\s+(?:(?:my|our|the|a|an)\\s+)?)(?:out[ -]of[ -](?:the[ -])?office|ooo|vacation)|auto(?:matic(?:ally)?)?[ -]?(?:generated\\s+)?repl(?:y|ies)|autorepl(?:y|ies))(?:\\s+(?:e-?mails?|mails?|messages?|repl(?:y|ies)|notices?))?",
  ],
  [
    "newsletter",
    "(?:news\\s?letters?|promotions?|promotional(?:\\s+(?:e-?mails?|mails?))?|marketing(?:\\s+(?:e-?mails?|mails?))?|advertis(?:ing|ements?)|ads|digests?)(?:\\s+(?:e-?mails?|mails?))?",
  ],
  [
    "receipt",
    "(?:receipts?|invoices?|bills?|order\\s+confirmations?|payment\\s+confirmations?)(?:\\s+(?:e-?mails?|mails?))?",
  ],
  ["calendar", "(?:answers?|replies|responses?)\\s+to\\s+(?:my\\s+)?(?:meeting\\s+|calendar\\s+)?invit(?:ations?|es?)"],
  ["invitation", "(?:meeting\\s+|calendar\\s+|event\\s+)?(?:invitations?|invites?|meeting requests?)"],
  [
    "notification",
    "(?:notifications?|alerts?|automated\\s+(?:e-?mails?|mails?|messages?)|no-?reply\\s+(?:e-?mails?|mails?))(?:\\s+(?:e-?mails?|mails?))?",
  ],
  [
    "personal",
    "(?:personal\\s+(?:e-?mails?|mails?|messages?)|(?:e-?mails?|mails?|messages?)\\s+(?:written\\s+)?(?:by|from)\\s+(?:a\\s+)?(?:real\\s+|actual\\s+)?(?:humans?|persons?|people))",
  ],
];
