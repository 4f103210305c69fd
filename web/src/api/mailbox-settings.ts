import type { BodyOf } from "@intellibox/contract/endpoint";
import { folders } from "@intellibox/contract/endpoints/folders";
import { mailboxSettingsCalls } from "@intellibox/contract/endpoints/mailbox-settings";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { mailboxesQuery } from "./inbox.ts";
import { foldersQuery } from "./mail-folders.ts";

export type MailboxChanges = BodyOf<typeof mailboxSettingsCalls.update>;

/** The settings and figures of a mailbox that its list does not have. */
export const mailboxSettingsQuery = (id: string) =>
  queryOptions({
    queryKey: ["inbox", "settings", id],
    queryFn: ({ signal }) =>
      call(mailboxSettingsCalls.get, { params: { id } }, { signal, fallback: t("Failed to load the mail settings") }),
  });

export const changeMailbox = (id: string, body: MailboxChanges) =>
  call(mailboxSettingsCalls.update, { params: { id }, body }, { fallback: t("The setting was not saved") });

/** Changes the settings of a mailbox. */
export function useUpdateMailbox() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & MailboxChanges) => changeMailbox(id, body),
    onSettled: (_data, _error, { id }) =>
      Promise.all([
        cache.invalidateQueries(mailboxesQuery),
        cache.invalidateQueries(mailboxSettingsQuery(id)),
        // It has the signatures of the mailboxes.
        cache.invalidateQueries({ queryKey: ["profile"] }),
      ]),
    meta: { showsFailure: true },
  });
}

/** Reads a mailbox again from scratch. */
export function useResync() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call(mailboxSettingsCalls.resync, { params: { id } }, { fallback: t("The mailbox is not read again") }),
    onSettled: () => cache.invalidateQueries(mailboxesQuery),
    meta: { showsFailure: true },
  });
}

/** Chooses whether the mail of a folder or label is synced. */
export function useFollowFolder() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isFollowed }: { id: string; isFollowed: boolean }) =>
      call(folders.follow, { params: { id }, body: { isFollowed } }, { fallback: t("The setting was not saved") }),
    onSettled: () => cache.invalidateQueries(foldersQuery),
    meta: { showsFailure: true },
  });
}
