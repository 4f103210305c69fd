import { companyWebhooks, type WebhookForm, webhooks } from "@intellibox/contract/endpoints/webhooks";
import type { DeliveryState } from "@intellibox/contract/rules/webhooks";
import { t } from "@intellibox/contract/text/t";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { useLiveEvent } from "#lib/http/live.ts";

/** Whose webhooks. */
export type WebhookOwner = "person" | "company";
const callsOf = (owner: WebhookOwner) =>
  owner === "person" ? webhooks : (companyWebhooks as unknown as typeof webhooks);

const key = ["webhooks"] as const;

export const webhooksQuery = (owner: WebhookOwner) =>
  queryOptions({
    queryKey: [...key, owner],
    queryFn: ({ signal }) =>
      call(callsOf(owner).list, {}, { signal, fallback: t("The webhooks could not be loaded.") }),
  });

export const deliveriesQuery = (owner: WebhookOwner, id: string, query: { page: number; state?: DeliveryState }) =>
  queryOptions({
    queryKey: [...key, owner, id, query],
    queryFn: ({ signal }) =>
      call(
        callsOf(owner).deliveries,
        { params: { id }, query },
        { signal, fallback: t("The log could not be loaded.") },
      ),
    placeholderData: keepPreviousData,
  });

/** Shows deliveries as they are made, and what other administrators change. */
export function useLiveWebhooks() {
  const cache = useQueryClient();
  useLiveEvent("webhooks", () => void cache.invalidateQueries({ queryKey: key }));
}

type Changed = { id: string; form: WebhookForm & { state: "on" | "off"; basedOn: number } };

export function useChangeWebhooks(owner: WebhookOwner) {
  const cache = useQueryClient();
  const calls = callsOf(owner);
  const onSettled = () => cache.invalidateQueries({ queryKey: key });
  return {
    create: useMutation({
      mutationFn: (form: WebhookForm) =>
        call(calls.create, { body: form }, { fallback: t("The webhook could not be added.") }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: ({ id, form }: Changed) =>
        call(calls.update, { params: { id }, body: form }, { fallback: t("The webhook could not be changed.") }),
      onSettled,
    }),
    replaceSecret: useMutation({
      mutationFn: (id: string) =>
        call(calls.replaceSecret, { params: { id } }, { fallback: t("The secret could not be replaced.") }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) =>
        call(calls.remove, { params: { id } }, { fallback: t("The webhook could not be deleted.") }),
      onSettled,
    }),
    test: useMutation({
      mutationFn: (id: string) =>
        call(calls.test, { params: { id } }, { fallback: t("The test event could not be sent.") }),
      onSettled,
    }),
    redeliver: useMutation({
      mutationFn: (params: { id: string; deliveryId: string }) =>
        call(calls.redeliver, { params }, { fallback: t("The event could not be sent again.") }),
      onSettled,
    }),
  };
}
