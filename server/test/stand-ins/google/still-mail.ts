import { apiError, type Call, type GoogleAnswer, jsonAnswer } from "./calls.ts";

export type KeptMail = { raw: Buffer; labelIds: string[]; receivedAt: Date };
type Kept = KeptMail & { id: string };

const root = "/gmail/v1/users/me/messages";

/**
 * Large mailboxes that do not change. The emulator copies and sorts all messages of an account for every call, which takes seconds
 * if there are thousands.
 */
export class StillMail {
  /** By the account, newest first. */
  readonly #lists = new Map<string, Kept[]>();
  readonly #byId = new Map<string, Kept>();

  /** The mails, oldest first. */
  fill(email: string, mails: KeptMail[]) {
    const all = mails.map((mail, at) => ({ ...mail, id: (0x1900000000000000n + BigInt(at)).toString(16) }));
    for (const mail of all) this.#byId.set(`${email}/${mail.id}`, mail);
    this.#lists.set(email, all.reverse());
  }

  /** Undefined for other accounts, and for other calls than reading messages. */
  answer({ method, path, query }: Call, email: string): GoogleAnswer | undefined {
    const list = this.#lists.get(email);
    if (!list || method !== "GET" || !path.startsWith(root)) return undefined;
    if (path === root) return listed(list, query);
    const mail = this.#byId.get(`${email}/${path.slice(root.length + 1)}`);
    if (!mail) return apiError(404, "notFound", "Requested entity was not found.");
    return jsonAnswer(200, {
      ...{ id: mail.id, threadId: mail.id, labelIds: mail.labelIds, sizeEstimate: mail.raw.length },
      internalDate: String(mail.receivedAt.getTime()),
      ...(query.get("format") === "raw" && { raw: paddedBase64(mail.raw) }),
    });
  }
}

/** Google pads base64url to a multiple of four. */
const paddedBase64 = (raw: Buffer) => raw.toString("base64").replaceAll("+", "-").replaceAll("/", "_");

/** The searches that the product makes: alternatives in braces, excluded places, and moments in seconds. */
function listed(list: Kept[], query: URLSearchParams): GoogleAnswer {
  const terms = query.get("q") ?? "";
  const either = /\{([^}]*)\}/.exec(terms)?.[1]?.match(/in:\w+/g);
  const excluded = terms.match(/-in:\w+/g) ?? [];
  const [, after] = /after:(\d+)/.exec(terms) ?? [];
  const [, before] = /before:(\d+)/.exec(terms) ?? [];
  const labelOf = (term: string) => term.replace(/^-?in:/, "").toUpperCase();
  const wanted = query.getAll("labelIds");
  const isListed = ({ labelIds, receivedAt }: Kept) =>
    wanted.every((id) => labelIds.includes(id)) &&
    (!either || either.some((term) => labelIds.includes(labelOf(term)))) &&
    !excluded.some((term) => labelIds.includes(labelOf(term))) &&
    (!after || receivedAt.getTime() >= Number(after) * 1000) &&
    (!before || receivedAt.getTime() < Number(before) * 1000);
  const found = list.filter(isListed);
  const [from, most] = [Number(query.get("pageToken") ?? 0), Number(query.get("maxResults") ?? 100)];
  const messages = found.slice(from, from + most).map(({ id }) => ({ id, threadId: id }));
  return jsonAnswer(200, {
    ...(messages.length > 0 && { messages }),
    ...(from + most < found.length && { nextPageToken: String(from + most) }),
    resultSizeEstimate: found.length,
  });
}
