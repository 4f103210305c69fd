/** Answers to LIST and UIDL (RFC 1939 5 and 7): one message in each line, its number and a value. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { t } from "@intellibox/contract/text/t";
import { MailboxError } from "../mailbox.ts";

/** Far more than a mailbox holds that is read by POP3; the cursor and two maps in memory grow with it. */
export const maxListed = 200_000;
/** As many lines of the longest unique id (70 characters) with its number. */
export const maxListingBytes = 16 << 20;
/** RFC 1939 3 allows 512 bytes. */
const maxLineBytes = 1024;
/** Lines that are read before other requests get their turn. */
const linesPerTurn = 4096;

export async function readListing(body: Buffer): Promise<[number: number, value: string][]> {
  const listed: [number, string][] = [];
  for (let at = 0, line = 1; at < body.length; line++) {
    if (line > maxListed) throw listingTooLong();
    if (line % linesPerTurn === 0) await nextTurn();
    const found = body.indexOf("\r\n", at);
    const end = found < 0 ? body.length : found;
    if (end > at) listed.push(readLine(body.toString("latin1", at, Math.min(end, at + maxLineBytes))));
    at = end + 2;
  }
  return listed;
}

function readLine(line: string): [number, string] {
  const [, number, value] = /^(\d{1,10}) +(\S+)/.exec(line) ?? [];
  if (!number || !value || line.length === maxLineBytes)
    throw new MailboxError("protocol", t("The server's list of messages is not valid."));
  return [Number(number), value];
}

export const listingTooLong = (cause?: unknown) =>
  new MailboxError(
    "protocol",
    t("The server lists more than {most} messages.", { most: maxListed.toLocaleString("en") }),
    { cause },
  );
