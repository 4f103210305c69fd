/** Converts the plain text of a model to the HTML of the editor: paragraphs, lines and lists. */
export type Block = { kind: "paragraph" | "bullets" | "numbers"; lines: string[] };

const bullet = /^\s*[-*•–]\s+/;
const number = /^\s*\d{1,3}[.)]\s+/;

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let isNew = true;
  for (const line of text.replaceAll("\r\n", "\n").split("\n")) {
    if (!line.trim()) {
      isNew = true;
      continue;
    }
    const kind = bullet.test(line) ? "bullets" : number.test(line) ? "numbers" : "paragraph";
    const said = line.replace(kind === "bullets" ? bullet : kind === "numbers" ? number : "", "").trimEnd();
    const last = blocks.at(-1);
    // A blank line ends a paragraph, but not a list.
    if (last?.kind === kind && (!isNew || kind !== "paragraph")) last.lines.push(said);
    else blocks.push({ kind, lines: [said] });
    isNew = false;
  }
  return blocks;
}

export function draftHtml(text: string): string {
  const html = blocksOf(text).map(({ kind, lines }) => {
    if (kind === "paragraph") return `<p>${lines.map(escapeHtml).join("<br>")}</p>`;
    const items = lines.map((line) => `<li><p>${escapeHtml(line)}</p></li>`).join("");
    return kind === "bullets" ? `<ul>${items}</ul>` : `<ol>${items}</ol>`;
  });
  return html.join("") || "<p></p>";
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
