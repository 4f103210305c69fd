import { z } from "zod";
import type { SearchHit } from "#features/search/search.ts";

const markSchema = z.tuple([z.string().regex(/^\d{1,6}-\d\d-\d\d[ \d:.+-]{8,40}(?: BC)?$/), z.uuid()]);

/** A position in a list; in a search that lists threads, also the threads that earlier pages listed. */
export type ListCursor = { mark: SearchHit; seen: SeenThreads };

/** An invalid cursor restarts at the first page. */
export function readCursor(text: string | undefined): ListCursor | undefined {
  if (!text) return undefined;
  try {
    const [position = "", seen = ""] = text.split(".");
    const [date, id] = markSchema.parse(JSON.parse(Buffer.from(position, "base64url").toString()));
    return { mark: { date, id }, seen: new SeenThreads(seen) };
  } catch {
    return undefined;
  }
}

export function writeCursor({ date, id }: SearchHit, seen?: SeenThreads): string {
  const position = Buffer.from(JSON.stringify([date, id])).toString("base64url");
  const text = seen?.toString() ?? "";
  return text ? `${position}.${text}` : position;
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
