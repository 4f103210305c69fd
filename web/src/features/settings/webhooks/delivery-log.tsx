import type { Webhook, WebhookDelivery } from "@intellibox/contract/endpoints/webhooks";
import { type DeliveryState, testEvent, webhookEventNames } from "@intellibox/contract/rules/webhooks";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dateTime, shortMoment } from "#lib/format.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { deliveriesQuery, useChangeWebhooks, type WebhookOwner } from "#api/webhooks.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { SelectField } from "#components/ui/select.tsx";

const perPage = 20;

/** The deliveries of a webhook in the last 30 days, newest first. */
export function DeliveryLog({
  owner,
  webhook,
  onClose,
}: {
  owner: WebhookOwner;
  webhook: Webhook;
  onClose: () => void;
}) {
  const [page, setPage] = useState(1);
  const [state, setState] = useState<DeliveryState | "all">("all");
  const query = { page, ...(state !== "all" && { state }) };
  const { data, error, refetch } = useQuery(deliveriesQuery(owner, webhook.id, query));
  const isMore = data !== undefined && data.total > page * perPage;
  return (
    <Modal
      title={t("Log of {name}", { name: webhook.name })}
      onClose={onClose}
      width="lg"
      footer={<Button onClick={onClose}>{t("Close")}</Button>}
    >
      <div className="flex flex-col gap-3">
        <SelectField
          label={t("Show")}
          options={(["all", "waiting", "delivered", "failed"] as const).map((value) => ({
            value,
            label: stateNames[value],
          }))}
          value={state}
          onChange={(next) => {
            setState(next as DeliveryState | "all");
            setPage(1);
          }}
        />
        {error && !data && <Failed message={error.message} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-40" />}
        {data && data.items.length === 0 && (
          <p className="py-6 text-center text-sm text-text-3">{t("Nothing was sent in the last 30 days.")}</p>
        )}
        {data && data.items.length > 0 && (
          <ul className="divide-y divide-line rounded-panel border border-line">
            {data.items.map((one) => (
              <DeliveryRow key={one.id} owner={owner} webhook={webhook} delivery={one} />
            ))}
          </ul>
        )}
        {(page > 1 || isMore) && (
          <div className="flex justify-between gap-2">
            <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
              {t("Newer")}
            </Button>
            <Button size="sm" disabled={!isMore} onClick={() => setPage(page + 1)}>
              {t("Older")}
            </Button>
          </div>
        )}
      </div>
    </Modal>
  );
}

const stateNames: Record<DeliveryState | "all", string> = {
  all: t("All deliveries"),
  waiting: t("Waiting"),
  delivered: t("Delivered"),
  failed: t("Failed"),
};
const tones: Record<DeliveryState, BadgeTone> = { waiting: "warn", delivered: "ok", failed: "bad" };

const eventName = (event: string) =>
  event === testEvent
    ? t("Test event")
    : (Object.entries(webhookEventNames).find(([name]) => name === event)?.[1] ?? event);

type DeliveryRowProps = { owner: WebhookOwner; webhook: Webhook; delivery: WebhookDelivery };

function DeliveryRow({ owner, webhook, delivery }: DeliveryRowProps) {
  const { redeliver } = useChangeWebhooks(owner);
  const { id, event, state, createdAt, error, answer, body } = delivery;
  const name = eventName(event);
  const again = () =>
    redeliver.mutate(
      { id: webhook.id, deliveryId: id },
      {
        onSuccess: () => toast.success(t("The event is on its way again"), screenToast),
        onError: (failure) => toast.error(failure.message, screenToast),
      },
    );
  return (
    <li className="flex flex-col gap-1 px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-text">{name}</span>
        <Badge tone={tones[state]}>{stateNames[state]}</Badge>
        <time className="text-xs text-text-3" dateTime={createdAt.toISOString()} title={dateTime(createdAt)}>
          {shortMoment(createdAt)}
        </time>
        <Button
          size="sm"
          className="ml-auto"
          busy={redeliver.isPending}
          disabled={webhook.state !== "on"}
          aria-label={t("Send {event} of {when} again", { event: name, when: shortMoment(createdAt) })}
          onClick={again}
        >
          {t("Send again")}
        </Button>
      </div>
      <p className="text-xs text-text-3">{lastAttempt(delivery)}</p>
      {error && <p className="text-xs text-bad-text">{error}</p>}
      <details className="text-xs text-text-2">
        <summary className="cursor-pointer text-accent-text">{t("Details")}</summary>
        <div className="mt-2 flex flex-col gap-2">
          {answer && (
            <p className="[overflow-wrap:anywhere]">
              {t("Answer:")} <code>{answer}</code>
            </p>
          )}
          <pre className="max-h-60 overflow-auto rounded-control bg-subtle px-3 py-2 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {indented(body)}
          </pre>
        </div>
      </details>
    </li>
  );
}

function lastAttempt({ attempts, status, durationMs, nextAt }: WebhookDelivery): string {
  const parts = [
    t("{attempts, plural, =0 {Not tried yet} one {# attempt} other {# attempts}}", { attempts }),
    status !== null && t("status {status}", { status }),
    durationMs !== null && t("{ms} ms", { ms: durationMs }),
    nextAt && attempts > 0 && t("tried again {when}", { when: dateTime(nextAt) }),
  ];
  return parts.filter(Boolean).join(" · ");
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
