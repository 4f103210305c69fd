import type { FastifyInstance } from "fastify";

/** How many notifications of a provider came to this, as an operator reads it. */
export async function pushesCounted(app: FastifyInstance, provider: "gmail" | "outlook" | "unknown", outcome: string) {
  const { body } = await app.inject({ method: "GET", url: "/metrics" });
  const name = `mail_push_notifications_total{provider="${provider}",outcome="${outcome}"} `;
  const line = body.split("\n").find((one) => one.startsWith(name));
  return Number(line?.slice(name.length) ?? 0);
}
