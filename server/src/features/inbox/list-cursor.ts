import { createHash } from "node:crypto";
import { t } from "@intellibox/contract/text/t";
import { z } from "zod";
import { invalid } from "#lib/errors.ts";
import type { SearchHit } from "#features/search/search.ts";
import type { ListQuery } from "./list-messages.ts";

const markSchema = z.tuple([
  z
    .string()
    .regex(/^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d){0,2}(?: BC)?$/)
    .refine(isInCalendar),
  z.uuid(),
]);

/** PostgreSQL refuses 31 February, which `Date` moves to March. */
function isInCalendar(text: string) {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (text.match(/\d+/g) ?? []).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
}

/** A position in a list; in a search that lists threads, also the threads that earlier pages listed. */
export type ListCursor = { mark: SearchHit; seen: SeenThreads };

/** Identifies the list of a cursor among others, of the same reader and of everyone else. */
export type CursorList = Pick<ListQuery, "q" | "mailbox" | "folder" | "folderId" | "group" | "priority"> & {
  userId: string;
};

const listTag = ({ userId, q, mailbox, folder, folderId, group, priority }: CursorList) =>
  createHash("sha256")
    .update(JSON.stringify([userId, q, mailbox, folder, folderId, group, ...(priority ? [priority] : [])]))
    .digest("base64url")
    .slice(0, 8);

/** Refuses a cursor that is damaged, or that belongs to another list. An empty one is the first page. */
export function readCursor(text: string | undefined, list: CursorList): ListCursor | undefined {
  if (!text) return undefined;
  const [position = "", seen = "", tag] = text.split(".");
  const mark = readMark(position);
  // Cursors of earlier versions have no tag.
  if (!mark || (tag !== undefined && tag !== listTag(list))) throw invalid(refusal, { cursor: refusal });
  return { mark, seen: new SeenThreads(seen) };
}

const refusal = t("This cursor does not belong to this list. Ask for its first page, without a cursor.");

function readMark(position: string): SearchHit | undefined {
  try {
    const [date, id] = markSchema.parse(JSON.parse(Buffer.from(position, "base64url").toString()));
    return { date, id };
  } catch {
    return undefined;
  }
}

export function writeCursor({ date, id }: SearchHit, list: CursorList, seen?: SeenThreads): string {
  const position = Buffer.from(JSON.stringify([date, id])).toString("base64url");
  return [position, seen?.toString() ?? "", listTag(list)].join(".");
}

/** The last bytes of a thread's id, which are random. */
const tailBytes = 5;
/** Of more threads the latest are kept, so that a cursor stays short. */
const maxSeen = 500;

/** The threads that a search has listed, so that no later page lists them again. */
export class SeenThreads {
  #tails: Set<string>;

  constructor(text = "") {
    const hex = Buffer.from(text, "base64url").toString("hex");
    this.#tails = new Set(hex.match(new RegExp(`.{${2 * tailBytes}}`, "g")));
  }

  has = (threadId: string) => this.#tails.has(tailOf(threadId));
  add = (threadId: string) => void this.#tails.add(tailOf(threadId));
  toString = () => Buffer.from([...this.#tails].slice(-maxSeen).join(""), "hex").toString("base64url");
}

const tailOf = (threadId: string) => threadId.slice(-2 * tailBytes).toLowerCase();
