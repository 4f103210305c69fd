import { homedir } from "node:os";
import { join } from "node:path";

/** The parts of the process that a command may use. A test gives it others. */
export type Terminal = {
  out(text: string): void;
  err(text: string): void;
  /** A person types here: questions can be asked. */
  canAsk: boolean;
  /** The width of the screen; undefined if the output goes to a file or another program. */
  columns: number | undefined;
  ask(question: string): Promise<string>;
  /** Does not show what is typed. */
  askSecret(question: string): Promise<string>;
  /** All of the standard input. */
  readInput(): Promise<string>;
  environment: Record<string, string | undefined>;
  configFolder: string;
};

export function openTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  // A reader such as `head` that has seen enough is no failure.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    canAsk: Boolean(stdin.isTTY && stderr.isTTY),
    columns: stdout.isTTY ? stdout.columns : undefined,
    ask: (question) => typed(question, true),
    askSecret: (question) => typed(question, false),
    async readInput() {
      const pieces: Uint8Array[] = [];
      for await (const piece of stdin) pieces.push(piece as Uint8Array);
      return Buffer.concat(pieces).toString("utf8");
    },
    environment: env,
    configFolder: configFolderOf(env, process.platform),
  };
}

export function configFolderOf(environment: Terminal["environment"], platform: string) {
  const given = platform === "win32" ? environment.APPDATA : environment.XDG_CONFIG_HOME;
  return join(given || join(homedir(), ".config"), "intellibox");
}

/** A line that a person types. The terminal is in raw mode, so that a secret is never shown. */
function typed(question: string, isShown: boolean): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding("utf8");
  stdin.resume();
  let line = "";
  return new Promise((resolve) => {
    const end = (code?: number) => {
      stdin.off("data", read);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write("\n");
      if (code === undefined) resolve(line);
      else process.exit(code);
    };
    const read = (text: string) => {
      for (const sign of text) {
        if (sign === "\r" || sign === "\n" || sign === "\u0004") return end();
        // Ctrl-C, which raw mode does not turn into a signal.
        if (sign === "\u0003") return end(130);
        if (sign === "\u007f" || sign === "\b") {
          if (line && isShown) stderr.write("\b \b");
          line = [...line].slice(0, -1).join("");
        } else if (sign >= " ") {
          line += sign;
          if (isShown) stderr.write(sign);
        }
      }
    };
    stdin.on("data", read);
  });
}
