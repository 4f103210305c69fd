import type { factorStates } from "@intellibox/contract/endpoints/auth";
import type { tenants } from "#db/tables/tenants.ts";
import type { users } from "#db/tables/users.ts";

type User = Pick<typeof users.$inferSelect, "hasFactor" | "createdAt">;
type Tenant = Pick<typeof tenants.$inferSelect, "factorRequiredAt" | "factorGraceDays">;

/** When the time to set up a second factor ends; null if none is required. The function `authenticate_session` has the same rule. */
export function factorDueAt({ createdAt }: User, { factorRequiredAt, factorGraceDays }: Tenant): Date | null {
  if (!factorRequiredAt) return null;
  const start = Math.max(factorRequiredAt.getTime(), createdAt.getTime());
  return new Date(start + factorGraceDays * 24 * 3600_000);
}

/** Whether a person who did not sign in by SSO should or must add a second factor. */
export function factorState(user: User, tenant: Tenant, now: Date): (typeof factorStates)[number] {
  const dueAt = user.hasFactor ? null : factorDueAt(user, tenant);
  if (!dueAt) return "fine";
  return dueAt <= now ? "required" : "wanted";
}
