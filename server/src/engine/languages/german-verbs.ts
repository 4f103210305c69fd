const plurals: Record<string, string> = {
  hat: "haben",
  ist: "sind",
  kann: "können",
  muss: "müssen",
  soll: "sollen",
  will: "wollen",
  darf: "dürfen",
  mag: "mögen",
  wird: "werden",
  war: "waren",
  hatte: "hatten",
  könnte: "könnten",
  möchte: "möchten",
  würde: "würden",
  weiß: "wissen",
  nimmt: "nehmen",
  gibt: "geben",
  sieht: "sehen",
  liest: "lesen",
  fährt: "fahren",
  hält: "halten",
  lässt: "lassen",
  trägt: "tragen",
  spricht: "sprechen",
  trifft: "treffen",
  hilft: "helfen",
  wirft: "werfen",
  schläft: "schlafen",
};

/** The plural of a German verb in the third person: "schafft" to "schaffen". Undefined if the form is not certain. */
export function pluralVerb(verb: string): string | undefined {
  const known = Object.entries(plurals).find(([singular]) => verb === singular || verb.endsWith(singular));
  if (known && (verb === known[0] || known[0].length > 4)) return verb.slice(0, -known[0].length) + known[1];
  if (!/^\p{Ll}{2,}t$/u.test(verb) || /[äö]\p{L}*t$/u.test(verb)) return undefined;
  if (/(?:el|er)t$/.test(verb)) return `${verb.slice(0, -1)}n`;
  return `${verb.replace(/e?t$/, "")}en`;
}

/** Turns a clause "sie … mitbringen soll" about the reader to "Sie … mitbringen sollen". The verb stands last. */
export function plural(text: string): string {
  const clause = /^(?:sie|er)(\s[^,?]*\s)(\p{Ll}+)(?=[,?]|$)/u.exec(text);
  const verb = clause?.[2] && pluralVerb(clause[2]);
  return clause && verb ? `Sie${clause[1]}${verb}${text.slice(clause[0].length)}` : text;
}
