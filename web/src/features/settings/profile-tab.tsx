import { password } from "@intellibox/contract/endpoints/auth";
import { profileForm } from "@intellibox/contract/endpoints/users";
import { requiredLine } from "@intellibox/contract/fields";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { z } from "zod";
import { useForm } from "#lib/hooks/use-form.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { profileQuery, useSaveProfile, useUpdateUser } from "#api/users.ts";
import { NewPassword, typedTwice } from "#components/new-password.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { NumberField, PasswordField, TextField } from "#components/ui/field.tsx";
import { Page } from "#components/ui/page.tsx";
import { LanguageForm } from "./language-form.tsx";
import { MailHabits } from "./mail-habits.tsx";
import { OwnData } from "./own-data.tsx";

/** The user's name, password, preferences and data. */
export function ProfileTab() {
  return (
    <Page width="form">
      <div className="flex flex-col gap-10">
        <NameForm />
        <PasswordForm />
        <LanguageForm />
        <SendingForm />
        <MailHabits />
        <OwnData />
      </div>
    </Page>
  );
}

const nameForm = z.object({ name: requiredLine(t("Name"), 120) });

function NameForm() {
  const { user } = useSignedIn();
  const update = useUpdateUser();
  const form = useForm(nameForm, {
    start: { name: user.name },
    submit: async ({ name }) => {
      await update.mutateAsync({ id: user._id, name });
      toast.success(t("Profile saved"), screenToast);
    },
  });
  return (
    <Part title={t("Profile")} form={form}>
      <TextField label={t("Display name")} autoComplete="name" {...form.field("name")} />
      <TextField
        label={t("Email")}
        value={user.email}
        readOnly
        hint={t("The address you sign in with cannot be changed.")}
      />
    </Part>
  );
}

const passwordForm = typedTwice(
  z.object({ currentPassword: z.string().min(1, t("Current password is required")), password }),
  "password",
);

function PasswordForm() {
  const { user } = useSignedIn();
  const update = useUpdateUser();
  const empty = { currentPassword: "", password: "", repeated: "" };
  const form = useForm(passwordForm, {
    start: empty,
    submit: async ({ currentPassword, password: next }) => {
      await update.mutateAsync({ id: user._id, currentPassword, password: next });
      form.form.reset(empty);
      toast.success(t("Password changed"), screenToast);
    },
  });
  return (
    <Part title={t("Password")} form={form} action={t("Change password")}>
      <PasswordField label={t("Current password")} autoComplete="current-password" {...form.field("currentPassword")} />
      <NewPassword password={form.field("password")} repeated={form.field("repeated")} />
    </Part>
  );
}

function SendingForm() {
  const { data } = useQuery(profileQuery);
  if (!data) return null;
  return <UndoForm undoSeconds={data.undoSeconds} />;
}

const undoForm = profileForm.pick({ undoSeconds: true }).required();

function UndoForm({ undoSeconds }: { undoSeconds: number }) {
  const save = useSaveProfile();
  const form = useForm(undoForm, {
    start: { undoSeconds },
    submit: async (value) => {
      await save.mutateAsync(value);
      toast.success(t("Preference saved"), screenToast);
    },
  });
  return (
    <Part title={t("Sending")} form={form}>
      <NumberField
        label={t("Undo send (seconds)")}
        min={0}
        max={30}
        step={1}
        hint={t("How long you can undo sending. 0 sends immediately.")}
        {...form.number("undoSeconds")}
      />
    </Part>
  );
}

type PartProps = {
  title: string;
  form: { onSubmit: (event: FormEvent) => void; failure: string | undefined; isBusy: boolean };
  action?: string;
  children: ReactNode;
};

/** A section with a form and a save button of its own. */
function Part({ title, form, action = t("Save"), children }: PartProps) {
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-5" noValidate>
      <h2 className="text-lg font-semibold">{title}</h2>
      {form.failure && <Alert kind="bad">{form.failure}</Alert>}
      {children}
      <div className="flex justify-end">
        <Button variant="primary" type="submit" busy={form.isBusy} busyLabel={t("Saving…")}>
          {action}
        </Button>
      </div>
    </form>
  );
}
