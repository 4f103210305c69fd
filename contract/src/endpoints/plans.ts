import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId, code, done, id, instant, line, requiredLine, wholeNumber } from "../fields.ts";
import { emailQuotas, planStatuses } from "../rules/choices.ts";
import { t } from "../text/t.ts";

const fields = {
  name: requiredLine(t("Name")),
  monthlyPriceINR: z
    .number(t("Price must be a number"))
    .min(0, t("Price must be at least 0"))
    .max(9_999_999_999, t("Price is too high")),
  emailQuota: z.literal(emailQuotas, t("Email quota must be 500, 1000 or unlimited (-1)")),
  maxUsers: wholeNumber(t("Max users"), 1, 1_000_000),
  /** Model tokens a month; null means unlimited. */
  monthlyTokens: wholeNumber(t("Monthly tokens"), 1, 2_000_000_000).nullable(),
  features: z
    .array(line(t("Feature")))
    .max(50, "A plan has at most 50 features")
    .transform((features) => features.filter(Boolean)),
  status: z.enum(planStatuses),
};

export const plan = z.object({
  _id: id,
  code: z.string(),
  name: z.string(),
  monthlyPriceINR: z.number(),
  emailQuota: z.number().int(),
  maxUsers: z.number().int(),
  monthlyTokens: z.number().int().nullable(),
  features: z.array(z.string()),
  status: z.enum(planStatuses),
  createdAt: instant,
});
export type Plan = z.output<typeof plan>;

export const newPlanForm = z.strictObject({
  code,
  name: fields.name,
  monthlyPriceINR: fields.monthlyPriceINR.default(0),
  emailQuota: fields.emailQuota.default(500),
  maxUsers: fields.maxUsers.default(10),
  monthlyTokens: fields.monthlyTokens.default(null),
  features: fields.features.default([]),
  status: fields.status.default("Active"),
});

/** Absent fields stay unchanged. The code may be sent, but not changed. */
export const planForm = z.strictObject({ code, ...fields }).partial();

export const plans = {
  list: endpoint({
    method: "GET",
    path: "/plans",
    access: "admin",
    tenancy: "platform",
    summary: "List plans by code; an ADMIN gets the active ones and that of their company",
    response: z.array(plan),
  }),
  create: endpoint({
    method: "POST",
    path: "/plans",
    access: "super-admin",
    tenancy: "platform",
    summary: "Add a plan",
    body: newPlanForm,
    response: plan,
    status: 201,
  }),
  update: endpoint({
    method: "PUT",
    path: "/plans/{id}",
    access: "super-admin",
    tenancy: "platform",
    summary: "Change a plan",
    params: byId,
    body: planForm,
    response: plan,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/plans/{id}",
    access: "super-admin",
    tenancy: "platform",
    summary: "Delete a plan that no company has",
    params: byId,
    response: done,
  }),
};
