const whoIsTold = String.raw`\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?|her|him|them`;
/** A verb directly behind the question word makes it a question: "what is the price". */
const inversion = "is|are|was|were|am|do|does|did|can|could|will|would|shall|should|has|have|had|may|might|must";
const toldQuestion = new RegExp(
  String.raw`^((?:please |kindly )?)(?:[Aa]nswer|[Rr]eply to|[Rr]espond to|[Ww]rite(?: to)?|[Ee]-?mail|[Mm]ail|[Mm]essage) (${whoIsTold}) (?=(?:what|when|where|how (?:much|many|long|often|far)|whether|which) (?!(?:${inversion})\b)\p{L}[^?]*$)`,
  "u",
);

/** "answer Meera how much the box costs" → "tell Meera how much the box costs". */
export const withToldQuestion = (text: string): string => text.replace(toldQuestion, "$1tell $2 ");
