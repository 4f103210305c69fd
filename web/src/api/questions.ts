import type { InputOf, ResponseOf } from "@intellibox/contract/endpoint";
import { actions } from "@intellibox/contract/endpoints/actions";
import { folders } from "@intellibox/contract/endpoints/folders";
import { questions } from "@intellibox/contract/endpoints/questions";
import { snooze } from "@intellibox/contract/endpoints/snooze";
import { t } from "@intellibox/contract/text/t";
import type { QueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { streamCall } from "#lib/http/events.ts";
import { messageQuery, reloadInbox } from "./inbox.ts";

export type MailQuestion = InputOf<typeof questions.ask>["body"];
export type MailAnswer = ResponseOf<typeof questions.ask>;

type Stream = { signal: AbortSignal; onText: (soFar: string) => void; onProgress: (what: string) => void };

export const askMail = (body: MailQuestion, stream: Stream): Promise<MailAnswer> =>
  streamCall(questions.ask, { body }, { ...stream, fallback: t("The question could not be answered") });

/** Gives a message a label, which is created if its mailbox has none of that name. Returns what takes it back. */
export async function labelMessage(cache: QueryClient, id: string, name: string) {
  const { boxId } = await cache.ensureQueryData(messageQuery(id));
  // Returns the label that has this name already, if there is one.
  const { id: folderId } = await call(folders.create, { body: { mailbox: boxId, name } });
  const { actionId } = await call(actions.apply, { body: { ids: [id], action: "label", folderId } });
  await reloadInbox(cache);
  return async () => {
    await call(actions.undo, { params: { id: actionId } });
    await reloadInbox(cache);
  };
}

/** Snoozes the thread of a message. Returns what takes it back. */
export async function snoozeMessage(cache: QueryClient, id: string, until: Date) {
  const { ids } = await call(snooze.snooze, { body: { ids: [id], until: until.toISOString() } });
  await reloadInbox(cache);
  return async () => {
    await call(snooze.unsnooze, { body: { ids } });
    await reloadInbox(cache);
  };
}
