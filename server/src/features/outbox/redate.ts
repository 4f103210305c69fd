/** Replaces the Date header; every other byte stays the same. */
export function redate(raw: Buffer, date: Date): Buffer {
  const end = raw.indexOf("\r\n\r\n");
  const header = raw.subarray(0, end < 0 ? raw.length : end).toString("latin1");
  const found = /(?:^|\r\n)Date:[^\r\n]*(?:\r\n[ \t][^\r\n]*)*/i.exec(header);
  if (!found) return raw;
  const before = found[0].startsWith("\r\n") ? "\r\n" : "";
  const line = `${before}Date: ${date.toUTCString().replace("GMT", "+0000")}`;
  return Buffer.concat([
    raw.subarray(0, found.index),
    Buffer.from(line, "latin1"),
    raw.subarray(found.index + found[0].length),
  ]);
}
