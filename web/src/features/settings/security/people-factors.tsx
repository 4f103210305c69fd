import type { PersonFactors } from "@intellibox/contract/endpoints/factors";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useSignedIn } from "#lib/session/session.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { peopleFactorsQuery, useResetFactors } from "#api/factors.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Part } from "../part.tsx";

/** Who in the company has a second factor, those without one first. */
export function PeopleFactors({ company }: { company: string }) {
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed.trim());
  const { data, error, refetch } = useQuery(peopleFactorsQuery(company, q));
  const [asks, setAsks] = useState<PersonFactors>();
  const { user } = useSignedIn();
  return (
    <Part title={t("Who has a second factor")}>
      {error && !data && <Failed message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data && (
        <>
          <p className="text-base text-text-2">
            {t("{withFactor} of {total, plural, one {# person} other {# people}}", {
              withFactor: data.withFactor,
              total: data.total,
            })}
          </p>
          <TextField
            label={t("Find a person")}
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {data.items.length === 0 && <p className="text-sm text-text-3">{t("Nobody found")}</p>}
          {data.items.length > 0 && (
            <ul className="divide-y divide-line rounded-panel border border-line">
              {data.items.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  onReset={person.id === user._id ? undefined : () => setAsks(person)}
                />
              ))}
            </ul>
          )}
        </>
      )}
      {asks && <ResetDialog person={asks} onClose={() => setAsks(undefined)} />}
    </Part>
  );
}

function PersonRow({ person, onReset }: { person: PersonFactors; onReset: (() => void) | undefined }) {
  const { name, email, totp, passkeys, recoveryCodesLeft } = person;
  const hasFactor = totp || passkeys > 0;
  const facts = [
    totp && t("Authenticator app"),
    passkeys > 0 && t("{passkeys, plural, one {# passkey} other {# passkeys}}", { passkeys }),
    hasFactor && t("{left, plural, one {# recovery code} other {# recovery codes}} left", { left: recoveryCodesLeft }),
  ].filter(Boolean);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm text-text">
          {name}
          {!hasFactor && <Badge tone="warn">{t("None")}</Badge>}
        </p>
        <p className="text-xs [overflow-wrap:anywhere] text-text-3">{[email, ...facts].join(" · ")}</p>
      </div>
      {hasFactor && onReset && (
        <Button size="sm" onClick={onReset} aria-label={t("Reset the second factor of {name}", { name })}>
          {t("Reset")}
        </Button>
      )}
    </li>
  );
}

function ResetDialog({ person, onClose }: { person: PersonFactors; onClose: () => void }) {
  const reset = useResetFactors();
  const confirm = () =>
    reset.mutate(person.id, {
      onSuccess: () => {
        toast.success(t("The second factors of {name} were removed", { name: person.name }), screenToast);
        onClose();
      },
    });
  return (
    <Confirm
      title={t("Reset the second factor of {name}?", { name: person.name })}
      action={t("Reset")}
      busy={reset.isPending}
      error={reset.error?.message}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {t(
        "Their app, passkeys and recovery codes stop working, and they are signed out everywhere. Until they set up a new one, their password alone signs them in. Make sure that it is really {name} who asks. They are told that it was you.",
        { name: person.name },
      )}
    </Confirm>
  );
}
