import { minPasswordLength } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import type { ComponentProps } from "react";
import * as z from "zod";
import { PasswordField } from "./ui/field.tsx";

/** Extends a form with a field that must repeat the new password. */
export const typedTwice = <Shape extends z.ZodRawShape>(form: z.ZodObject<Shape>, name: keyof Shape & string) => {
  const isSame = (typed: Record<string, unknown>) => typed[name] === typed.repeated;
  return form
    .extend({ repeated: z.string() })
    .refine(isSame, { path: ["repeated"], message: t("Passwords do not match") });
};

type FieldProps = Omit<ComponentProps<typeof PasswordField>, "label">;
type NewPasswordProps = { isFirst?: boolean; password: FieldProps; repeated: FieldProps };

/** A new password and its repetition. */
export function NewPassword({ isFirst = false, password, repeated }: NewPasswordProps) {
  return (
    <>
      <PasswordField
        label={isFirst ? t("Password") : t("New password")}
        autoComplete="new-password"
        hint={t("Use at least {minPasswordLength} characters. A short phrase works well.", { minPasswordLength })}
        {...password}
      />
      <PasswordField
        label={isFirst ? t("Confirm password") : t("Confirm new password")}
        autoComplete="new-password"
        {...repeated}
      />
    </>
  );
}
