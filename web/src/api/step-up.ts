import type { InputOf } from "@intellibox/contract/endpoint";
import { stepUp } from "@intellibox/contract/endpoints/step-up";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { answerWithPasskey } from "#lib/passkeys.ts";

export const waysToProveQuery = queryOptions({
  queryKey: ["step-up"],
  queryFn: ({ signal }) => call(stepUp.ways, {}, { signal }),
  // Another tab may have added or removed a factor.
  staleTime: 0,
});

export const useProveByPasskey = () =>
  useMutation({
    mutationFn: async () => {
      const { options } = await call(stepUp.passkeyOptions, {});
      return call(stepUp.prove, { body: { passkey: await answerWithPasskey(options) } });
    },
  });

export const useProve = () =>
  useMutation({
    mutationFn: (body: InputOf<typeof stepUp.prove>["body"]) =>
      call(stepUp.prove, { body }, { fallback: t("That did not work. Try again.") }),
  });
