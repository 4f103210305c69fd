import type { BodyOf } from "@intellibox/contract/endpoint";
import { feedback } from "@intellibox/contract/endpoints/feedback";
import { t } from "@intellibox/contract/text/t";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

export const giveFeedback = (id: string, body: BodyOf<typeof feedback.give>) =>
  call(feedback.give, { params: { id }, body }, { fallback: t("Your rating could not be saved") });

export const feedbackFiguresQuery = (tenantId: string | undefined, days: number) =>
  queryOptions({
    queryKey: ["ai-feedback", tenantId, days],
    queryFn: ({ signal }) =>
      call(feedback.figures, { query: { days } }, { signal, fallback: t("The figures could not be loaded") }),
  });
