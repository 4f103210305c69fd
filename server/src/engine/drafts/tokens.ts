/** Merge tokens such as {FirstName} or {{company}}, which must never be changed or split. */
const token = /\{+\s*[A-Za-z][\w .-]*\s*\}+/g;

const sentences: Record<string, (token: string) => string> = {
  company: (name) => `This concerns ${name}.`,
  lastpurchase: (name) => `It is about your last purchase, ${name}.`,
  dueamount: (name) => `The amount due is ${name}.`,
  city: (name) => `The location is ${name}.`,
  phone: (name) => `The phone number is ${name}.`,
};

/**
 * Removes lines of only tokens from the context and gives each token a sentence instead. Tokens inside the user's
 * sentences stay.
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
