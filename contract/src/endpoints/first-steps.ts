import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import type { Role } from "../rules/access.ts";
import { t } from "../text/t.ts";

export const stepKeys = [
  "mailServer",
  "ai",
  "company",
  "people",
  "mailbox",
  "signature",
  "aiDraft",
  "summary",
] as const;
export type StepKey = (typeof stepKeys)[number];

/** The steps of each role, in the order in which they make sense. */
export const stepsOf: Record<Role, readonly StepKey[]> = {
  NORMAL_USER: ["mailbox", "signature", "aiDraft", "summary"],
  ADMIN: ["mailServer", "ai", "people", "mailbox", "signature", "aiDraft"],
  SUPER_ADMIN: ["mailServer", "ai", "company", "people", "mailbox", "signature", "aiDraft"],
};

const firstSteps = z.object({
  /** The steps of the caller's role. Whether one is done follows from the data, such as a connected mailbox. */
  steps: z.array(z.object({ key: z.enum(stepKeys), isDone: z.boolean() })),
  /** The caller has put the list away. */
  isDismissed: z.boolean(),
});
export type FirstSteps = z.output<typeof firstSteps>;

/** The steps that need the user's mail. They are left out while it is closed. */
export const mailSteps: readonly StepKey[] = ["mailbox", "aiDraft", "summary"];

/** Allowed while the account's mail is closed: the dashboards of admins show the list. */
const withoutMail = { ...personal, mail: false } as const;

export const firstStepCalls = {
  get: endpoint({
    ...withoutMail,
    method: "GET",
    path: "/first-steps",
    summary: "Get the first steps of the caller's role, and which are done",
    response: firstSteps,
  }),
  update: endpoint({
    ...withoutMail,
    method: "PUT",
    path: "/first-steps",
    summary: "Dismiss the list of first steps, or bring it back",
    body: z.strictObject({ isDismissed: z.boolean(t("Say whether the list is dismissed")) }),
    response: firstSteps,
  }),
};
