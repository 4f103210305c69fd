import { setTimeout as sleep } from "node:timers/promises";
import { spread } from "#lib/spread.ts";
import { connectionEnded, imapError } from "./client.ts";
import { inboxPath } from "./folders.ts";
import { type Session, standingOf } from "./session.ts";

/** The shortest time between two IDLE commands, for a server that ends IDLE at once. */
const restMs = 5_000;

/** IDLE on the inbox. Any other command ends it, also the probe of a silent server; it starts again after that. */
export async function watch(session: Session, onChange: () => void, signal: AbortSignal): Promise<void> {
  const { client, alone, limits } = session;
  const inbox = inboxPath(session.wanted);
  const changed = ({ path }: { path: string }) => {
    if (path === inbox) onChange();
  };
  client.on("exists", changed).on("expunge", changed).on("flags", changed);
  const ended = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  let isProbed = false;
  try {
    while (!signal.aborted) {
      // After a probe the inbox is still open, and the server has reported its changes.
      if (!(isProbed && client.mailbox && client.mailbox.path === inbox)) {
        const standing = standingOf(await alone(() => client.mailboxOpen(inbox)));
        // The inbox changed while IDLE was not running.
        if (session.inbox !== undefined && session.inbox !== standing) onChange();
        session.inbox = standing;
      }
      const began = Date.now();
      const silence = new AbortController();
      const silent = sleep(spread(limits.probeAfterMs, 0.25), "silent" as const, { signal: silence.signal });
      silent.catch(() => undefined);
      // IDLE runs outside the lock, so that any command can interrupt it.
      const idling = client.idle();
      const outcome = await Promise.race([idling, ended, silent]);
      silence.abort();
      isProbed = outcome === "silent" && !signal.aborted;
      // After this silence it probes before it does nothing.
      if (isProbed) await Promise.all([alone(() => Promise.resolve()), idling]);
      const isRefused = outcome === false;
      if (!client.usable && !signal.aborted) throw connectionEnded();
      if (isRefused && Date.now() - began < restMs) await Promise.race([sleep(restMs), ended]);
    }
  } catch (error) {
    throw imapError(error);
  } finally {
    client.off("exists", changed).off("expunge", changed).off("flags", changed);
  }
}
