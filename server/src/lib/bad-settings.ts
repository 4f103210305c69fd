/** Thrown at start. Each problem is a line that an operator can act on. */
export class BadSettings extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join("\n"));
    this.name = "BadSettings";
    this.problems = problems;
  }
}
