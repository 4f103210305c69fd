import { type SessionLimits, sessionLimitsForm } from "@intellibox/contract/endpoints/sessions";
import { sessionHours } from "@intellibox/contract/rules/sessions";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useForm } from "#lib/hooks/use-form.ts";
import { Link } from "#lib/router/link.tsx";
import { screenToast, toast } from "#lib/toast.ts";
import { useActingCompany } from "#api/acting-company.ts";
import { sessionLimitsQuery, useSaveSessionLimits } from "#api/sessions.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { Part } from "../part.tsx";
import { FactorRulesPart } from "./factor-rules.tsx";
import { PeopleFactors } from "./people-factors.tsx";
import { SingleSignOn } from "./single-sign-on/single-sign-on.tsx";

/** How everyone in the company signs in, and for how long. */
export function CompanySecurity() {
  const { id } = useActingCompany();
  return (
    <Page
      width="form"
      heading={t("Security")}
      description={t("How everyone in your company signs in.")}
      actions={
        <Link
          to="/settings"
          className="inline-flex min-h-target items-center gap-1.5 text-sm text-accent-text hover:underline"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          {t("Back to Settings")}
        </Link>
      }
    >
      <div className="flex flex-col gap-10">
        {id && (
          <>
            <FactorRulesPart company={id} />
            <PeopleFactors company={id} />
            <Sessions company={id} />
            <SingleSignOn company={id} />
          </>
        )}
      </div>
    </Page>
  );
}

function Sessions({ company }: { company: string }) {
  const { data, error, refetch } = useQuery(sessionLimitsQuery(company));
  return (
    <Part title={t("Sessions")}>
      {error && <Failed message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data && <LimitsForm key={company} company={company} start={data} />}
    </Part>
  );
}

function LimitsForm({ company, start }: { company: string; start: SessionLimits }) {
  const save = useSaveSessionLimits(company);
  const form = useForm(sessionLimitsForm, {
    start,
    submit: async (value) => {
      const saved = await save.mutateAsync(value);
      form.form.reset(saved);
      toast.success(t("Session settings saved"), screenToast);
    },
  });
  const { watch, setValue, trigger, formState } = form.form;
  const field = (name: keyof SessionLimits, choices: readonly number[]) => ({
    options: optionsWith(choices, watch(name)),
    value: String(watch(name)),
    onChange: (hours: string) => {
      setValue(name, Number(hours), { shouldDirty: true });
      // Each of the two limits the other.
      void trigger();
    },
    error: form.errorOf(name),
  });
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4" noValidate>
      <SelectField
        label={sessionHours.idle.label}
        hint={t("Whoever does not use Intellibox for this long signs in again.")}
        {...field("idleHours", [1, 4, 8, 24, 72, 168, 336, 720])}
      />
      <SelectField
        label={sessionHours.life.label}
        hint={t("Everyone signs in again after this time, also if they use Intellibox every day.")}
        {...field("lifeHours", [8, 24, 72, 168, 336, 720, 2160, 8760])}
      />
      {form.failure && <Alert kind="bad">{form.failure}</Alert>}
      <div>
        <Button type="submit" variant="primary" busy={form.isBusy} disabled={!formState.isDirty}>
          {t("Save")}
        </Button>
      </div>
    </form>
  );
}

/** The choices, and the value itself if a program has set another one. */
const optionsWith = (choices: readonly number[], value: number) =>
  [...new Set([...choices, value])]
    .toSorted((a, b) => a - b)
    .map((hours) => ({ value: String(hours), label: inWords(hours) }));

const inWords = (hours: number) =>
  hours % 24 === 0
    ? t("{days, plural, one {# day} other {# days}}", { days: hours / 24 })
    : t("{hours, plural, one {# hour} other {# hours}}", { hours });
