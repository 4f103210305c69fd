import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId } from "../fields.ts";
import { type RetentionKind, retentionKinds, retentionLimits } from "../rules/retention.ts";
import { t } from "../text/t.ts";
import { translatedName } from "../text/translated-name.ts";

// One schema, not a union: forms show a union's first refusal instead of its own message.
const days = (kind: RetentionKind) => {
  const { label, min, max } = retentionLimits[kind];
  const sentence = {
    error: () =>
      t("{label} must be kept for {min} to {max} days, or without a limit (0)", {
        label: translatedName(label),
        min,
        max: max.toLocaleString("en"),
      }),
  };
  const isAllowed = (value: number) => value === 0 || (value >= min && value <= max);
  return z.number(sentence).int(sentence).refine(isAllowed, sentence).nullable();
};

/** Days for each kind: null for the installation's default, 0 for no limit. */
export const retentionForm = z.strictObject({
  messages: days("messages"),
  emailLogs: days("emailLogs"),
  audit: days("audit"),
  activity: days("activity"),
  summaries: days("summaries"),
});
export type RetentionForm = z.output<typeof retentionForm>;

const numbers = z.object(
  Object.fromEntries(retentionKinds.map((kind) => [kind, z.number().int()])) as Record<RetentionKind, z.ZodNumber>,
);

const retentionSettings = z.object({
  settings: retentionForm,
  /** The installation's defaults; 0 for no limit. */
  defaults: numbers,
});

const ofCompany = { access: "admin", tenancy: "platform", path: "/tenants/{id}/retention", params: byId } as const;

export const retention = {
  get: endpoint({
    ...ofCompany,
    method: "GET",
    summary: "Get how long a company keeps its data here",
    response: retentionSettings,
  }),
  save: endpoint({
    ...ofCompany,
    method: "PUT",
    stepUp: true,
    summary: "Change how long a company keeps its data here; older data is deleted in the background",
    body: retentionForm,
    response: retentionSettings,
  }),
};
