import { t } from "@intellibox/contract/text/t";
import type { Scope } from "#scope.ts";

/** Who caused a mail about an account, for its reader. */
export const initiator = ({ user, address, now }: Scope) =>
  t("{name} ({email}) on {minute} UTC from {address}", {
    name: user.name,
    email: user.email,
    minute: now().toISOString().slice(0, 16).replace("T", " "),
    address: address || t("an unknown address"),
  });
