import { type Call, type Command, clientOf, onlyWord } from "../command.ts";
import { Failure, Misuse } from "../failure.ts";
import { removeLogin, saveLogin } from "../login-file.ts";
import { facts, timeText } from "../table.ts";

export const login: Command = {
  summary: "Store the address of an installation and an API key",
  usage: "<address> [--http]",
  details: `The key is asked for without showing it, or read from the standard input:
  intellibox login https://mail.example.com < key-file
It is never an argument, because other people on this computer can see arguments. The file is readable by you only.
  --http  allow http to another computer, where anybody on the way can read the key`,
  options: { http: { type: "boolean" } },
  async run(call) {
    const { terminal, words } = call;
    if (words.some((word) => word.includes("ibx_")))
      throw new Misuse(
        "A key in the command can be seen by others. Revoke it, make a new one, and give it when you are asked.",
      );
    const url = onlyWord(call, "the address of the installation, such as https://mail.example.com");
    const given = terminal.canAsk ? await terminal.askSecret("API key: ") : await terminal.readInput();
    const key = given.trim();
    if (!key) throw new Failure("No key was given.");
    const found = { url, key, allowsHttp: call.flag("http") };
    const current = await clientOf(found).apiKeys.current();
    const file = await saveLogin(terminal.configFolder, found);
    const whose = current.user ? `${current.user.name} <${current.user.email}>` : current.company.name;
    call.show(current, () => `${facts([["Logged in as", whose]])}The key is in ${file}\n`);
  },
};

export const logout: Command = {
  summary: "Remove the stored key from this computer",
  usage: "",
  details: "The key itself stays valid. Revoke it in My Profile, Programs.",
  async run({ terminal, words, show }: Call) {
    if (words.length > 0) throw new Misuse("logout takes no words.");
    await removeLogin(terminal.configFolder);
    show({ ok: true }, () => "The stored key is removed. To end it, revoke it in My Profile, Programs.\n");
  },
};

export const whoami: Command = {
  summary: "Show whose key is used and what it may do",
  usage: "[--json]",
  async run(call) {
    const current = await (await call.client()).apiKeys.current();
    const { key, user, company } = current;
    call.show(current, () =>
      facts([
        ["Key", key.name],
        ["Person", user ? `${user.name} <${user.email}>` : "none, it is a key of the company"],
        ["Company", company.name],
        ["May", key.scopes.join(", ")],
        ["Ends", key.expiresAt ? timeText(key.expiresAt) : "never"],
      ]),
    );
  },
};
