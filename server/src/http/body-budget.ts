import { t } from "@intellibox/contract/text/t";
import type { FastifyReply, FastifyRequest } from "fastify";
import { countedAddress } from "#lib/counted-address.ts";
import { AppError } from "#lib/errors.ts";

const megabyte = 1024 * 1024;
const defaults = {
  /** Three mails with the largest attachments. */
  perCaller: 40 * megabyte,
  inAll: 160 * megabyte,
  /** Smaller bodies are not counted. */
  small: 256 * 1024,
};

/**
 * Limits the total size of request bodies in memory, from before the first byte is read until the call is answered. Counts the
 * content-length, or if it is missing the largest body that the call accepts.
 */
export function openBodyBudget(limits = defaults) {
  const callers = new Map<string, number>();
  let inAll = 0;

  const change = (caller: string, bytes: number) => {
    const held = (callers.get(caller) ?? 0) + bytes;
    inAll += bytes;
    if (held > 0) callers.set(caller, held);
    else callers.delete(caller);
  };

  /** Returns a hook that must run after `request.caller` is set. */
  return (mostBytes: number) => async (request: FastifyRequest, reply: FastifyReply) => {
    const bytes = Math.min(lengthOf(request, mostBytes), mostBytes);
    if (bytes <= limits.small) return;
    const caller = request.caller?.id ?? countedAddress(request.ip);
    const held = callers.get(caller) ?? 0;
    if (held > 0 && held + bytes > limits.perCaller) throw tooManyOfCaller();
    if (inAll > 0 && inAll + bytes > limits.inAll) throw tooManyInAll();
    change(caller, bytes);
    reply.raw.once("close", () => change(caller, -bytes));
  };
}

function lengthOf({ headers }: FastifyRequest, mostBytes: number): number {
  if (headers["transfer-encoding"]) return mostBytes;
  const length = Number(headers["content-length"] ?? 0);
  return Number.isFinite(length) ? length : mostBytes;
}

const tooManyOfCaller = () =>
  new AppError(
    "rate_limited",
    t("You are sending several large mails or files at once. Please wait until they are through."),
    {
      retryAfter: 5,
    },
  );
const tooManyInAll = () =>
  new AppError("unavailable", t("Many large files are being sent just now. Please try again in a few seconds."), {
    retryAfter: 5,
  });
