import { sql } from "./orm.ts";

/**
 * An SQL expression for the id of the plan whose limits apply to a company: its own or, if it has none, the smallest active plan
 * (like `smallestPlan` in the contract). Null for the owner company without a plan. `tenant` is the alias of the company's row.
 */
export const planIdOf = (tenant: string) =>
  `coalesce(${tenant}.plan_id, case when not ${tenant}.is_owner then (select smallest.id from plans smallest where smallest.status = 'Active' order by smallest.email_quota = -1, smallest.email_quota, smallest.max_users, smallest.id limit 1) end)`;

/** For the query builder, with the table `tenants`. */
export const ownPlanId = sql.raw(planIdOf("tenants"));
