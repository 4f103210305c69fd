/** Thrown at start; each problem is a line an operator can act on. */
export class BadSettings extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join("\n"));
    this.name = "BadSettings";
    this.problems = problems;
  }
}
