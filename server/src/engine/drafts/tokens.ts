/** Merge tokens such as {FirstName} or {{company}}: never changed, never taken apart. */
const token = /\{+\s*[A-Za-z][\w .-]*\s*\}+/g;

const sentences: Record<string, (token: string) => string> = {
  company: (name) => `This concerns ${name}.`,
  lastpurchase: (name) => `It is about your last purchase, ${name}.`,
  dueamount: (name) => `The amount due is ${name}.`,
  city: (name) => `The location is ${name}.`,
  phone: (name) => `The phone number is ${name}.`,
};

/**
 * Takes lines that hold nothing but tokens out of the context and says each in a sentence of its own,
 * because a list of braces is no mail. Tokens inside the user's sentences stay where they are.
 */
export function splitTokens(context: string, greeted: string): { text: string; sentences: string[] } {
  const found: string[] = [];
  const lines = context.split("\n").filter((line) => {
    const rest = line.replace(token, "").replace(/[\s,;.&/|-]/g, "");
    const tokens = line.match(token);
    if (rest !== "" || !tokens) return true;
    found.push(...tokens);
    return false;
  });
  const said = [...new Set(found)]
    .filter((name) => name !== greeted)
    .map((name) => {
      const key = name.replace(/[{}\s_.-]/g, "").toLowerCase();
      return sentences[key]?.(name) ?? `${name.replace(/[{}]/g, "").trim()}: ${name}`;
    });
  return { text: lines.join("\n"), sentences: said };
}
