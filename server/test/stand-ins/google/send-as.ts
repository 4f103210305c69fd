// https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.settings.sendAs
import { type Call, type GoogleAnswer, jsonAnswer } from "./calls.ts";

type Listed = { address: string; isPending?: boolean };

/** The addresses that accounts may send from. */
export class SendAs {
  readonly #listed = new Map<string, Listed[]>();

  set(email: string, listed: Listed[]) {
    this.#listed.set(email, listed);
  }

  answer({ method, path }: Call, email: string): GoogleAnswer | undefined {
    if (method !== "GET" || path !== "/gmail/v1/users/me/settings/sendAs") return undefined;
    const others = (this.#listed.get(email) ?? []).map(({ address, isPending = false }) => ({
      sendAsEmail: address,
      displayName: "",
      verificationStatus: isPending ? "pending" : "accepted",
    }));
    return jsonAnswer(200, { sendAs: [{ sendAsEmail: email, isPrimary: true, isDefault: true }, ...others] });
  }

  /** Gmail sends from the account's own address, if the one in the header is not listed or not verified. */
  corrected(call: Call, email: string): Call {
    if (!call.path.endsWith("/messages/send")) return call;
    const { raw, ...rest } = JSON.parse(call.body.toString()) as { raw: string };
    const text = Buffer.from(raw, "base64url").toString("latin1");
    const from = /^From: .*?([^\s<]+@[^\s>]+)>?\r?$/im.exec(text)?.[1]?.toLowerCase();
    const isListed = this.#listed.get(email)?.some(({ address, isPending }) => address === from && !isPending);
    if (from === email || isListed) return call;
    const corrected = Buffer.from(text.replace(/^From: .*$/im, `From: ${email}`), "latin1").toString("base64url");
    return { ...call, body: Buffer.from(JSON.stringify({ ...rest, raw: corrected })) };
  }
}
