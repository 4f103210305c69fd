import { minPasswordLength } from "@intellibox/contract/rules/limits";
import type { ComponentProps } from "react";
import * as z from "zod";
import { PasswordField } from "./ui/field.tsx";

/** Extends a form with a field that must repeat the new password. */
export const typedTwice = <Shape extends z.ZodRawShape>(form: z.ZodObject<Shape>, name: keyof Shape & string) => {
  const isSame = (typed: Record<string, unknown>) => typed[name] === typed.repeated;
  return form
    .extend({ repeated: z.string() })
    .refine(isSame, { path: ["repeated"], message: "Passwords do not match" });
};

type FieldProps = Omit<ComponentProps<typeof PasswordField>, "label">;
type NewPasswordProps = { label?: "New password" | "Password"; password: FieldProps; repeated: FieldProps };

/** A new password and its repetition. */
export function NewPassword({ label = "New password", password, repeated }: NewPasswordProps) {
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={`Use at least ${minPasswordLength} characters. A short phrase works well.`}
        {...password}
      />
      <PasswordField label={`Confirm ${label.toLowerCase()}`} autoComplete="new-password" {...repeated} />
    </>
  );
}
