import type { Role } from "@intellibox/contract/rules/access";
import type { Session } from "#lib/session/session.ts";

const id = (last: number) => `01890000-0000-7000-8000-${String(last).padStart(12, "0")}`;

export const ownerTenant = { id: id(1), name: "Intellibox" };
export const acme = { id: id(2), name: "Acme Traders" };
export const globex = { id: id(3), name: "Globex India" };

/** A session of this role, as the server returns it. */
export function sessionOf(
  roleCode: Role,
  { tenantIsOwner = false, mustChangePassword = false, mailClosed = false } = {},
): Session {
  const { id: tenantId, name } = tenantIsOwner ? ownerTenant : acme;
  return {
    token: "access-1",
    refreshToken: "refresh-1",
    user: {
      _id: id(9),
      name: "Priya Nair",
      email: "priya@acme.test",
      roleCode,
      status: "Active",
      tenantId: { _id: tenantId, code: "ACME", name },
      tenantIsOwner,
      mustChangePassword,
      mailClosed,
      language: null,
      factor: "fine",
    },
    tenant: { _id: tenantId, code: "ACME", name, slug: "acme", status: "Active", isOwner: tenantIsOwner },
  };
}
