// Prometheus counters of features; `http/metrics.ts` adds those of HTTP. Labels never hold names, addresses or content.
import { Counter, Histogram, Registry } from "prom-client";

export const counters = new Registry();

/** A rising number of refused webhook calls shows an attempt to forge notifications. */
export const pushNotifications = new Counter({
  name: "mail_push_notifications_total",
  help: "Notifications of mail providers, by outcome",
  labelNames: ["provider", "outcome"] as const,
  registers: [counters],
});

export const threadTasks = new Counter({
  name: "thread_tasks_total",
  help: "Tasks that were given to threads",
  labelNames: ["work"] as const,
  registers: [counters],
});

/** `outcome` is that of one attempt: sent, retry, failed or unconfirmed. */
export const sendAttempts = new Counter({
  name: "mail_send_attempts_total",
  help: "Attempts to send a mail, by outcome",
  labelNames: ["route", "outcome"] as const,
  registers: [counters],
});

/** `outcome` is done, lease_lost, error (a fault of this program or its database), or the fault of the mail server. */
export const mailboxSyncs = new Counter({
  name: "mailbox_syncs_total",
  help: "Syncs of mailboxes, by outcome",
  labelNames: ["kind", "outcome"] as const,
  registers: [counters],
});

/** `outcome` is answered, failed, or fallback if the built-in engine answered in place of a provider that failed. */
export const modelTasks = new Counter({
  name: "model_tasks_total",
  help: "Tasks for language models, by outcome",
  labelNames: ["provider", "outcome"] as const,
  registers: [counters],
});

/** A lease that another process took over, because this one could not renew it in time. */
export const leasesLost = new Counter({
  name: "leases_lost_total",
  help: "Leases that another process took over from this one",
  labelNames: ["lease"] as const,
  registers: [counters],
});

export const jobSeconds = new Histogram({
  name: "job_duration_seconds",
  help: "How long background jobs take",
  labelNames: ["job", "outcome"] as const,
  buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1800],
  registers: [counters],
});
