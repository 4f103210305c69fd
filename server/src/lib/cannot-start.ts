/** Thrown at start for a problem that an operator can fix. Its message is shown without a stack. */
export class CannotStart extends Error {
  override readonly name = "CannotStart";
}
