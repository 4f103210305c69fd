/**
 * Reads the text of WordprocessingML in one pass over its tags. Not an XML parser: depth costs nothing, entities are never
 * expanded, and a broken document is read up to the break.
 */
export function wordXmlToText(xml: string): string {
  const out: string[] = [];
  const hiddenRuns = new HiddenRuns();
  let isText = false;
  let hidden = 0;
  let cells = 0;
  let at = 0;
  while (at < xml.length) {
    const open = xml.indexOf("<", at);
    const textEnd = open < 0 ? xml.length : open;
    if (isText && hidden === 0 && !hiddenRuns.isInside) out.push(decodeEntities(xml.slice(at, textEnd)));
    if (open < 0) break;
    const close = endOfMarkup(xml, open);
    if (close < 0) break;
    at = close + 1;

    const [, isEnd, name] = tagName.exec(xml.slice(open, open + 80)) ?? [];
    if (name === undefined) continue;
    const isAlone = xml[close - 1] === "/";
    if (duplicates.has(name) && !isAlone) hidden = Math.max(0, hidden + (isEnd ? -1 : 1));
    if (!isAlone || name === "vanish") hiddenRuns.pass(name, xml.slice(open, Math.min(close + 1, open + 200)));
    if (name === "t") isText = !isEnd && !isAlone;
    if (name === "tc" && !isAlone) cells = Math.max(0, cells + (isEnd ? -1 : 1));
    const mark = isEnd ? atEnd[name] : atStart[name];
    // A row of a table is one line, however many paragraphs its cells hold.
    if (mark && hidden === 0 && !(hiddenRuns.isInside && !isEnd)) out.push(mark === "\n" && cells > 0 ? " " : mark);
  }
  return out.join("");
}

/** Knows whether the text here belongs to a run that is formatted as hidden, which Word does not show. Runs contain others. */
class HiddenRuns {
  private runs: boolean[] = [];
  private hidden = 0;
  private elsewhere = 0;

  get isInside() {
    return this.hidden > 0;
  }

  pass(name: string, tag: string) {
    const isEnd = tag.startsWith("</");
    if (otherProperties.has(name)) this.elsewhere = Math.max(0, this.elsewhere + (isEnd ? -1 : 1));
    else if (name === "r" && isEnd) this.hidden -= this.runs.pop() ? 1 : 0;
    else if (name === "r") this.runs.push(false);
    else if (name === "vanish" && !isEnd && this.elsewhere === 0 && this.runs.at(-1) === false && !isOff.test(tag)) {
      this.runs[this.runs.length - 1] = true;
      this.hidden++;
    }
  }
}

/** The format of a paragraph's mark, and the format before a tracked change. */
const otherProperties = new Set(["pPr", "rPrChange"]);
const isOff = /\bval\s*=\s*["'](?:0|false|off)["']/i;

const tagName = /^<(\/?)(?:[\w.-]{1,30}:)?([\w.-]{1,40})/;
/** Duplicated content: the fallback of a drawing, and the source of moved text. */
const duplicates = new Set(["Fallback", "moveFrom"]);
const atStart: Record<string, string> = { tab: "\t", br: "\n", cr: "\n", noBreakHyphen: "-" };
const atEnd: Record<string, string> = { p: "\n", tr: "\n", tc: "\t" };

function endOfMarkup(xml: string, open: number) {
  if (!xml.startsWith("<!--", open)) return xml.indexOf(">", open);
  const end = xml.indexOf("-->", open);
  return end < 0 ? end : end + 2;
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decodeEntities(text: string) {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
