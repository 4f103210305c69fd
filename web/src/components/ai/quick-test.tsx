import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { aiSettings } from "@intellibox/contract/endpoints/ai-settings";
import { aiProviderNames, aiProviderRules } from "@intellibox/contract/rules/ai-providers";
import { t } from "@intellibox/contract/text/t";
import { type FormEvent, useState } from "react";
import { grouped } from "#lib/format.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";

type TestResult = ResponseOf<typeof aiSettings.test>;
type QuickTestProps = {
  /** The mutation that calls the saved model once. */
  test: {
    mutate: (prompt: string) => void;
    isPending: boolean;
    isError: boolean;
    error: Error | null;
    data: TestResult | undefined;
  };
};

/** The example prompt: a mail as people write it, so that an admin can judge its style and its cost. */
const samplePrompt = t(
  "Write a short, polite mail to Priya Sharma. Thank her for the visit on Tuesday, confirm the meeting on 12 March at 3 pm, and ask her to send the agenda. Begin with a line for the subject.",
);

/** Calls the saved model once, and shows its answer, its speed and its cost. */
export function QuickTest({ test }: QuickTestProps) {
  const [prompt, setPrompt] = useState(t("Write one friendly sentence to greet a new customer."));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    test.mutate(prompt);
  };

  return (
    <section aria-label={t("Quick test")} className="mt-8 flex flex-col gap-4 border-t border-line pt-6">
      <div className="flex items-center justify-between gap-3">
        <div>
          <h3 className="text-base font-semibold">{t("Quick test")}</h3>
          <p className="text-xs text-text-3">{t("Test writes a sample mail with the saved settings.")}</p>
        </div>
        <Button busy={test.isPending} busyLabel={t("Testing…")} onClick={() => test.mutate(samplePrompt)}>
          {t("Test")}
        </Button>
      </div>
      <form onSubmit={submit} className="flex items-end gap-2">
        <TextField
          label={t("Prompt")}
          className="min-w-0 flex-1"
          value={prompt}
          onChange={(event) => setPrompt(event.target.value)}
        />
        <Button type="submit" size="field" variant="primary" busy={test.isPending} disabled={!prompt.trim()}>
          {t("Go")}
        </Button>
      </form>
      {test.isError && <Alert kind="bad">{test.error?.message || t("Test failed")}</Alert>}
      {test.data && <Result result={test.data} />}
    </section>
  );
}

function Result({ result }: { result: TestResult }) {
  const { ok, provider, model, tokens, durationMs, firstTextMs, output } = result;
  const cost = ok ? costInWords(result) : undefined;
  return (
    <div role="status" className="flex flex-col gap-2 rounded-control border border-line bg-subtle p-3.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-text-2">
        <Badge tone={ok ? "ok" : "bad"}>{ok ? t("OK") : t("Error")}</Badge>
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {t("{provider} · {model} · {tokens} tokens · {durationMs} ms", {
            provider: aiProviderNames[provider],
            model,
            tokens,
            durationMs,
          })}
        </span>
      </p>
      {firstTextMs !== undefined && (
        <p className="text-sm text-text-2">
          {t("First word after {firstTextMs} ms.", { firstTextMs: grouped(firstTextMs) })}
        </p>
      )}
      {cost && <p className="text-sm text-text-2">{cost}</p>}
      {!ok && <p className="text-sm text-bad">{t("Provider returned an error.")}</p>}
      <p className="text-base whitespace-pre-wrap text-text [overflow-wrap:anywhere]">{output}</p>
    </div>
  );
}

/** Undefined if the price is not known. */
function costInWords({ provider, costPerThousand, pricesAsOf }: TestResult) {
  if (aiProviderRules[provider].isLocal) return t("It runs on your own computer: no provider charges for it.");
  if (costPerThousand === undefined) return undefined;
  const amount =
    costPerThousand < 0.01 ? t("less than $0.01") : t("about {cost}", { cost: `$${costPerThousand.toFixed(2)}` });
  return pricesAsOf
    ? t("1,000 mails like this cost {amount} (list prices, {pricesAsOf}).", { amount, pricesAsOf })
    : t("1,000 mails like this cost {amount}.", { amount });
}
