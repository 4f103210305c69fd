import type { Rating } from "@intellibox/contract/endpoints/feedback";

/** Rates an answer; null takes the rating back. The code of the call is loaded when somebody rates. */
export const rate = (usageId: string, rating: Rating | null) =>
  import("./feedback.ts").then((module) => module.giveFeedback(usageId, { rating }));
