/** Calls of web addresses that users name in rules. Only public hosts, no redirect, no cookie, and a bounded wait. */
import { createHmac } from "node:crypto";
import { t } from "@intellibox/contract/text/t";
import { ForbiddenHostError, openFetch } from "#lib/egress.ts";
import { isLoopback } from "#lib/loopback.ts";

export type WebhookCall = {
  url: string;
  /** Equal for every attempt, so that the receiver can ignore a repetition. */
  id: string;
  body: string;
  secret: string;
  at: Date;
};

const timeoutMs = 10_000;
const maxBytes = 64 << 10;

/** Its message is for the owner of the rule. */
export class WebhookError extends Error {}

/** `t=…` is the moment in seconds, `v1=…` the HMAC-SHA256 of "moment.body" by the secret. */
export function signatureOf({ secret, body, at }: Pick<WebhookCall, "secret" | "body" | "at">): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}

export function openWebhooks(policy: { allowPrivate: boolean }) {
  const fetch = openFetch({ ...policy, connectMs: 5_000, headersMs: timeoutMs, bodyMs: timeoutMs, maxBytes });
  const call = async ({ url, id, body, ...signed }: WebhookCall): Promise<void> => {
    const target = URL.parse(url);
    // A server on this machine is for tests and trials.
    const isSafe = target?.protocol === "https:" || (policy.allowPrivate && target && isLoopback(target.hostname));
    if (!target || !isSafe || target.username || target.password)
      throw new WebhookError(t("The web address must begin with https://"));
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "user-agent": "Intellibox",
        "x-intellibox-delivery": id,
        "x-intellibox-signature": signatureOf({ body, ...signed }),
      },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new WebhookError(reasonOf(error));
    });
    await response.body?.cancel();
    if (!response.ok)
      throw new WebhookError(t("The web address answered with status {status}.", { status: response.status }));
  };
  return { call, close: fetch.close };
}

/** The same sentence for every host that cannot be reached, so that it does not reveal which internal hosts exist. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof ForbiddenHostError) return t("This web address is not allowed.");
  return t("The web address could not be reached.");
}
