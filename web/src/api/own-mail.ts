import type { QueryOf } from "@intellibox/contract/endpoint";
import { type OutgoingMail, ownMail } from "@intellibox/contract/endpoints/own-mail";
import { t } from "@intellibox/contract/text/t";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { useLiveEvent } from "#lib/http/live.ts";
import { type MailOutcome, outcomeOf } from "#lib/mail/mail-outcome.ts";
import { pollMailOutcomes } from "./follow-mail.ts";
import { messagesKey } from "./inbox.ts";

const ownMailKey = ["own-mail"] as const;

export type OwnMailQuery = QueryOf<typeof ownMail.outbox>;

export const outboxQuery = (query: OwnMailQuery) =>
  queryOptions({
    queryKey: [...ownMailKey, "outbox", query],
    queryFn: ({ signal }) => call(ownMail.outbox, { query }, { signal, fallback: t("The outbox could not be loaded") }),
    placeholderData: keepPreviousData,
  });

export const sentQuery = (query: QueryOf<typeof ownMail.sent>) =>
  queryOptions({
    queryKey: [...ownMailKey, "sent", query],
    queryFn: ({ signal }) => call(ownMail.sent, { query }, { signal, fallback: t("Sent mail could not be loaded") }),
    placeholderData: keepPreviousData,
  });

export const outboxSummaryQuery = queryOptions({
  queryKey: [...ownMailKey, "summary"],
  queryFn: ({ signal }) => call(ownMail.summary, {}, { signal }),
});

/** Refetches Outbox, Sent and open threads when mail is sent. The shell calls it once for all pages. */
export function useLiveOwnMail() {
  const cache = useQueryClient();
  useLiveEvent("outbox", () => {
    pollMailOutcomes();
    void cache.invalidateQueries({ queryKey: ownMailKey });
  });
  // A sent reply becomes part of the open thread.
  useLiveEvent("messages", () => void cache.invalidateQueries({ queryKey: messagesKey }));
}

/** Sends an outbox entry now and returns its outcome so far. Throws if the request itself failed. */
export async function sendOutgoing(id: string): Promise<MailOutcome> {
  try {
    return outcomeOf(await call(ownMail.sendNow, { params: { id } }, { fallback: t("Failed to send") }));
  } catch (error) {
    // A refusal by the mail server is an outcome, not an error of the request.
    if (error instanceof Error && "code" in error && error.code === "outside_failed")
      return outcomeOf({ status: "failed", detail: messageOf(error) });
    throw error;
  }
}

export function useOutgoingMutations() {
  const cache = useQueryClient();
  const onSettled = () => cache.invalidateQueries({ queryKey: ownMailKey });
  return {
    send: useMutation({
      mutationFn: ({ id }: OutgoingMail) => sendOutgoing(id),
      onSettled,
      // In the toast of the mail.
      meta: { showsFailure: true },
    }),
    discard: useMutation({
      mutationFn: ({ id }: OutgoingMail) =>
        call(ownMail.discard, { params: { id } }, { fallback: t("It could not be cancelled.") }),
      onSettled,
      meta: { showsFailure: true },
    }),
    reschedule: useMutation({
      mutationFn: ({ mail, sendAt }: { mail: OutgoingMail; sendAt: Date }) =>
        call(
          ownMail.reschedule,
          { params: { id: mail.id }, body: { sendAt: sendAt.toISOString() } },
          { fallback: t("It could not be rescheduled.") },
        ),
      onSettled,
    }),
  };
}

/** An outbox entry with its text and files, for the editor. */
export const writtenMailQuery = (id: string) =>
  queryOptions({
    // A key outside `ownMailKey`, so that live events do not refetch the mail while it is edited.
    queryKey: ["written-mail", id],
    queryFn: async ({ signal }) => {
      const mail = await call(
        ownMail.read,
        { params: { id } },
        { signal, fallback: t("The mail could not be opened") },
      );
      const files = await Promise.all(mail.files.map(({ part }) => fetchFile(id, part, signal)));
      return { ...mail, files };
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

async function fetchFile(id: string, part: string, signal: AbortSignal) {
  const { base64, fileName, mimeType } = await call(
    ownMail.file,
    { params: { id, part } },
    { signal, fallback: t("A file could not be loaded") },
  );
  return new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], fileName, { type: mimeType });
}
