import { runCli } from "./run-cli.ts";
import { openTerminal } from "./terminal.ts";

process.exitCode = await runCli(process.argv.slice(2), openTerminal());
