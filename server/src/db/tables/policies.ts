import { pgPolicy, pgRole, sql } from "../orm.ts";

/** For ordinary requests: sees one tenant. */
export const tenantRole = pgRole("intellibox_tenant").existing();
/** For super admin lists, sign-in and jobs: sees all tenants, but only the granted columns. */
export const platformRole = pgRole("intellibox_platform").existing();

export const currentTenant = sql`nullif(current_setting('app.tenant_id', true), '')::uuid`;
export const currentUser = sql`nullif(current_setting('app.user_id', true), '')::uuid`;

const platformPass = () =>
  pgPolicy("platform_pass", { for: "all", to: platformRole, using: sql`true`, withCheck: sql`true` });

/** For every tenant-owned table. A single comparison, so that PostgreSQL can use the index on the tenant. */
export const tenantFence = () => {
  const isOwn = sql`tenant_id = ${currentTenant}`;
  return [pgPolicy("tenant_fence", { for: "all", to: tenantRole, using: isOwn, withCheck: isOwn }), platformPass()];
};

/** False for a session whose password another person set (`users.mail_closed_at`). */
const mailIsOpen = sql`coalesce(current_setting('app.mail_closed', true), '') <> 'on'`;

/** For mail and other data of one user: hidden from colleagues and administrators, and from everyone while mail is closed. */
export const personalFence = () => {
  const isOwn = sql`tenant_id = ${currentTenant} and user_id = ${currentUser} and ${mailIsOpen}`;
  return [pgPolicy("personal_fence", { for: "all", to: tenantRole, using: isOwn, withCheck: isOwn }), platformPass()];
};

/** For rows of one user, and rows without a user, which are the company's. Both are hidden while mail is closed. */
export const personalOrSharedFence = () => {
  const isOwn = sql`tenant_id = ${currentTenant} and (user_id is null or user_id = ${currentUser}) and ${mailIsOpen}`;
  return [pgPolicy("personal_fence", { for: "all", to: tenantRole, using: isOwn, withCheck: isOwn }), platformPass()];
};

/** For tables that the tenant role may not use at all. */
export const platformOnly = () => [platformPass()];
