import type { ApiKey } from "@intellibox/contract/endpoints/api-keys";
import { keyScopes } from "@intellibox/contract/rules/key-scopes";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dateTime, dayMonthYear, listed, shortMoment } from "#lib/format.ts";
import { apiKeysQuery, type KeyOwner, useChangeKeys } from "#api/api-keys.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { Part } from "../part.tsx";
import { NewKey } from "./new-key.tsx";
import { RenameKey } from "./rename-key.tsx";

/** The API keys of the user or of the company, with all that can be done with them. */
export function KeyList({ owner }: { owner: KeyOwner }) {
  const { data, error, refetch } = useQuery(apiKeysQuery(owner));
  const [isMaking, setIsMaking] = useState(false);
  return (
    <Part title={t("API keys")}>
      <p className="text-base text-text-2">
        {owner === "person"
          ? t("A key lets a program work as you, within what you allow it. Revoke keys that you do not use.")
          : t("A key of the company works as itself and reads nobody's mail. It stays if whoever made it leaves.")}{" "}
        <a href="/api/docs" target="_blank" rel="noreferrer" className="text-accent-text underline">
          {t("Documentation of the API")}
        </a>
      </p>
      {error && !data && <Failed message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24" />}
      {data && data.length === 0 && <p className="text-sm text-text-3">{t("There are no API keys yet.")}</p>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line rounded-panel border border-line">
          {data.map((key) => (
            <KeyRow key={key.id} owner={owner} apiKey={key} />
          ))}
        </ul>
      )}
      {data && (
        <div>
          <Button onClick={() => setIsMaking(true)}>{t("Create API key")}</Button>
        </div>
      )}
      {isMaking && <NewKey owner={owner} onClose={() => setIsMaking(false)} />}
    </Part>
  );
}

function KeyRow({ owner, apiKey }: { owner: KeyOwner; apiKey: ApiKey }) {
  const { id, name, hint, scopes, expiresAt, createdAt, createdBy } = apiKey;
  const { revoke } = useChangeKeys(owner);
  const [asks, setAsks] = useState(false);
  const [isNaming, setIsNaming] = useState(false);
  const isOver = expiresAt !== null && expiresAt <= new Date();
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 text-sm text-text">
          <span className="[overflow-wrap:anywhere]">{name}</span>
          <code className="text-xs text-text-3">{hint}…</code>
          {isOver && <Badge tone="bad">{t("Expired")}</Badge>}
          {expiresAt === null && <Badge tone="warn">{t("No end")}</Badge>}
        </p>
        <p className="text-xs text-text-3">{listed(scopes.map((scope) => keyScopes[scope].label))}</p>
        <p className="text-xs text-text-3" title={dateTime(createdAt)}>
          {owner === "company" && `${t("Made by {name}", { name: createdBy })} · `}
          {lastUseOf(apiKey)}
          {expiresAt && !isOver && ` · ${t("Ends on {day}", { day: dayMonthYear(expiresAt) })}`}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={t("Rename {name}", { name })} onClick={() => setIsNaming(true)}>
          {t("Rename")}
        </Button>
        <Button size="sm" aria-label={t("Revoke {name}", { name })} onClick={() => setAsks(true)}>
          {t("Revoke")}
        </Button>
      </div>
      {isNaming && <RenameKey owner={owner} apiKey={apiKey} onClose={() => setIsNaming(false)} />}
      {asks && (
        <Confirm
          title={t("Revoke {name}?", { name })}
          action={t("Revoke key")}
          danger
          busy={revoke.isPending}
          error={revoke.error?.message}
          onConfirm={() => revoke.mutate(id, { onSuccess: () => setAsks(false) })}
          onCancel={() => setAsks(false)}
        >
          {t("Programs that use it are refused at once. A revoked key cannot be used again.")}
        </Confirm>
      )}
    </li>
  );
}

function lastUseOf({ lastUsedAt, lastUsedAddress }: ApiKey): string {
  if (!lastUsedAt) return t("Never used");
  return t("Last used {when} from {address}", { when: shortMoment(lastUsedAt), address: lastUsedAddress });
}
