/** The model's answer cannot be used. The message tells the model what is wrong, `twice` the user if it happens again. */
export class UnreadableAnswer extends Error {
  readonly twice: string;
  constructor(message: string, twice = "Its answer could not be read, twice.") {
    super(message);
    this.twice = twice;
  }
}

export function requireText(text: string): string {
  if (!text) throw new UnreadableAnswer("it was empty");
  return text;
}
