type Limits = { status: string; emailQuota: number; maxUsers: number };

/** The plan whose limits a company without one has: the fewest emails, then the fewest users. A quota of -1 is no limit. */
export function smallestPlan<P extends Limits>(plans: readonly P[]): P | undefined {
  const emails = ({ emailQuota }: Limits) => (emailQuota === -1 ? Number.POSITIVE_INFINITY : emailQuota);
  return plans
    .filter(({ status }) => status === "Active")
    .toSorted((one, other) => emails(one) - emails(other) || one.maxUsers - other.maxUsers)[0];
}
