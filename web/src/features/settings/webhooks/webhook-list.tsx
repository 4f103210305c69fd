import type { Webhook } from "@intellibox/contract/endpoints/webhooks";
import { webhookEventNames } from "@intellibox/contract/rules/webhooks";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Ellipsis, KeyRound, Pencil, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { dateTime, listed, shortMoment } from "#lib/format.ts";
import { Link } from "#lib/router/link.tsx";
import { screenToast, toast } from "#lib/toast.ts";
import { useChangeWebhooks, useLiveWebhooks, type WebhookOwner, webhooksQuery } from "#api/webhooks.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { RemoveDialog } from "#components/ui/remove-dialog.tsx";
import { Part } from "../part.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { ShownSecret, WebhookFormDialog } from "./webhook-form.tsx";

/** The webhooks of the user or of the company, with all that can be done with them. */
export function WebhookList({ owner }: { owner: WebhookOwner }) {
  useLiveWebhooks();
  const { data, error, refetch } = useQuery(webhooksQuery(owner));
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Part title={t("Webhooks")}>
      <p className="text-base text-text-2">
        {owner === "person"
          ? t("A webhook calls a web address when something happens to your mail.")
          : t(
              "A webhook calls a web address when something happens to the mail of anybody in your company. It carries no address, subject or text.",
            )}{" "}
        <Link to="/help/webhooks" className="text-accent-text underline">
          {t("How webhooks work")}
        </Link>
      </p>
      {error && !data && <Failed message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24" />}
      {data?.refusal && <Alert kind="info">{data.refusal}</Alert>}
      {data && data.items.length === 0 && <p className="text-sm text-text-3">{t("There are no webhooks yet.")}</p>}
      {data && data.items.length > 0 && (
        <ul className="divide-y divide-line rounded-panel border border-line">
          {data.items.map((one) => (
            <WebhookRow key={one.id} owner={owner} webhook={one} />
          ))}
        </ul>
      )}
      {data && !data.refusal && (
        <div>
          <Button onClick={() => setIsAdding(true)}>{t("Add webhook")}</Button>
        </div>
      )}
      {isAdding && <WebhookFormDialog owner={owner} onClose={() => setIsAdding(false)} />}
    </Part>
  );
}

type Dialog = "edit" | "remove" | "secret" | "log";

function WebhookRow({ owner, webhook }: { owner: WebhookOwner; webhook: Webhook }) {
  const { id, name, url, events, state, pausedReason, waiting } = webhook;
  const { update, remove, test } = useChangeWebhooks(owner);
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const fail = (failure: Error) => toast.error(failure.message, screenToast);
  const isOn = state === "on";
  const toggle = () =>
    update.mutate(
      { id, form: { name, url, events, state: isOn ? "off" : "on", basedOn: webhook.version } },
      { onError: fail },
    );
  const sendTest = () =>
    test.mutate(id, { onSuccess: () => toast.success(t("A test event is on its way"), screenToast), onError: fail });
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 text-sm font-medium text-text">
            <span className="[overflow-wrap:anywhere]">{name}</span>
            <StateBadge webhook={webhook} />
          </p>
          <p className="truncate text-sm text-text-2" title={url}>
            {url}
          </p>
          <p className="text-xs text-text-3">{listed(events.map((event) => webhookEventNames[event]))}</p>
          <p className="text-xs text-text-3">{timesOf(webhook)}</p>
        </div>
        <Menu
          label={t("Actions for {name}", { name })}
          trigger={
            <Button
              size="sm"
              variant="ghost"
              aria-label={t("Actions for {name}", { name })}
              icon={<Ellipsis className="size-4" aria-hidden="true" />}
            />
          }
          groups={[
            [
              { label: t("Change"), Icon: Pencil, run: () => setDialog("edit") },
              {
                ...{ label: t("Send a test event"), Icon: Send, run: sendTest },
                refusal: isOn ? undefined : t("The webhook is off. Switch it on first."),
              },
              { label: t("Replace secret"), Icon: KeyRound, run: () => setDialog("secret") },
            ],
            [{ label: t("Delete"), Icon: Trash2, run: () => setDialog("remove") }],
          ]}
        />
      </div>
      {pausedReason && <Alert kind="warn">{pausedReason}</Alert>}
      {waiting > 0 && (
        <p className="text-xs text-text-3">
          {t("{waiting, plural, one {# delivery waits} other {# deliveries wait}}", { waiting })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" aria-label={t("Log of {name}", { name })} onClick={() => setDialog("log")}>
          {t("Log")}
        </Button>
        <Button
          size="sm"
          busy={update.isPending}
          aria-label={isOn ? t("Switch off {name}", { name }) : t("Switch on {name}", { name })}
          onClick={toggle}
        >
          {isOn ? t("Switch off") : t("Switch on")}
        </Button>
      </div>
      {dialog === "edit" && <WebhookFormDialog owner={owner} webhook={webhook} onClose={close} />}
      {dialog === "log" && <DeliveryLog owner={owner} webhook={webhook} onClose={close} />}
      {dialog === "secret" && <ReplaceSecret owner={owner} webhook={webhook} onClose={close} />}
      {dialog === "remove" && (
        <RemoveDialog name={name} removal={remove} which={id} onClose={close}>
          {t("Its web address is not called any more. Its log and what waits are deleted.")}
        </RemoveDialog>
      )}
    </li>
  );
}

function StateBadge({ webhook: { state, failingSince } }: { webhook: Webhook }) {
  if (state === "off") return <Badge>{t("Off")}</Badge>;
  if (state === "paused") return <Badge tone="bad">{t("Paused")}</Badge>;
  if (failingSince) return <Badge tone="warn">{t("Failing")}</Badge>;
  return <Badge tone="ok">{t("On")}</Badge>;
}

function timesOf({ createdAt, lastDeliveredAt, failingSince, earlierSecretUntil }: Webhook): string {
  const parts = [
    t("Added {when}", { when: shortMoment(createdAt) }),
    lastDeliveredAt ? t("last accepted {when}", { when: shortMoment(lastDeliveredAt) }) : t("no call accepted yet"),
    failingSince && t("failing since {when}", { when: shortMoment(failingSince) }),
    earlierSecretUntil && t("the earlier secret signs too until {when}", { when: dateTime(earlierSecretUntil) }),
  ];
  return parts.filter(Boolean).join(" · ");
}

function ReplaceSecret({ owner, webhook, onClose }: { owner: WebhookOwner; webhook: Webhook; onClose: () => void }) {
  const { replaceSecret } = useChangeWebhooks(owner);
  if (replaceSecret.data) return <ShownSecret secret={replaceSecret.data.secret} onClose={onClose} />;
  return (
    <Confirm
      title={t("Replace the secret of {name}?", { name: webhook.name })}
      action={t("Replace secret")}
      busy={replaceSecret.isPending}
      error={replaceSecret.error?.message}
      onConfirm={() => replaceSecret.mutate(webhook.id)}
      onCancel={onClose}
    >
      {t("The earlier secret signs beside the new one for 24 hours. Give the new one to the receiver by then.")}
    </Confirm>
  );
}
