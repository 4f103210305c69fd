import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, done, id, instant, wholeNumber } from "../fields.ts";
import { sessionHours } from "../rules/sessions.ts";
import { t } from "../text/t.ts";

export const networks = ["this-computer", "local", "internet", "unknown"] as const;

export const session = z.object({
  id,
  /** Browser and system, as the browser names itself. */
  device: z.string(),
  /** The network address where it was last used, and what kind of network that is. */
  address: z.string(),
  network: z.enum(networks),
  createdAt: instant,
  lastUsedAt: instant,
  endsAt: instant,
  /** The session of this call. */
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof session>;

const { idle, life } = sessionHours;

export const sessionLimitsForm = z
  .strictObject({
    idleHours: wholeNumber(idle.label, idle.min, idle.max),
    lifeHours: wholeNumber(life.label, life.min, life.max),
  })
  .refine(({ idleHours, lifeHours }) => idleHours <= lifeHours, {
    error: t("The time without use may not be longer than the time after the sign-in"),
    path: ["idleHours"],
  });
export type SessionLimits = z.output<typeof sessionLimitsForm>;

const limits = z.object({ idleHours: z.number().int(), lifeHours: z.number().int() });

const own = { ...personal, mail: false } as const;
const ofCompany = { access: "admin", tenancy: "platform", path: "/tenants/{id}/session-limits", params: byId } as const;

export const sessions = {
  list: endpoint({
    ...own,
    method: "GET",
    path: "/account/sessions",
    summary: "List where the caller is signed in, the last used first",
    response: z.array(session),
  }),
  end: endpoint({
    ...own,
    method: "DELETE",
    path: "/account/sessions/{id}",
    summary: "End a session of the caller",
    params: byId,
    response: done,
  }),
  endOthers: endpoint({
    ...own,
    method: "POST",
    path: "/account/sessions/end-others",
    summary: "End all sessions of the caller but this one",
    response: z.object({ ended: z.number().int() }),
  }),
  limits: endpoint({
    ...ofCompany,
    method: "GET",
    summary: "Get after how many hours the sessions of a company end",
    response: limits,
  }),
  saveLimits: endpoint({
    ...ofCompany,
    method: "PUT",
    stepUp: true,
    summary: "Change after how many hours the sessions of a company end; also for those that are open",
    body: sessionLimitsForm,
    response: limits,
  }),
};
