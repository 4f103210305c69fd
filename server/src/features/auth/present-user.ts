import type { users } from "#db/tables/users.ts";

type Row = Omit<typeof users.$inferSelect, "passwordHash">;
type Company = { _id: string; code: string; name: string };

/** A user as the API shows them: without the password, and with their company. */
export function presentUser({ user, tenant, isOwner }: { user: Row; tenant: Company; isOwner: boolean }) {
  const { id: _id, name, email, roleCode, status, mustChangePassword, mailClosedAt, language, createdAt } = user;
  // Before sign-ins were recorded, a user who had replaced the first password had signed in.
  const hasSignedIn = user.lastSignInAt !== null || !mustChangePassword;
  return {
    _id,
    name,
    email,
    roleCode,
    status,
    mustChangePassword,
    hasSignedIn,
    mailClosed: mailClosedAt !== null,
    language,
    createdAt,
    tenantId: tenant,
    tenantIsOwner: isOwner,
  };
}
