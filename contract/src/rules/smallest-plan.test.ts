import { expect, test } from "vitest";
import { smallestPlan } from "./smallest-plan.ts";

const plan = (name: string, emailQuota: number, maxUsers: number, status = "Active") => ({
  name,
  emailQuota,
  maxUsers,
  status,
});

test("the smallest active plan has the fewest emails, then the fewest users; unlimited counts as the most", () => {
  const plans = [
    plan("Free for all", -1, 1),
    plan("Growth", 1000, 5),
    plan("Starter", 500, 10),
    plan("Small starter", 500, 3),
    plan("Old", 500, 1, "Inactive"),
  ];
  expect(smallestPlan(plans)?.name).toBe("Small starter");
  expect(smallestPlan(plans.slice(0, 1))?.name).toBe("Free for all");
  expect(smallestPlan([])).toBeUndefined();
});
