import { newUserForm, type User } from "@intellibox/contract/endpoints/users";
import { roleName, roles } from "@intellibox/contract/rules/access";
import { statusNames, userStatuses } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { useForm } from "#lib/hooks/use-form.ts";
import type { TenantOption } from "#lib/session/acting-tenant.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useCreateUser, useUpdateUser } from "#api/users.ts";
import { PasswordField, TextField } from "#components/ui/field.tsx";
import { FirstPassword } from "#components/ui/first-password.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";
import { SelectField } from "#components/ui/select.tsx";

type UserFormProps = { user?: User | undefined; companies: TenantOption[]; onClose: () => void };

/** A super admin can add users to any company, so the form requires one. */
const userOfChosenCompany = newUserForm.refine(({ tenantId }) => tenantId !== undefined, {
  path: ["tenantId"],
  message: t("Please choose a company"),
});

const statuses = userStatuses.map((status) => ({ value: status, label: statusNames[status] }));

/** Creates or edits a user. Email and company cannot be changed later. */
export function UserForm({ user, companies, onClose }: UserFormProps) {
  const { user: me } = useSignedIn();
  const isSuper = me.roleCode === "SUPER_ADMIN";
  const create = useCreateUser();
  const update = useUpdateUser();
  const [made, setMade] = useState<{ who: string; password: string } | null>(null);
  const form = useForm(isSuper ? userOfChosenCompany : newUserForm, {
    start: {
      name: user?.name ?? "",
      email: user?.email ?? "",
      password: "",
      roleCode: user?.roleCode ?? "NORMAL_USER",
      status: user?.status ?? "Active",
      tenantId: user?.tenantId._id ?? "",
    },
    submit: async ({ name, email, password, roleCode, status, tenantId }) => {
      if (user) {
        await update.mutateAsync({ id: user._id, name, roleCode, status });
      } else {
        const added = await create.mutateAsync({
          name,
          email,
          password,
          roleCode,
          status,
          tenantId: isSuper ? tenantId : undefined,
        });
        if (added.linkError) toast.error(added.linkError, screenToast);
        if (added.linkSentTo)
          toast.success(t("A link was mailed to {linkSentTo}", { linkSentTo: added.linkSentTo }), screenToast);
        if (added.temporaryPassword) {
          setMade({ who: added.email, password: added.temporaryPassword });
          return;
        }
      }
      toast.success(user ? t("User saved") : t("User added"), screenToast);
      onClose();
    },
  });
  const { watch, setValue } = form.form;
  const isSelf = user?._id === me._id;
  const offered = roles
    .filter((role) => isSuper || role !== "SUPER_ADMIN")
    .map((role) => ({ value: role, label: roleName(role) }));

  if (made) return <FirstPassword {...made} onClose={onClose} />;
  return (
    <ModalForm
      title={user ? t("Edit {name}", { name: user.name }) : t("Add user")}
      onClose={onClose}
      onSubmit={form.onSubmit}
      failure={form.failure}
      busy={form.isBusy}
    >
      <TextField label={t("Name")} autoComplete="off" {...form.field("name")} />
      <TextField
        label={t("Email")}
        type="email"
        autoComplete="off"
        readOnly={Boolean(user)}
        hint={user ? t("Cannot be changed.") : undefined}
        {...form.field("email")}
      />
      {isSuper && (
        <SelectField
          label={t("Company")}
          options={companies.map(({ id, name }) => ({ value: id, label: name }))}
          value={watch("tenantId") ?? ""}
          onChange={(id) => setValue("tenantId", id, { shouldDirty: true, shouldValidate: true })}
          placeholder={t("Choose a company")}
          disabled={Boolean(user)}
          hint={user ? t("Cannot be changed.") : undefined}
          error={form.errorOf("tenantId")}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={t("Role")}
          options={offered}
          value={watch("roleCode") ?? "NORMAL_USER"}
          onChange={(role) => setValue("roleCode", role, { shouldDirty: true })}
          disabled={isSelf}
          error={form.errorOf("roleCode")}
        />
        <SelectField
          label={t("Status")}
          options={statuses}
          value={watch("status") ?? "Active"}
          onChange={(status) => setValue("status", status, { shouldDirty: true })}
          disabled={isSelf}
          error={form.errorOf("status")}
        />
      </div>
      {!user && (
        <PasswordField
          label={t("Password")}
          autoComplete="new-password"
          hint={t(
            "Leave blank to mail the user a link, or to generate a temporary password. A password that you set must be changed at first sign-in.",
          )}
          {...form.field("password")}
        />
      )}
    </ModalForm>
  );
}
