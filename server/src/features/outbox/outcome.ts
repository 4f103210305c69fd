import { AppError } from "#lib/errors.ts";
import { spread } from "#lib/spread.ts";
import { type Delivery, TransportError, type TransportFault } from "#outside/transports/transport.ts";

/** The result of one attempt. */
export type Outcome =
  | { phase: "sent"; note: string | null }
  | { phase: "queued"; error: string; delaySeconds: number }
  | { phase: "failed"; error: string };

const minutes = 60;
const hours = 60 * minutes;
/** The backoff after each attempt. After the last one, some sixteen hours later, the mail has failed. */
export const backOffSeconds = [30, 2 * minutes, 5 * minutes, 15 * minutes, 30 * minutes, hours, 2 * hours, 4 * hours, 8 * hours]; // biome-ignore format: a row of steps
/** How far a delay deviates from its step, so that mails that a server refused together do not all come back at once. */
export const jitter = 0.25;

/**
 * How each fault is handled. `retry`: it may be temporary. `fail`: a person has to change something first, and retries would only
 * hide that. `unconfirmed`: the mail may have arrived, so only its sender may send it again.
 */
export const afterFault: Record<TransportFault, "retry" | "fail" | "unconfirmed"> = {
  temporary: "retry",
  timeout: "retry",
  refused: "retry",
  unreachable: "retry",
  name_not_found: "retry",
  protocol: "retry",
  permanent: "fail",
  auth: "fail",
  tls: "fail",
  forbidden_host: "fail",
  unknown_outcome: "unconfirmed",
};

export const unconfirmed =
  "Delivery unconfirmed: the mail was handed over, but the server did not confirm that it took it. It may have arrived; send it again only if it did not.";

/** The outcome as the metrics name it. */
export function labelOf(outcome: Outcome): "sent" | "retry" | "failed" | "unconfirmed" {
  if (outcome.phase === "queued") return "retry";
  return outcome.phase === "failed" && outcome.error === unconfirmed ? "unconfirmed" : outcome.phase;
}

export function outcomeOfDelivery({ refused }: Delivery): Outcome {
  if (refused.length === 0) return { phase: "sent", note: null };
  const words = refused.map(({ address, answer }) => `${address} (${answer})`).join("; ");
  return { phase: "sent", note: storableText(`Not delivered to ${words}`) };
}

/** `attempts` counts the one that just failed. */
export function outcomeOfError(error: unknown, attempts: number): Outcome {
  // Bad settings, such as a saved password that cannot be decrypted.
  if (error instanceof AppError && error.code === "conflict") return { phase: "failed", error: error.message };
  if (!(error instanceof TransportError)) return tryAgain("The mail could not be sent just now.", attempts);
  const words = errorText(error);
  if (afterFault[error.fault] === "retry") return tryAgain(words, attempts);
  return { phase: "failed", error: afterFault[error.fault] === "unconfirmed" ? unconfirmed : words };
}

function tryAgain(error: string, attempts: number): Outcome {
  const step = backOffSeconds[attempts - 1];
  if (step !== undefined) return { phase: "queued", error, delaySeconds: Math.round(spread(step, jitter)) };
  return { phase: "failed", error: `Sending failed after ${attempts} attempts. ${error}` };
}

/** With the server's answer, because an administrator can act on that. */
function errorText({ message, answer }: TransportError) {
  const words = answer && !message.includes(answer) ? `${message} It said: ${answer}` : message;
  return storableText(words);
}

/** A server's answer may hold any bytes. PostgreSQL refuses NUL and lone surrogates. */
const storableText = (words: string) =>
  words
    .slice(0, 1000)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ");
