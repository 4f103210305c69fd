// Prometheus counters of features; `http/metrics.ts` adds those of HTTP. Labels never hold names, addresses or content.
import { Counter, Registry } from "prom-client";

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
