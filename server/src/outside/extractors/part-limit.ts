/**
 * The beginning of a mail that has no more than so many boundaries. They are counted in one pass over its bytes: the parser that
 * reads the mail takes longer the more parts there are, and a mail of a hundred thousand would hold it for many seconds.
 */
export function withinPartLimit(bytes: Buffer, most: number): Buffer {
  const { names, isAny } = boundaryNames(bytes);
  if (names.size === 0 && !isAny) return bytes;
  let count = 0;
  for (let at = bytes.indexOf("--"); at >= 0; at = nextDashes(bytes, at)) {
    if (at > 0 && bytes[at - 1] !== 10) continue;
    if (!isAny && !names.has(nameAt(bytes, at + 2))) continue;
    count++;
    if (count > most) return bytes.subarray(0, at);
  }
  return bytes;
}

const nextDashes = (bytes: Buffer, at: number) => {
  const found = bytes.indexOf("\n--", at + 1);
  return found < 0 ? -1 : found + 1;
};

/** RFC 2046 5.1.1 allows 70 characters; mailers have used more. */
const maxName = 200;

/** The line without its end, and without the dashes that end the last part. */
function nameAt(bytes: Buffer, start: number): string {
  const end = bytes.indexOf(10, start);
  const line = bytes.toString("latin1", start, Math.min(end < 0 ? bytes.length : end, start + maxName + 4)).trimEnd();
  return line.endsWith("--") ? line.slice(0, -2) : line;
}

/** Every boundary that the mail or one of its parts names. One that is written in pieces or encoded (RFC 2231) may be any. */
function boundaryNames(bytes: Buffer): { names: Set<string>; isAny: boolean } {
  const names = new Set<string>();
  const text = bytes.toString("latin1");
  for (const [, quoted, bare] of text.matchAll(/\bboundary\s{0,8}=\s{0,8}(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi)) {
    const name = (quoted ?? bare ?? "").trimEnd();
    names.add(name.endsWith("--") ? name.slice(0, -2) : name);
  }
  return { names, isAny: /\bboundary\*/i.test(text) };
}
