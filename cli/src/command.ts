import type { ParseArgsOptionsConfig } from "node:util";
import { type Client, createClient } from "@intellibox/client";
import { Failure, Misuse } from "./failure.ts";
import { readLogin } from "./login-file.ts";
import { safeJson } from "./safe-text.ts";
import type { Terminal } from "./terminal.ts";

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** A run of a command: its arguments, and the parts of the process that it may use. */
export type Call = {
  words: string[];
  terminal: Terminal;
  isJson: boolean;
  text(option: string): string | undefined;
  texts(option: string): string[];
  flag(option: string): boolean;
  /** The client of the stored login, or of INTELLIBOX_URL and INTELLIBOX_KEY. */
  client(): Promise<Client>;
  /** Prints the value as JSON with `--json`, otherwise the text. */
  show(value: unknown, text: () => string): void;
};

export type Command = {
  summary: string;
  /** The words and options after the command's name. */
  usage: string;
  /** Lines of the help about the options. */
  details?: string;
  options?: ParseArgsOptionsConfig;
  run(call: Call): Promise<void>;
};

/** For a list of the person's time zone, in which the server reads days. */
export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function callOf(values: Values, words: string[], terminal: Terminal): Call {
  const isJson = values.json === true;
  return {
    ...{ words, terminal, isJson },
    text: (option) => (typeof values[option] === "string" ? values[option] : undefined),
    texts: (option) => [values[option] ?? []].flat().map(String),
    flag: (option) => values[option] === true,
    client: () => openClient(terminal),
    show: (value, text) => terminal.out(isJson ? `${safeJson(value)}\n` : text()),
  };
}

/** Environment variables of the command line. The product's own settings are in its server. */
export const cliSettings = ["INTELLIBOX_URL", "INTELLIBOX_KEY", "INTELLIBOX_HTTP"] as const;

async function openClient({ environment, configFolder }: Terminal) {
  const { INTELLIBOX_URL: url, INTELLIBOX_KEY: key } = environment;
  const login =
    url && key ? { url, key, allowsHttp: environment.INTELLIBOX_HTTP === "1" } : await readLogin(configFolder);
  if (!login) throw new Failure("Log in first: intellibox login <address>");
  return clientOf(login);
}

export function clientOf(login: { url: string; key: string; allowsHttp?: boolean }) {
  try {
    return createClient({ ...login, userAgent: "intellibox-cli" });
  } catch (error) {
    throw new Failure(error instanceof TypeError ? error.message : String(error));
  }
}

/** The one word that a command needs, such as an id. */
export function onlyWord({ words }: Pick<Call, "words">, what: string) {
  const [word, ...rest] = words;
  if (!word || rest.length > 0) throw new Misuse(`Give ${what}.`);
  return word;
}

/** The id of a message. */
export function messageIdOf(call: Pick<Call, "words">) {
  return checkedId(onlyWord(call, "the id of one message, which search prints"));
}

export function checkedId(text: string) {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) throw new Misuse(`${text} is not an id.`);
  return text;
}

export function wholeNumber(text: string | undefined, otherwise: number, most: number) {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > most) throw new Misuse(`Give a number from 1 to ${most}.`);
  return value;
}
