// Runs a command for operators: plain sentences on the standard output, and on a fault one line on the error output and exit code 1.
import { parseArgs } from "node:util";
import { BadSettings } from "#lib/bad-settings.ts";

type Options = Record<string, { type: "boolean" }>;
type Given<O extends Options> = { values: Partial<Record<keyof O, boolean>>; positionals: string[] };

type Command<O extends Options> = {
  usage: string;
  options: O;
  /** How many arguments besides the options it takes. */
  places: number | { from: number; to: number };
  run(given: Given<O>): Promise<void>;
};

export const print = (text: string) => void process.stdout.write(`${text}\n`);

export async function runCommand<O extends Options>(command: Command<O>) {
  try {
    const given = read(command);
    if (given === "help") print(command.usage);
    else await command.run(given);
  } catch (error) {
    process.stderr.write(`${problemOf(error)}\n`);
    process.exitCode = 1;
  }
}

function read<O extends Options>({ usage, options, places }: Command<O>): Given<O> | "help" {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) return "help";
  // Refused here, so that the message says what to write.
  const unknown = args.find((arg) => arg.startsWith("-") && !(arg.slice(2) in options));
  if (unknown) throw new Error(`${unknown} is not understood.\n${usage}`);
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { from, to } = typeof places === "number" ? { from: places, to: places } : places;
  if (positionals.length < from || positionals.length > to) throw new Error(usage);
  return { values: values as Given<O>["values"], positionals };
}

function problemOf(error: unknown): string {
  if (error instanceof BadSettings) return error.problems.map((problem) => `Bad setting: ${problem}`).join("\n");
  // A host name with several addresses gives one error for each.
  const { message, code } = (error instanceof AggregateError ? error.errors[0] : error) as NodeJS.ErrnoException;
  if (code === "ENOSPC") return `The disk is full: ${message}`;
  return message;
}
