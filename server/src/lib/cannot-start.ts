/** Thrown at start for what an operator can put right: its message is a sentence, and no stack is shown. */
export class CannotStart extends Error {
  override readonly name = "CannotStart";
}
