/** "Send the contract - Priya - 2026-11-20 - Message 2": the parts in the order of the table's columns. Missing parts are empty. */
export function readActionText(line: string) {
  const parts = line
    .replace(/^\s*(?:[-*•]|\d{1,3}[.)])\s+/, "")
    .split(/\s+[-–—]{1,2}\s+/)
    .map((part) => part.trim());
  const [action = "", owner = "", due = "", ...source] = parts;
  return { action, owner, due, source: source.join(" - ") };
}
