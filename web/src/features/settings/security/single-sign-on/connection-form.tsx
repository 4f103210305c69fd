import { type SsoSettings, ssoForm } from "@intellibox/contract/endpoints/sso";
import { roleName } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { useForm } from "#lib/hooks/use-form.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useRemoveSso, useSaveSso } from "#api/sso.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { PasswordField, TextField } from "#components/ui/field.tsx";
import { RemoveDialog } from "#components/ui/remove-dialog.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { GroupRoles } from "./group-roles.tsx";
import { IssuerTest } from "./issuer-test.tsx";

const roleOptions = (["NORMAL_USER", "ADMIN"] as const).map((value) => ({ value, label: roleName(value) }));

export function ConnectionForm({ company, saved }: { company: string; saved: SsoSettings }) {
  const save = useSaveSso(company);
  const removal = useRemoveSso(company);
  const [asks, setAsks] = useState(false);
  const form = useForm(ssoForm, {
    start: formOf(saved),
    submit: async (value) => {
      const { clientSecret, ...rest } = value;
      const now = await save.mutateAsync({ ...rest, issuer: rest.issuer ?? "", ...(clientSecret && { clientSecret }) });
      form.form.reset(formOf(now));
      toast.success(t("Single sign-on saved"), screenToast);
    },
  });
  const { watch, setValue, register } = form.form;
  const issuer = watch("issuer");
  const isOnly = watch("isOnly");
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4" noValidate>
      <RedirectUri address={saved.redirectUri} />
      <TextField
        label={t("Issuer")}
        placeholder="https://login.acme.com"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        hint={t("Its address, without /.well-known. Another issuer ends the proofs of your domains.")}
        {...form.field("issuer")}
      />
      <IssuerTest company={company} issuer={issuer} />
      <TextField label={t("Client ID")} autoComplete="off" spellCheck={false} {...form.field("clientId")} />
      <PasswordField
        label={t("Client secret")}
        autoComplete="off"
        placeholder={saved.hasSecret ? t("Saved; type to replace it") : ""}
        {...form.field("clientSecret")}
      />
      <Checkbox label={t("Single sign-on is on")} {...register("isOn")} />
      <Checkbox
        label={t("Give new people an account at their first sign-in")}
        hint={t("Only addresses of your proven domains, and only as many as your plan allows.")}
        {...register("createsUsers")}
      />
      <SelectField
        label={t("Role of new people")}
        options={roleOptions}
        value={watch("defaultRole")}
        onChange={(role) => setValue("defaultRole", role, { shouldDirty: true })}
        error={form.errorOf("defaultRole")}
      />
      <GroupRoles
        claim={form.field("groupsClaim")}
        groups={watch("groupRoles")}
        options={roleOptions}
        errors={watch("groupRoles").map((_, at) => form.form.formState.errors.groupRoles?.[at]?.group?.message)}
        onChange={(groups) => setValue("groupRoles", groups, { shouldDirty: true })}
      />
      <Checkbox
        label={t("Only single sign-on")}
        hint={t("Passwords of your company's people are refused. Super admins of the installation keep theirs.")}
        {...register("isOnly")}
      />
      {form.errorOf("isOnly") && <Alert kind="bad">{form.errorOf("isOnly")}</Alert>}
      {isOnly && (
        <Checkbox
          className="ms-6.5"
          label={
            saved.passwordUser
              ? t("The password of {name} still works, if the provider fails", { name: saved.passwordUser.name })
              : t("My password still works, if the provider fails")
          }
          {...register("keepsPassword")}
        />
      )}
      {form.failure && <Alert kind="bad">{form.failure}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {t("Save")}
        </Button>
        {(saved.issuer !== null || saved.domains.length > 0) && (
          <Button onClick={() => setAsks(true)}>{t("Remove single sign-on")}</Button>
        )}
      </div>
      {asks && (
        <RemoveDialog name={t("Single sign-on")} removal={removal} which={undefined} onClose={() => setAsks(false)}>
          {t("Its domains and the links to people at the provider are deleted. People sign in with a password again.")}
        </RemoveDialog>
      )}
    </form>
  );
}

function formOf(saved: SsoSettings) {
  const { clientId, isOn, createsUsers, groupsClaim, groupRoles, isOnly } = saved;
  const defaultRole = saved.defaultRole === "ADMIN" ? ("ADMIN" as const) : ("NORMAL_USER" as const);
  return {
    ...{ clientId, isOn, createsUsers, defaultRole, groupsClaim, groupRoles, isOnly },
    issuer: saved.issuer ?? "",
    clientSecret: "",
    keepsPassword: !isOnly || saved.passwordUser !== null,
  };
}

function RedirectUri({ address }: { address: string }) {
  return (
    <div className="flex items-end gap-2">
      <TextField
        className="min-w-0 flex-1"
        label={t("Redirect address")}
        hint={t("Register it with your provider, for a web application with the authorization code flow.")}
        readOnly
        value={address}
      />
      <CopyButton text={address} className="mb-6" />
    </div>
  );
}
