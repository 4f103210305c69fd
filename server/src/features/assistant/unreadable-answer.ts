/** The model's answer is not in the form that the prompt asks for. The message tells the model what is wrong. */
export class UnreadableAnswer extends Error {}

export function requireText(text: string): string {
  if (!text) throw new UnreadableAnswer("it was empty");
  return text;
}
