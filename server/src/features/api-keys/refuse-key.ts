import { t } from "@intellibox/contract/text/t";
import { forbidden } from "#lib/errors.ts";
import type { Scope } from "#scope.ts";

/** For shared rows behind a permission that names only the person's own: an admin's key must not change them for everybody. */
export function refuseKey({ user }: Pick<Scope, "user">) {
  if (user.key) throw forbidden(t("An API key changes nothing that belongs to the company"));
}
