import { type Call, type CallEmulator, type GoogleAnswer, jsonAnswer, jsonOf } from "./calls.ts";

type Listed = { messages: { id: string; threadId: string }[]; nextPageToken?: string };
type Resource = { id?: string; internalDate?: string; payload?: { headers?: { name: string; value: string }[] } };

/** Adds to the emulator's search: `{a b}` for alternatives, `-in:` and `rfc822msgid:` (support.google.com/mail/answer/7190). */
export class MessageSearch {
  readonly #ask: CallEmulator;
  readonly #messageIds = new Map<string, string>();
  readonly #dates = new Map<string, number>();

  constructor(ask: CallEmulator) {
    this.#ask = ask;
  }

  /** Records the Message-ID and the date of a new mail. */
  remember(answer: GoogleAnswer): GoogleAnswer {
    if (answer.status >= 300 || answer.body.length === 0) return answer;
    const { id, internalDate, payload } = jsonOf<Resource>(answer);
    if (id && internalDate) this.#dates.set(id, Number(internalDate));
    const found = payload?.headers?.find(({ name }) => name.toLowerCase() === "message-id");
    if (id && found) this.#messageIds.set(id, found.value.replace(/[<>]/g, ""));
    return answer;
  }

  async list(given: Call): Promise<GoogleAnswer> {
    const q = (given.query.get("q") ?? "").replaceAll("-in:", "-label:");
    const query = new URLSearchParams(given.query);
    if (q) query.set("q", q);
    const call = { ...given, query };
    const either = /\{([^}]*)\}/.exec(q)?.[1]?.trim().split(/\s+/) ?? [];
    const wanted = /rfc822msgid:<?([^\s>]+)>?/i.exec(q)?.[1];
    if (either.length === 0 && !wanted) return this.#ask(call);
    const rest = q.replace(/\{[^}]*\}/, "").replace(/rfc822msgid:\S+/i, "");
    const merged = wanted
      ? undefined
      : await this.#newest(
          call,
          either.map((term) => `${rest} ${term}`),
        );
    if (merged) return merged;
    let found = await this.#all(call, rest);
    if (wanted) found = found.filter(({ id }) => this.#messageIds.get(id) === wanted);
    if (either.length > 0) {
      const sets = await Promise.all(either.map((term) => this.#all(call, `${rest} ${term}`)));
      const members = new Set(sets.flat().map(({ id }) => id));
      found = found.filter(({ id }) => members.has(id));
    }
    return page(found, call.query);
  }

  /**
   * The first page of a search with alternatives, from the first page of each: the emulator filters and sorts all messages for every
   * page, which takes seconds if there are many. Undefined if a date is not known, and for other pages.
   */
  async #newest(call: Call, terms: string[]): Promise<GoogleAnswer | undefined> {
    const most = Number(call.query.get("maxResults") ?? 100);
    if (call.query.has("pageToken")) return undefined;
    const found = new Map<string, Listed["messages"][number]>();
    let isMore = false;
    for (const q of terms) {
      const query = new URLSearchParams(call.query);
      query.set("q", q.trim());
      const { messages, nextPageToken } = jsonOf<Listed>(await this.#ask({ ...call, query }));
      for (const one of messages) found.set(one.id, one);
      isMore ||= nextPageToken !== undefined;
    }
    if ([...found.keys()].some((id) => !this.#dates.has(id))) return undefined;
    const dateOf = ({ id }: { id: string }) => this.#dates.get(id) ?? 0;
    const messages = [...found.values()].sort((a, b) => dateOf(b) - dateOf(a)).slice(0, most);
    isMore ||= found.size > most;
    return jsonAnswer(200, {
      ...(messages.length > 0 && { messages }),
      ...(isMore && { nextPageToken: String(most) }),
      resultSizeEstimate: found.size,
    });
  }

  /** Newest first. */
  async #all(call: Call, q: string): Promise<Listed["messages"]> {
    const all: Listed["messages"] = [];
    for (let token: string | undefined = "0"; token; ) {
      const query = new URLSearchParams(call.query);
      query.set("q", q.trim());
      query.set("maxResults", "500");
      query.set("pageToken", token);
      const { messages, nextPageToken } = jsonOf<Listed>(await this.#ask({ ...call, query }));
      all.push(...messages);
      token = nextPageToken;
    }
    return all;
  }
}

/** users.messages.list: `messages` is absent if there are none. */
function page(found: Listed["messages"], query: URLSearchParams): GoogleAnswer {
  const [from, most] = [Number(query.get("pageToken") ?? 0), Number(query.get("maxResults") ?? 100)];
  const messages = found.slice(from, from + most);
  const isMore = from + most < found.length;
  return jsonAnswer(200, {
    ...(messages.length > 0 && { messages }),
    ...(isMore && { nextPageToken: String(from + most) }),
    resultSizeEstimate: found.length,
  });
}
