type Limits = { status: string; emailQuota: number; maxUsers: number };

/** The plan whose limits apply to a company without a plan: the fewest emails, then the fewest users. -1 means unlimited. */
export function smallestPlan<P extends Limits>(plans: readonly P[]): P | undefined {
  const emails = ({ emailQuota }: Limits) => (emailQuota === -1 ? Number.POSITIVE_INFINITY : emailQuota);
  return plans
    .filter(({ status }) => status === "Active")
    .toSorted((one, other) => emails(one) - emails(other) || one.maxUsers - other.maxUsers)[0];
}
