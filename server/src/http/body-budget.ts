import type { FastifyReply, FastifyRequest } from "fastify";
import { countedAddress } from "#lib/counted-address.ts";
import { AppError } from "#lib/errors.ts";

const megabyte = 1024 * 1024;
const defaults = {
  /** Of one caller: three mails with all that may be attached. */
  perCaller: 40 * megabyte,
  inAll: 160 * megabyte,
  /** Not worth counting. */
  small: 256 * 1024,
};

/**
 * Bounds the bodies that are held in memory at once, from before the first byte is read until the call is answered: by what
 * they say of their length, or where they do not say it by the most that the call takes.
 */
export function openBodyBudget(limits = defaults) {
  const callers = new Map<string, number>();
  let inAll = 0;

  const change = (who: string, bytes: number) => {
    const mine = (callers.get(who) ?? 0) + bytes;
    inAll += bytes;
    if (mine > 0) callers.set(who, mine);
    else callers.delete(who);
  };

  /** A hook that runs when it is known who calls. */
  return (mostBytes: number) => async (request: FastifyRequest, reply: FastifyReply) => {
    const bytes = Math.min(lengthOf(request, mostBytes), mostBytes);
    if (bytes <= limits.small) return;
    const who = request.caller?.id ?? countedAddress(request.ip);
    const mine = callers.get(who) ?? 0;
    if (mine > 0 && mine + bytes > limits.perCaller) throw tooMuchOfYours();
    if (inAll > 0 && inAll + bytes > limits.inAll) throw tooMuchOfAll();
    change(who, bytes);
    reply.raw.once("close", () => change(who, -bytes));
  };
}

function lengthOf({ headers }: FastifyRequest, mostBytes: number): number {
  if (headers["transfer-encoding"]) return mostBytes;
  const length = Number(headers["content-length"] ?? 0);
  return Number.isFinite(length) ? length : mostBytes;
}

const tooMuchOfYours = () =>
  new AppError(
    "rate_limited",
    "You are sending several large mails or files at once. Please wait until they are through.",
    {
      retryAfter: 5,
    },
  );
const tooMuchOfAll = () =>
  new AppError("unavailable", "Many large files are being sent just now. Please try again in a few seconds.", {
    retryAfter: 5,
  });
