import { t } from "@intellibox/contract/text/t";
// The rules for replacing one's own password, for both calls that do it: POST /auth/change-password and PUT /users/{id}.
import { invalid } from "#lib/errors.ts";
import { passwordMatches, refuseWeakPassword } from "#lib/passwords.ts";
import type { Common } from "#scope.ts";
import { hashNewPassword } from "./new-password.ts";

type OwnPasswordChange = {
  currentPassword: string;
  newPassword: string;
  /** The name of the form's field that holds the new password. */
  field: "newPassword" | "password";
};

/** Requires the current password, because a stolen session must not be enough. `stored` is the hash that is replaced. */
export async function hashOwnPassword(
  scope: Pick<Common, "now">,
  stored: string,
  { currentPassword, newPassword, field }: OwnPasswordChange,
) {
  refuseWeakPassword(newPassword, field);
  if (!(await passwordMatches(stored, currentPassword))) throw wrongCurrentPassword();
  if (newPassword === currentPassword) {
    const message = t("Choose a password that differs from the current one");
    throw invalid(message, { [field]: message });
  }
  return hashNewPassword(scope, newPassword, stored);
}

export const wrongCurrentPassword = () =>
  invalid(t("Current password is incorrect"), { currentPassword: t("Current password is incorrect") });
