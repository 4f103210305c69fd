import type { Endpoint } from "@intellibox/contract/endpoint";
import { id } from "@intellibox/contract/fields";
import { t } from "@intellibox/contract/text/t";
import { forbidden, invalid } from "#lib/errors.ts";
import type { Person } from "#scope.ts";

type ResolvedReach = { tenantId: string; reach: { tenantId: string; userId: string } | "platform" };

/** Decides whose rows a call sees. An `x-tenant-id` that the user may not name is refused, never ignored. */
export function resolveReach(
  user: Person,
  named: string | undefined,
  { tenancy }: Pick<Endpoint, "tenancy">,
): ResolvedReach {
  const foreign = foreignTenant(user, named);
  if (foreign && !mayName(user, tenancy)) throw forbidden(t("You may not act for another company"));
  const tenantId = foreign && tenancy !== "personal" ? foreign : user.tenantId;
  const isSuper = user.role === "SUPER_ADMIN";
  const everything = isSuper && (tenancy === "platform" || (tenancy === "across" && !foreign));
  return { tenantId, reach: everything ? "platform" : { tenantId, userId: user.id } };
}

function foreignTenant(user: Person, named: string | undefined) {
  if (!named) return undefined;
  const parsed = id.safeParse(named);
  if (!parsed.success) throw invalid(t("x-tenant-id is not a valid id"));
  return parsed.data.toLowerCase() === user.tenantId ? undefined : parsed.data.toLowerCase();
}

const mayName = (user: Person, tenancy: Endpoint["tenancy"]) =>
  user.role === "SUPER_ADMIN" && (user.tenantIsOwner || tenancy === "named");
