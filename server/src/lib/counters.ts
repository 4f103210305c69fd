// What is counted of a feature's work for operators, beside what the HTTP floor measures by itself. Never who or what.
import { Counter, Registry } from "prom-client";

export const counters = new Registry();

/** Calls to the webhook, by what became of them: a rising number of refused ones is somebody trying the door. */
export const pushNotifications = new Counter({
  name: "mail_push_notifications_total",
  help: "Notifications of mail providers, by outcome",
  labelNames: ["provider", "outcome"] as const,
  registers: [counters],
});

/** Work that was done beside the event loop, by the function that did it. */
export const threadTasks = new Counter({
  name: "thread_tasks_total",
  help: "Tasks that were given to threads",
  labelNames: ["work"] as const,
  registers: [counters],
});
