import { t } from "@intellibox/contract/text/t";
import { Check, X } from "lucide-react";
import { useTestIssuer } from "#api/sso.ts";
import { Button } from "#components/ui/button.tsx";

/** Asks the provider for its settings and keys, and lists what works and what does not. */
export function IssuerTest({ company, issuer }: { company: string; issuer: string }) {
  const test = useTestIssuer(company);
  const address = issuer.trim();
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Button busy={test.isPending} disabled={!address} onClick={() => test.mutate(address)}>
          {t("Test")}
        </Button>
      </div>
      {test.data && test.variables === address && (
        <ul aria-label={t("Result of the test")} className="flex flex-col gap-1 text-sm">
          {test.data.findings.map(({ ok, text }) => (
            <li key={text} className="flex items-start gap-2 [overflow-wrap:anywhere]">
              {ok ? (
                <Check className="mt-0.5 size-4 shrink-0 text-ok" aria-label={t("Works")} />
              ) : (
                <X className="mt-0.5 size-4 shrink-0 text-bad" aria-label={t("Does not work")} />
              )}
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
