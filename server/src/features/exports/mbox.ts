// The mboxrd format: every line that begins with "From ", after any number of ">", gets one more ">". So a reader can restore
// every mail exactly, but for its line ends, which mbox has as LF.

/** Quoting works on pieces, so that a large mail does not block the event loop. */
const pieceBytes = 256 * 1024;

type Envelope = { sender: string; date: Date };

/** One mail of an mbox file, in pieces. */
export function* mboxEntry(raw: Uint8Array, envelope: Envelope): Generator<Buffer> {
  yield Buffer.from(`From ${senderOf(envelope)} ${asctime(envelope.date)}\n`);
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  let beginsLine = true;
  for (let start = 0; start < bytes.length; ) {
    const end = endOfPiece(bytes, start);
    const piece = bytes.toString("latin1", start, end);
    yield Buffer.from(quoted(piece, beginsLine), "latin1");
    beginsLine = piece.endsWith("\n");
    start = end;
  }
  // An empty line ends a mail.
  yield Buffer.from(beginsLine ? "\n" : "\n\n");
}

const quoted = (piece: string, beginsLine: boolean) =>
  (beginsLine ? piece.replace(/^>*From /, ">$&") : piece).replaceAll(/\r\n/g, "\n").replaceAll(/\n(>*From )/g, "\n>$1");

/** After the last line end within the piece. A longer line is cut, but not between CR and LF or in its first characters. */
function endOfPiece(bytes: Buffer, start: number): number {
  const end = Math.min(start + pieceBytes, bytes.length);
  if (end === bytes.length) return end;
  const lineEnd = bytes.lastIndexOf(0x0a, end - 1) + 1;
  if (lineEnd > start) return lineEnd;
  return bytes[end - 1] === 0x0d ? end - 1 : end;
}

const senderOf = ({ sender }: Envelope) => (/^[\x21-\x7e]{1,254}$/.test(sender) ? sender : "MAILER-DAEMON");

/** RFC 4155: the time in UTC as C's asctime writes it. */
function asctime(date: Date): string {
  const [weekday, day, month, year, time] = date.toUTCString().replace(",", "").split(" ");
  return `${weekday} ${month} ${day?.padStart(2, " ").replace(/^0/, " ")} ${time} ${year}`;
}
