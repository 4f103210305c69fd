/** Calls of web addresses that users name in rules and webhooks. Only public hosts, no redirect, no cookie, and a bounded wait. */
import { createHmac } from "node:crypto";
import { t } from "@intellibox/contract/text/t";
import { checkHost, ForbiddenHostError, openFetch } from "#lib/egress.ts";
import { isLoopback } from "#lib/loopback.ts";

export type WebhookCall = {
  url: string;
  /** Equal for every attempt, so that the receiver can ignore a repetition. */
  id: string;
  body: string;
  secret: string;
  /** Signs too: the secret was replaced lately, and the receiver may not have the new one yet. */
  earlierSecret?: string | undefined;
  at: Date;
};

/** `answer` is the beginning of its body. */
export type WebhookAnswer = { status: number; answer: string };

const timeoutMs = 10_000;
const maxBytes = 64 << 10;

/** Characters of an answer that are kept. */
const keptAnswer = 500;

/** Its message is for the owner of the rule or webhook. Without `given`, no answer came. */
export class WebhookError extends Error {
  readonly given: WebhookAnswer | undefined;

  constructor(message: string, given?: WebhookAnswer) {
    super(message);
    this.given = given;
  }
}

type Signed = Pick<WebhookCall, "secret" | "earlierSecret" | "body" | "at">;

/** `t=…` is the moment in seconds, each `v1=…` the HMAC-SHA256 of "moment.body" by a secret. */
export function signatureOf({ secret, earlierSecret, body, at }: Signed): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const macOf = (key: string) => createHmac("sha256", key).update(`${seconds}.${body}`).digest("hex");
  const macs = [secret, ...(earlierSecret ? [earlierSecret] : [])].map((key) => `v1=${macOf(key)}`);
  return [`t=${seconds}`, ...macs].join(",");
}

export function openWebhooks(policy: { allowPrivate: boolean }) {
  const fetch = openFetch({ ...policy, connectMs: 5_000, headersMs: timeoutMs, bodyMs: timeoutMs, maxBytes });
  const targetOf = (url: string): URL => {
    const target = URL.parse(url);
    // A server on this machine is for tests and trials.
    const isSafe = target?.protocol === "https:" || (policy.allowPrivate && target && isLoopback(target.hostname));
    if (!target || !isSafe || target.username || target.password)
      throw new WebhookError(t("The web address must begin with https://"));
    return target;
  };
  /** For an early answer when a web address is saved. Each call checks it again. */
  const check = async (url: string): Promise<void> => {
    const { hostname } = targetOf(url);
    await checkHost(hostname, policy).catch((error: unknown) => {
      if (error instanceof ForbiddenHostError) throw new WebhookError(reasonOf(error));
    });
  };
  const call = async ({ url, id, body, ...signed }: WebhookCall): Promise<WebhookAnswer> => {
    targetOf(url);
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
    const given = { status: response.status, answer: await beginningOf(response) };
    if (!response.ok)
      throw new WebhookError(t("The web address answered with status {status}.", { status: response.status }), given);
    return given;
  };
  return { call, check, close: fetch.close };
}

/** The beginning of the body as one line that PostgreSQL can store. An answer that breaks off has come nevertheless. */
async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length > keptAnswer) break;
    }
  } catch {
    // Its status says whether the call was accepted.
  }
  return text
    .slice(0, keptAnswer)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** The same sentence for every host that cannot be reached, so that it does not reveal which internal hosts exist. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof ForbiddenHostError) return t("This web address is not allowed.");
  return t("The web address could not be reached.");
}
