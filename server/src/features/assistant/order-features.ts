import { orderClassOf } from "./order-words.ts";

const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const maxWords = 60;
/** How many classes apart two classes may stand to count as a pair. */
const pairDistance = 6;

/**
 * The features by which a linear model recognizes an order to a machine: words, the classes of words, which classes stand together and in
 * which order, the beginning of the sentence, and quotes, addresses and markers.
 */
export function orderFeatures(sentence: string): string[] {
  const words = (
    sentence
      .replaceAll("’", "'")
      .replace(/\be-mail/gi, "email")
      .match(wordPattern) ?? []
  ).slice(0, maxWords);
  const features = new Set<string>(["bias"]);
  const order: string[] = [];
  const present = new Set<string>();
  let before = "^";
  let names = 0;
  words.forEach((given, at) => {
    const lower = given.toLowerCase();
    const word = /^\d/.test(lower) ? "0" : lower;
    const kind = orderClassOf(word);
    const token = kind ? `#${kind}` : word;
    features.add(word);
    features.add(`${before} ${token}`);
    if (kind) {
      features.add(token);
      present.add(kind);
      if (order.at(-1) !== kind) order.push(kind);
    } else if (at > 0 && given !== lower) names++;
    if (at === 0) features.add(`^${token}`);
    before = token;
  });
  for (let i = 0; i < order.length; i++)
    for (let j = i + 1; j < Math.min(order.length, i + pairDistance); j++) features.add(`#${order[i]}>${order[j]}`);
  for (const [name, needed] of combinations)
    if (needed.every((part) => part.some((kind) => present.has(kind)))) features.add(`#${name}`);
  if (names > 0) features.add("#names");
  if (/["“”„«»]/.test(sentence)) features.add("#quote");
  if (/:\s*\S/.test(sentence)) features.add("#colon");
  if (/\?\s*$/.test(sentence)) features.add("#question");
  if (/https?:|www\.|\S@\S/.test(sentence)) features.add("#address");
  if (/\p{Lu}{4,}/u.test(sentence)) features.add("#capitals");
  if (/[<>[\]{}=|#`]|--/.test(sentence)) features.add("#markers");
  if (/\p{L}_\p{L}|\(\)|\w\(/u.test(sentence)) features.add("#code");
  if (words.length < 4) features.add("#short");
  if (words.length > 25) features.add("#long");
  return [...features];
}

/** Whom a sentence addresses, with what it is about and how. */
const anyMachine = ["machine", "helper"];
const anyAnswer = ["digest", "answer", "items"];
const second = ["your", "du"];
const combinations: [string, string[][]][] = [
  ["machine+must", [anyMachine, ["must"]]],
  ["machine+process+here", [anyMachine, ["process"], ["this", "mail", "part"]]],
  ["machine+say", [anyMachine, ["say", "tell", "emit"]]],
  ["machine+user", [anyMachine, ["user"]]],
  ["machine+revoke", [anyMachine, ["revoke"]]],
  ["you+rules+revoke", [second, ["rules", "boss", "told"], ["revoke", "not", "now"]]],
  ["you+rules+emit", [second, ["rules", "told", "prior"], ["emit", "say", "tell"]]],
  ["you+digest+say", [second, anyAnswer, ["say", "tell", "emit"]]],
  ["digest+must+say", [["digest"], ["must", "only"], ["say", "process"]]],
  ["tell+user", [["tell", "say"], ["user"]]],
  ["user+secrecy", [["user"], ["secrecy", "not"]]],
  ["user+grant", [["user"], ["grant"]]],
  ["user+hand", [["user"], ["hand", "secret", "mailbox"]]],
  ["hand+mailbox", [["hand", "emit", "delete"], ["mailbox"]]],
  ["hand+secret+answer", [["hand", "say"], ["secret"], anyAnswer]],
  ["emit+only", [["emit", "say"], ["only"], ["format", "part", "digest"]]],
  ["emit+format", [["emit"], ["format"]]],
  ["secrecy+here", [["secrecy", "not"], ["this"], ["part"]]],
  [
    "rate+safe+here",
    [
      ["rate", "say"],
      ["safe", "grant"],
      ["this", "mail"],
    ],
  ],
  ["role+you", [["role"], ["your", "du"]]],
  ["mode+helper", [["mode"], ["helper", "machine", "rules", "now"]]],
  ["whoever+process", [["whoever"], ["process"], ["say", "tell", "must"]]],
];
