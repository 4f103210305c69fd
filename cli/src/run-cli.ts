import { parseArgs } from "node:util";
import { ApiError } from "@intellibox/client";
import { type Command, callOf } from "./command.ts";
import { draft } from "./commands/draft.ts";
import { login, logout, whoami } from "./commands/login.ts";
import { rules } from "./commands/rules.ts";
import { save } from "./commands/save.ts";
import { search } from "./commands/search.ts";
import { send } from "./commands/send.ts";
import { show, thread } from "./commands/show.ts";
import { summarize } from "./commands/summarize.ts";
import { tasks } from "./commands/tasks.ts";
import { Failure, Misuse } from "./failure.ts";
import { safeJson, safeLine } from "./safe-text.ts";
import type { Terminal } from "./terminal.ts";

export const commands: Record<string, Command> = {
  ...{ login, logout, whoami, search, show, thread, save, summarize, draft, send, tasks, rules },
};

const common = { json: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;

/** Runs one command. Returns its exit code: 0, 1 if it failed, 2 if it was called wrongly. */
export async function runCli(args: string[], terminal: Terminal): Promise<number> {
  const [name = "", ...rest] = args;
  if (["", "help", "--help", "-h"].includes(name)) {
    const asked = commands[rest[0] ?? ""];
    if (name !== "" && rest[0] && asked) terminal.out(helpOf(rest[0], asked));
    else (name === "" ? terminal.err : terminal.out)(overview());
    return name === "" ? 2 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const isJson = rest.includes("--json");
  try {
    if (!command) throw new Misuse(`There is no command ${name}. See: intellibox --help`);
    const { values, positionals } = parsed(rest, command);
    if (values.help) terminal.out(helpOf(name, command));
    else await command.run(callOf(values, positionals, terminal));
    return 0;
  } catch (error) {
    terminal.err(isJson ? `${safeJson(asJson(error))}\n` : inWords(error));
    if (error instanceof Misuse) {
      if (command && !isJson) terminal.err(`Usage: intellibox ${name} ${command.usage}\n`);
      return 2;
    }
    if (error instanceof Failure || error instanceof ApiError) return 1;
    throw error;
  }
}

function parsed(args: string[], command: Command) {
  try {
    return parseArgs({ args, options: { ...common, ...command.options }, allowPositionals: true });
  } catch (error) {
    throw new Misuse(error instanceof Error ? error.message : String(error));
  }
}

const overview = () => {
  const width = Math.max(...Object.keys(commands).map((name) => name.length)) + 2;
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}${summary}`);
  return `Usage: intellibox <command> [options]

${lines.join("\n")}

  intellibox <command> --help says more. --json prints what the server answered, for scripts.
  INTELLIBOX_URL and INTELLIBOX_KEY, if both are set, take the place of the login (INTELLIBOX_HTTP=1 allows http).
  Exit codes: 0 done, 1 failed, 2 called wrongly.
`;
};

const helpOf = (name: string, { summary, usage, details = "" }: Command) =>
  `Usage: intellibox ${`${name} ${usage}`.trim()}\n\n${summary}.\n${details && `\n${details}\n`}`;

function inWords(error: unknown) {
  const lines = [safeLine(error instanceof Error ? error.message : String(error))];
  if (error instanceof ApiError) {
    for (const [field, what] of Object.entries(error.fields)) lines.push(`  ${safeLine(field)}: ${safeLine(what)}`);
    if (error.code === "unauthenticated") lines.push("Log in again: intellibox login <address>");
    if (error.retryAfter) lines.push(`Try again in ${error.retryAfter} seconds.`);
    if (error.requestId) lines.push(`The server's log has more: ${safeLine(error.requestId)}`);
  }
  return `${lines.join("\n")}\n`;
}

function asJson(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiError)) return { error: message, code: error instanceof Misuse ? "usage" : "failed" };
  const { code, status, fields, retryAfter, requestId } = error;
  return { error: message, code, status, fields, retryAfter, requestId };
}
