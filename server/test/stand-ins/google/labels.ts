// The rules of labels that the emulator lacks or answers otherwise than Google does.
// https://developers.google.com/workspace/gmail/api/guides/labels
import { apiError, type Call, type CallEmulator, type GoogleAnswer, jsonAnswer, jsonOf } from "./calls.ts";

type Label = { id: string; name: string; type: string; messageListVisibility?: string; labelListVisibility?: string };

const root = "/gmail/v1/users/me/labels";
/** "Can be manually applied: no." */
const fixed = new Set(["SENT", "DRAFT", "CHAT"]);
const longestName = 225;

export class Labels {
  readonly #ask: CallEmulator;

  constructor(ask: CallEmulator) {
    this.#ask = ask;
  }

  /** Answers the calls of users.labels; undefined for any other call. */
  async answer(call: Call): Promise<GoogleAnswer | undefined> {
    if (call.path === root && call.method === "GET") return jsonAnswer(200, { labels: await this.#list(call) });
    if (call.path === root && call.method === "POST") return this.#named(call, jsonOf<{ name?: string }>(call).name);
    if (!call.path.startsWith(`${root}/`) || (call.method !== "PATCH" && call.method !== "PUT")) return undefined;
    const { name } = jsonOf<{ name?: string }>(call);
    return name === undefined ? undefined : this.#named(call, name);
  }

  /** "Each label resource only contains an id, name, messageListVisibility, labelListVisibility, and type" (users.labels.list). */
  async #list(call: Call): Promise<Label[]> {
    const asked = { ...call, method: "GET", path: root, query: new URLSearchParams() };
    const { labels } = jsonOf<{ labels: Label[] }>(await this.#ask(asked));
    const listed = labels.map(({ id, name, type, messageListVisibility, labelListVisibility }) => ({
      ...{ id, name, type },
      ...(messageListVisibility && { messageListVisibility, labelListVisibility }),
    }));
    return [{ id: "CHAT", name: "CHAT", type: "system" }, ...listed];
  }

  async #named(call: Call, name = ""): Promise<GoogleAnswer> {
    const wanted = name.trim().toLowerCase();
    const same = (await this.#list(call)).find((label) => label.name.toLowerCase() === wanted);
    const isInvalid = !wanted || name.length > longestName || /\p{Cc}/u.test(name) || same?.type === "system";
    if (isInvalid) return apiError(400, "invalidArgument", "Invalid label name");
    if (same && !call.path.endsWith(same.id)) return apiError(409, "aborted", "Label name exists or conflicts");
    return this.#ask(call);
  }

  /** A refusal of the labels that a call names, or undefined. */
  async refusal(call: Call): Promise<GoogleAnswer | undefined> {
    if (call.path.endsWith("/modify")) {
      const { addLabelIds = [], removeLabelIds = [] } = jsonOf<{ addLabelIds?: string[]; removeLabelIds?: string[] }>(
        call,
      );
      const named = [...addLabelIds, ...removeLabelIds];
      if (named.length === 0) return apiError(400, "invalidArgument", "No label add or removes specified");
      if (Math.max(addLabelIds.length, removeLabelIds.length) > 100)
        return apiError(400, "invalidArgument", "Too many labels.");
      const wrong = named.find((id) => fixed.has(id));
      return wrong ? apiError(400, "invalidArgument", `Invalid label: ${wrong}`) : this.#unknown(call, named);
    }
    const isList = call.path === "/gmail/v1/users/me/messages" && call.method === "GET";
    return isList ? this.#unknown(call, call.query.getAll("labelIds")) : undefined;
  }

  async #unknown(call: Call, named: string[]): Promise<GoogleAnswer | undefined> {
    if (named.every((id) => /^[A-Z_]+$/.test(id))) return undefined;
    const there = new Set((await this.#list(call)).map(({ id }) => id));
    const wrong = named.find((id) => !there.has(id));
    return wrong ? apiError(400, "invalidArgument", `Invalid label: ${wrong}`) : undefined;
  }
}
