import { minPassphrase } from "./sealed-key.ts";

/**
 * Asks in the terminal without showing the answer. Returns undefined if there is no terminal. A passphrase is never an argument,
 * which other users of the machine could read.
 */
export async function askPassphrase(question: string, { twice = false } = {}): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const typed = await readHidden(`${question}: `);
  if (twice && (await readHidden("Again: ")) !== typed) throw new Error("The two passphrases differ.");
  return typed;
}

export async function newPassphrase(): Promise<string> {
  const chosen = await askPassphrase("Passphrase for the master key", { twice: true });
  if (!chosen)
    throw new Error(
      `--with-key needs a passphrase: set INTELLIBOX_BACKUP_PASSPHRASE, or run the command in a terminal.`,
    );
  if (chosen.length < minPassphrase) throw new Error(`The passphrase needs at least ${minPassphrase} characters.`);
  return chosen;
}

function readHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.resume().setEncoding("utf8");
  return new Promise((resolve, reject) => {
    let typed = "";
    const end = (error?: Error) => {
      stdin.setRawMode(false);
      stdin.pause().off("data", take);
      stderr.write("\n");
      if (error) reject(error);
      else resolve(typed);
    };
    const take = (text: string) => {
      for (const character of text) {
        if (character === "\r" || character === "\n") return end();
        if (character === "\u0003" || character === "\u0004") return end(new Error("Cancelled."));
        typed = character === "\u007f" ? typed.slice(0, -1) : typed + character;
      }
    };
    stdin.on("data", take);
  });
}
