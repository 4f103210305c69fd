import type { Endpoint } from "@intellibox/contract/endpoint";
import { id } from "@intellibox/contract/fields";
import { forbidden, invalid } from "#lib/errors.ts";
import type { Person } from "#scope.ts";

export type Resolved = { tenantId: string; reach: { tenantId: string; userId: string } | "platform" };

/** User, `x-tenant-id` and endpoint → whose rows. Another tenant's name from someone who may not use it is refused, never ignored. */
export function resolveReach(
  user: Person,
  named: string | undefined,
  { tenancy }: Pick<Endpoint, "tenancy">,
): Resolved {
  const foreign = foreignTenant(user, named);
  if (foreign && !mayName(user, tenancy)) throw forbidden("You may not act for another company");
  const tenantId = foreign && tenancy !== "personal" ? foreign : user.tenantId;
  const isSuper = user.role === "SUPER_ADMIN";
  const everything = isSuper && (tenancy === "platform" || (tenancy === "across" && !foreign));
  return { tenantId, reach: everything ? "platform" : { tenantId, userId: user.id } };
}

function foreignTenant(user: Person, named: string | undefined) {
  if (!named) return undefined;
  const parsed = id.safeParse(named);
  if (!parsed.success) throw invalid("x-tenant-id is not a valid id");
  return parsed.data.toLowerCase() === user.tenantId ? undefined : parsed.data.toLowerCase();
}

const mayName = (user: Person, tenancy: Endpoint["tenancy"]) =>
  user.role === "SUPER_ADMIN" && (user.tenantIsOwner || tenancy === "named");
