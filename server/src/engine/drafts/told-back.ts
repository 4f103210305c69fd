/** "You are upset", "You want a head count": readers know how they feel and what they want, so the writer takes it up. */
export const toldBack = (content: string, isPlural: boolean) =>
  content
    .replace(
      /^you are (?=(?:(?:very|really|quite|still|so|a bit) )?(?:upset|angry|unhappy|disappointed|worried|furious|annoyed|frustrated|concerned|confused|nervous)\b)/i,
      `${isPlural ? "we" : "I"} understand that you are `,
    )
    // "She needs the licence of the second driver as well" is what the writer requires.
    .replace(
      /^you (?:want|need) (?=(?:an?|the|our|my|\d)\s)(?!.*\b(?:as well|too|for (?:this|that|it))[.!]?$)/i,
      "you asked for ",
    )
    .replace(/^you want to (?=know\b)/i, "you wanted to ");
