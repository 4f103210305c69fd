const words =
  "dear|hi|hello|hey|greetings|namaste|good (?:morning|afternoon|evening|day)|नमस्ते|प्रिय|hallo|liebe[rs]?|sehr geehrte[rs]?|guten (?:morgen|tag|abend)|bonjour|cher|chère|hola|buenos días|estimad[oa]";

/** Words after which it is a sentence, such as "Hi I agree, but". */
const sentence = "i|we|you|it|this|that|please|just|thanks|thank|sorry";

/** A greeting with up to four words of a name, and the mark that ends it. "Mr." and "Dr." do not end it. */
const greeting = new RegExp(
  `^(?:${words})(?![\\p{L}\\p{M}])(?: (?!(?:${sentence})[ ,])(?:(?:mr|mrs|ms|dr|prof|sr|sra)\\.|[^\\s.,!?:;–—]{1,30})){0,4} ?[,!–—]\\s*(?=\\S)`,
  "iu",
);

/** The snippet of a mail without "Dear Rohan,", which says nothing about the mail. A snippet that has nothing else stays. */
export const withoutGreeting = (snippet: string) => snippet.replace(greeting, "");
