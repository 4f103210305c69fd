import { sql } from "drizzle-orm";

/**
 * The plan whose limits a company has, for a statement where its row is called `tenant`: its own or, where it has none, the
 * smallest active one (as `smallestPlan` in the contract). The owner company, which makes the plans, needs none.
 */
export const planIdOf = (tenant: string) =>
  `coalesce(${tenant}.plan_id, case when not ${tenant}.is_owner then (select smallest.id from plans smallest where smallest.status = 'Active' order by smallest.email_quota = -1, smallest.email_quota, smallest.max_users, smallest.id limit 1) end)`;

/** The same, for the query builder. */
export const ownPlanId = sql.raw(planIdOf("tenants"));
