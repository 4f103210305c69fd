/** The command could not do its work. Ends with the code 1. */
export class Failure extends Error {}

/** The command was called wrongly. Ends with the code 2. */
export class Misuse extends Error {}
