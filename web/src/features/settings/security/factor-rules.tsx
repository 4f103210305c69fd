import { type FactorRules, factorRulesForm } from "@intellibox/contract/endpoints/factors";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "#lib/hooks/use-form.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { factorRulesQuery, useSaveFactorRules } from "#api/factors.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { NumberField } from "#components/ui/field.tsx";
import { Part } from "../part.tsx";

/** Whether everyone in the company needs a second factor, and whether a passkey is enough. */
export function FactorRulesPart({ company }: { company: string }) {
  const { data, error, refetch } = useQuery(factorRulesQuery(company));
  return (
    <Part title={t("Signing in")}>
      {error && <Failed message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data && <RulesForm key={company} company={company} start={data} />}
    </Part>
  );
}

function RulesForm({ company, start }: { company: string; start: FactorRules }) {
  const save = useSaveFactorRules(company);
  const { form, onSubmit, errorOf, failure, isBusy } = useForm(factorRulesForm, {
    start,
    submit: async (value) => {
      const saved = await save.mutateAsync(value);
      form.reset(saved);
      toast.success(t("Sign-in settings saved"), screenToast);
    },
  });
  const { watch, register, formState } = form;
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
      <Checkbox
        label={t("Require a second factor")}
        hint={t(
          "Everyone sets up an authenticator app or a passkey. Whoever signs in by SSO is left out: your identity provider decides there.",
        )}
        {...register("requiresFactor")}
      />
      {watch("requiresFactor") && (
        <NumberField
          label={t("Days to set it up")}
          hint={t(
            "After that, people without one can do nothing else until it is set up. New people have as many days.",
          )}
          error={errorOf("graceDays")}
          min={0}
          {...register("graceDays", { valueAsNumber: true })}
          className="max-w-60"
        />
      )}
      <Checkbox
        label={t("A passkey is enough to sign in")}
        hint={t("People with a passkey need no password: the device checks their PIN, finger or face.")}
        {...register("allowsPasskeySignIn")}
      />
      {failure && <Alert kind="bad">{failure}</Alert>}
      <div>
        <Button type="submit" variant="primary" busy={isBusy} disabled={!formState.isDirty}>
          {t("Save")}
        </Button>
      </div>
    </form>
  );
}
