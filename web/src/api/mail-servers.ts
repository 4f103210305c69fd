import type { ResponseOf } from "@intellibox/contract/endpoint";
import { mailServers as calls, type smtpForm } from "@intellibox/contract/endpoints/mail-servers";
import type { MailProtocol } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "#lib/http/api.ts";
import { ApiError } from "#lib/http/api-error.ts";

export type MailServer = ResponseOf<typeof calls.getImap> & { fromName?: string };
export type MailServerForm = z.output<typeof smtpForm>;

const byProtocol = {
  smtp: { get: calls.getSmtp, create: calls.createSmtp, update: calls.updateSmtp },
  imap: { get: calls.getImap, create: calls.createImap, update: calls.updateImap },
  pop3: { get: calls.getPop3, create: calls.createPop3, update: calls.updatePop3 },
} satisfies Record<MailProtocol, object>;

/** The mail server of a company; null if none is set up yet. */
export const mailServerQuery = (protocol: MailProtocol, tenantId: string | undefined) =>
  queryOptions({
    queryKey: ["mail-servers", tenantId, protocol],
    queryFn: ({ signal }): Promise<MailServer | null> =>
      call(byProtocol[protocol].get, {}, { signal, fallback: t("Failed to load settings") }).catch((error) => {
        if (isMissing(error)) return null;
        throw error;
      }),
  });

/** Creates the settings on the first save and updates them later. Settings that were deleted meanwhile are created again. */
export function useSaveMailServer(protocol: MailProtocol, tenantId: string | undefined) {
  const cache = useQueryClient();
  const { create, update } = byProtocol[protocol];
  const options = { fallback: t("Save failed") };
  return useMutation({
    mutationFn: async ({ form, exists }: { form: MailServerForm; exists: boolean }): Promise<MailServer> => {
      const { fromName, ...login } = form;
      const body = (protocol === "smtp" ? { ...login, fromName } : login) as MailServerForm;
      if (!exists) return call(create, { body }, options);
      return call(update, { body }, options).catch((error) => {
        if (isMissing(error)) return call(create, { body }, options);
        throw error;
      });
    },
    onSuccess: (saved) => cache.setQueryData(mailServerQuery(protocol, tenantId).queryKey, saved),
    meta: { showsFailure: true },
  });
}

export function useTestMailServer(protocol: MailProtocol) {
  return useMutation({
    mutationFn: ({ settings, ...mail }: { to: string; message: string; settings: MailServerForm }) => {
      const options = { fallback: t("Test failed") };
      if (protocol === "smtp") return call(calls.testSmtp, { body: { ...mail, settings } }, options);
      return call(protocol === "imap" ? calls.testImap : calls.testPop3, { body: { settings } }, options);
    },
    meta: { showsFailure: true },
  });
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;
