/** Changes that wait for the network: kept in the browser's database, sent in their order, one at a time, by one tab. */
import type { BodyOf } from "@intellibox/contract/endpoint";
import { actions } from "@intellibox/contract/endpoints/actions";
import type { SendAnswer } from "@intellibox/contract/endpoints/outbox";
import { snooze } from "@intellibox/contract/endpoints/snooze";
import { system } from "@intellibox/contract/endpoints/system";
import { t } from "@intellibox/contract/text/t";
import { call } from "#lib/http/api.ts";
import { ApiError, isUnreached, messageOf } from "#lib/http/api-error.ts";
import { newKey } from "#lib/http/keys.ts";
import { isServerReached } from "#lib/http/reach.ts";
import { put, readAll, readOne, remove } from "#lib/offline/database.ts";
import { setWaitingCount, waitingCount } from "#lib/offline/waiting-count.ts";
import { currentSession } from "#lib/session/session.ts";
import { type Mail, sendMail } from "./outbox.ts";
import { holdLists } from "./pending-changes.ts";

export type NewChange =
  | { kind: "action"; body: BodyOf<typeof actions.apply> }
  /** `until` is null if the threads are brought back. */
  | { kind: "snooze"; ids: string[]; until: string | null }
  | { kind: "mute"; ids: string[]; muted: boolean }
  /** The server sends one mail for each key, however often it is asked. */
  | { kind: "mail"; mail: Mail; key: string };

/** A change that waits for the network, by its id in the queue. */
export type Waiting = { waiting: number };

/** `refusal` is why the server refused a mail, which then stays until its writer decides. */
export type WaitingChange = NewChange & { id: number; at: number; refusal?: string; tries?: number };

/** A change that fails so often although the server is there counts as refused, so that the others are sent. */
const mostTries = 4;

export type QueueNews =
  | { kind: "refused"; change: WaitingChange; reason: string }
  | { kind: "sent"; mail: Mail; answer: SendAnswer }
  | { kind: "emptied" };

const listeners = new Set<(news: QueueNews) => void>();
/** The answers of changes that were sent while their undo was still offered. */
const answers = new Map<number, unknown>();

