import type { FastifyInstance } from "fastify";

/** How many of a provider's notifications had this outcome, from the metrics. */
export async function pushesCounted(app: FastifyInstance, provider: "gmail" | "outlook" | "unknown", outcome: string) {
  const { body } = await app.inject({ method: "GET", url: "/metrics" });
  const name = `mail_push_notifications_total{provider="${provider}",outcome="${outcome}"} `;
  const line = body.split("\n").find((one) => one.startsWith(name));
  return Number(line?.slice(name.length) ?? 0);
}
