// Reads the file .env of the working directory. The real environment takes precedence.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { BadSettings } from "./bad-settings.ts";

type Environment = Record<string, string | undefined>;

/** Adds the settings of the file to the environment. An empty value in the environment overrides the file's. */
export function withEnvFile(environment: Environment, folder = process.cwd()): Environment {
  const file = resolve(folder, ".env");
  const text = read(file);
  if (text === undefined) return environment;
  const bad = unreadableLines(text);
  if (bad.length > 0) {
    throw new BadSettings(
      bad.map((line) => `line ${line} of ${file} cannot be read: write NAME=value, or # before a comment`),
    );
  }
  return { ...parseEnv(text), ...environment };
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new BadSettings([`${file} cannot be read (${code})`]);
  }
}

const name = "(?:export\\s+)?[A-Za-z_][A-Za-z0-9_]*";
/** A quoted value may span several lines. */
const quoted = new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*(?:"[^"]*"|'[^']*'|\`[^\`]*\`)[ \\t]*(?:#.*)?$`, "gm");
const plain = new RegExp(`^[ \\t]*${name}[ \\t]*=(?![ \\t]*["'\`])`);

/** Node's parser silently skips invalid lines; an operator must be told of them. */
function unreadableLines(text: string): number[] {
  // Removes quoted values except their line breaks, so that the following line numbers stay correct.
  const rest = text.replace(/\r\n?/g, "\n").replace(quoted, (match) => match.replace(/[^\n]/g, ""));
  return rest
    .split("\n")
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() && !line.trim().startsWith("#") && !plain.test(line))
    .map(({ number }) => number);
}
