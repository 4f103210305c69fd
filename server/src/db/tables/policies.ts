import { sql } from "drizzle-orm";
import { pgPolicy, pgRole } from "drizzle-orm/pg-core";

/** Ordinary requests: sees one tenant. */
export const tenantRole = pgRole("intellibox_tenant").existing();
/** Super admin lists, sign-in, job look-ups: sees all tenants, but only the columns it was granted. */
export const platformRole = pgRole("intellibox_platform").existing();

export const currentTenant = sql`nullif(current_setting('app.tenant_id', true), '')::uuid`;
export const currentUser = sql`nullif(current_setting('app.user_id', true), '')::uuid`;

const platformPass = () =>
  pgPolicy("platform_pass", { for: "all", to: platformRole, using: sql`true`, withCheck: sql`true` });

/** What every tenant-owned table carries. One comparison, so that the tenant index serves it. */
export const tenantFence = () => {
  const mine = sql`tenant_id = ${currentTenant}`;
  return [pgPolicy("tenant_fence", { for: "all", to: tenantRole, using: mine, withCheck: mine }), platformPass()];
};

/** Set for a session whose password somebody else set (`users.mail_closed_at`). */
const mailIsOpen = sql`coalesce(current_setting('app.mail_closed', true), '') <> 'on'`;

/** For mail and what belongs to one person: colleagues and administrators do not read it, and nobody while it is closed. */
export const personalFence = () => {
  const mine = sql`tenant_id = ${currentTenant} and user_id = ${currentUser} and ${mailIsOpen}`;
  return [pgPolicy("personal_fence", { for: "all", to: tenantRole, using: mine, withCheck: mine }), platformPass()];
};

/** For tables that no tenant may touch at all. */
export const platformOnly = () => [platformPass()];
