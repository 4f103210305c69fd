import { grouped } from "#lib/format.ts";

export const quotaText = (quota: number) => (quota === -1 ? "Unlimited" : grouped(quota));
