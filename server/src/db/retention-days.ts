import { type RetentionKind, retentionKinds } from "@intellibox/contract/rules/retention";
import type { Tx } from "./fence.ts";
import { eq } from "./orm.ts";
import { retentionSettings } from "./tables/retention-settings.ts";

/** Days for each kind; 0 for no limit. */
export type RetentionDays = Record<RetentionKind, number>;
/** A company's own settings; null for the installation's default. */
type OwnDays = Record<RetentionKind, number | null>;

const followsDefaults: OwnDays = { messages: null, emailLogs: null, audit: null, activity: null, summaries: null };

export async function retentionOf(tx: Tx, tenantId: string): Promise<OwnDays> {
  const [row] = await tx.select().from(retentionSettings).where(eq(retentionSettings.tenantId, tenantId));
  if (!row) return followsDefaults;
  const { messages, emailLogs, audit, activity, summaries } = row;
  return { messages, emailLogs, audit, activity, summaries };
}

export const effectiveDays = (defaults: RetentionDays, own: Partial<OwnDays> | null): RetentionDays =>
  Object.fromEntries(retentionKinds.map((kind) => [kind, own?.[kind] ?? defaults[kind]])) as RetentionDays;

const dayMs = 24 * 3600 * 1000;

/** Data from before this moment has expired; undefined if there is no limit. */
export const oldestKept = (days: number, now: Date): Date | undefined =>
  days > 0 ? new Date(now.getTime() - days * dayMs) : undefined;
