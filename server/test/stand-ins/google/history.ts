import { type Call, type CallEmulator, type GoogleAnswer, jsonAnswer, jsonOf } from "./calls.ts";

export class History {
  readonly #ask: CallEmulator;
  /** The oldest valid history id of each account. */
  readonly #horizon = new Map<string, bigint>();
  readonly #last = new Map<string, string>();

  constructor(ask: CallEmulator) {
    this.#ask = ask;
  }

  /** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users/getProfile */
  async profile(call: Call, email: string): Promise<GoogleAnswer> {
    const ask = async <T>(path: string, query: Record<string, string>) =>
      jsonOf<T>(await this.#ask({ ...call, method: "GET", path, query: new URLSearchParams(query) }));
    const { historyId } = await ask<{ historyId: string }>("/gmail/v1/users/me/history", {
      startHistoryId: "1",
      maxResults: "1",
    });
    const { resultSizeEstimate } = await ask<{ resultSizeEstimate: number }>("/gmail/v1/users/me/messages", {
      includeSpamTrash: "true",
    });
    this.#last.set(email, historyId);
    const total = resultSizeEstimate;
    return jsonAnswer(200, { emailAddress: email, messagesTotal: total, threadsTotal: total, historyId });
  }

  /** "Supplying an invalid or out of date startHistoryId typically returns an HTTP 404 error code" (users.history.list). */
  isExpired(email: string, startHistoryId: string | null) {
    return BigInt(startHistoryId ?? 0) < (this.#horizon.get(email) ?? 0n);
  }

  /** History ids from before now become invalid. */
  expire(email: string) {
    // The emulator's ids are the time in milliseconds, followed by eight random digits.
    this.#horizon.set(email, BigInt(`${Date.now()}99999999`));
  }
}
