/** Links, addresses, {tokens}, [blanks] and quotations, which no rule may change. */
const protectedText =
  /https?:\/\/[^\s<>"]+|www\.[^\s<>"]+|[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+|\{[^{}\n]{1,60}\}|\[[^[\]\n]{1,80}\]|"[^"\n]{1,300}"|“[^”\n]{1,300}”|`[^`\n]{1,200}`/gu;
const [start, end] = ["\uE000", "\uE001"];
const placeholder = /\uE000(\d+)\uE001/g;

/** Changes a text with marks in place of what is protected. A mark that is lost or doubled undoes the change. */
export function withProtected(text: string, change: (open: string) => string): string {
  if (text.includes(start) || text.includes(end)) return text;
  const kept: string[] = [];
  const open = text.replaceAll(protectedText, (found) => `${start}${kept.push(found) - 1}${end}`);
  const changed = change(open);
  const marks = Array.from(changed.matchAll(placeholder), ([, index]) => Number(index));
  const isWhole = marks.length === kept.length && marks.every((mark, index) => mark === index);
  return isWhole ? changed.replaceAll(placeholder, (_, index: string) => kept[Number(index)] ?? "") : text;
}