export function watchQueue(listener: (news: QueueNews) => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
const tell = (news: QueueNews) => {
  for (const listener of listeners) listener(news);
};

/** In the order in which they were made. Calls that were under way together fail in any order. */
export const listChanges = async () =>
  (await readAll<WaitingChange>("changes")).sort((one, other) => one.at - other.at || one.id - other.id);

/** `at` is when the change was made. */
export async function addChange(change: NewChange, at = Date.now()): Promise<Waiting> {
  const same =
    change.kind === "mail" && (await listChanges()).find((one) => one.kind === "mail" && one.key === change.key);
  if (same) return { waiting: same.id };
  const waiting = (await put("changes", { ...change, at })) as number;
  await count();
  // Others were on their way. If the last of them has been sent, that run does not look for this one any more.
  if (isServerReached()) void Promise.resolve(underway).then(sendWaiting, () => undefined);
  return { waiting };
}

/** Adds a change if others wait; null if it need not wait. */
export const addBehindOthers = (change: NewChange, at: number) => (waitingCount() > 0 ? addChange(change, at) : null);

/** Removes a change. Returns the server's answer if it was sent meanwhile. */
export async function withdrawChange<Answer>(id: number): Promise<Answer | undefined> {
  const found = await whileNoneIsSent(async () => {
    const change = await readOne<WaitingChange>("changes", id);
    if (change) await remove("changes", id);
    return change;
  });
  await count();
  if (found) return undefined;
  if (answers.has(id)) return answers.get(id) as Answer;
  throw new ApiError(t("Too late to undo."));
}

/** Lets a refused mail be sent again. */
export async function retryChange(id: number) {
  const found = await readOne<WaitingChange>("changes", id);
  if (!found) return;
  const { refusal: _refusal, tries: _tries, ...change } = found;
  await put("changes", change);
  await sendWaiting();
}

let underway: Promise<void> | null = null;

/** Sends what waits, until it is empty or the network is gone again. Lists are fetched after it. */
export function sendWaiting(): Promise<void> {
  underway ??= inOneTab(sendAll).finally(() => {
    underway = null;
  });
  holdLists(underway);
  return underway;
}

const lockName = "intellibox.waiting-changes";

const inOneTab = async (work: () => Promise<void>) => {
  if (!navigator.locks) return work();
  await navigator.locks.request(lockName, { ifAvailable: true }, (lock) => lock && work());
};

/** A change that is on its way, from this tab or another, cannot be withdrawn as if it had not been sent. */
async function whileNoneIsSent<Result>(work: () => Promise<Result>): Promise<Result> {
  if (navigator.locks) return navigator.locks.request(lockName, work);
  await underway;
  return work();
}

async function sendAll() {
  const owner = currentSession()?.user._id;
  let hasSent = false;
  for (let next = await first(); next && currentSession()?.user._id === owner; next = await first()) {
    try {
      const answer = await send(next);
      answers.set(next.id, answer);
      await remove("changes", next.id);
      if (next.kind === "mail") tell({ kind: "sent", mail: next.mail, answer: answer as SendAnswer });
      else tellSkipped(next, answer);
    } catch (error) {
      const verdict = await judge(error);
      if (verdict === "later") break;
      const tries = (next.tries ?? 0) + 1;
      if (verdict === "failed" && tries < mostTries) {
        await put("changes", { ...next, tries });
        break;
      }
      await refuse(next, error);
    }
    hasSent = true;
    await count();
  }
  await count();
  if (hasSent && currentSession()?.user._id === owner) tell({ kind: "emptied" });
}

const first = async () => (await listChanges()).find(({ refusal }) => refusal === undefined);

/** An action is removed. A mail stays, because its text is nowhere else. */
async function refuse(change: WaitingChange, error: unknown) {
  const reason = messageOf(error);
  // The mail server refused the mail. A new key makes the next attempt a real one, not a replay of this refusal.
  const isOutside = error instanceof ApiError && error.code === "outside_failed";
  if (change.kind !== "mail") await remove("changes", change.id);
  else await put("changes", { ...change, refusal: reason, ...(isOutside && { key: newKey() }) });
  tell({ kind: "refused", change, reason });
}

function tellSkipped(change: WaitingChange, answer: unknown) {
  const [skipped] = (answer as { skipped?: { reason: string }[] }).skipped ?? [];
  if (skipped) tell({ kind: "refused", change, reason: skipped.reason });
}

/** The server is away or busy, or the session must be renewed first. */
const passing = [401, 408, 429, 502, 503, 504, 507];

/** Whether a change may succeed later, was refused, or failed for a reason that may pass. */
async function judge(error: unknown): Promise<"later" | "refused" | "failed"> {
  if (!(error instanceof ApiError)) return "later";
  // A connection may break although the server is there, for example because a file is too large.
  if (isUnreached(error)) return (await isServerThere()) ? "failed" : "later";
  if (error.code === "outside_failed") return "refused";
  if (passing.includes(error.status)) return "later";
  return error.status >= 400 && error.status < 500 ? "refused" : "failed";
}

const isServerThere = () =>
  call(system.health, {}).then(
    () => true,
    () => false,
  );

function send(change: WaitingChange): Promise<unknown> {
  switch (change.kind) {
    case "action":
      return call(actions.apply, { body: change.body }, { fallback: t("The change failed") });
    case "snooze": {
      const { ids, until } = change;
      return until ? call(snooze.snooze, { body: { ids, until } }) : call(snooze.unsnooze, { body: { ids } });
    }
    case "mute":
      return call(snooze.mute, { body: { ids: change.ids, muted: change.muted } });
    case "mail":
      return sendMail(change.mail, change.key);
  }
}

async function count() {
  const owner = currentSession()?.user._id;
  if (!owner) return;
  const all = await listChanges();
  setWaitingCount(owner, { all: all.length, refused: all.filter(({ refusal }) => refusal !== undefined).length });
}
