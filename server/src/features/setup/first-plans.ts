/** The plans of a new installation. */
export const firstPlans = [
  {
    code: "STARTER",
    name: "Starter",
    monthlyPriceINR: 999,
    emailQuota: 500,
    maxUsers: 5,
    features: ["AI drafts and replies", "Summaries with action plan", "One connected mailbox each", "Email support"],
  },
  {
    code: "GROWTH",
    name: "Growth",
    monthlyPriceINR: 4999,
    emailQuota: 1000,
    maxUsers: 25,
    features: [
      "Everything in Starter",
      "Unlimited connected mailboxes",
      "Open and click tracking",
      "Follow-up drafts",
      "Attachment summaries",
      "Own AI key",
      "Priority support",
    ],
  },
  {
    code: "ENTERPRISE",
    name: "Enterprise",
    monthlyPriceINR: 19_999,
    emailQuota: -1,
    maxUsers: 1000,
    features: [
      "Everything in Growth",
      "Unlimited mail",
      "Own mail servers",
      "Audit log",
      "OpenAI-compatible models",
      "Dedicated success manager",
      "99.9% uptime commitment",
    ],
  },
];
