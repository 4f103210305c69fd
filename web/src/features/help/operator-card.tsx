import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { system } from "@intellibox/contract/endpoints/system";
import { t } from "@intellibox/contract/text/t";
import { useEffect, useState } from "react";
import { readOperator } from "#api/operator.ts";

/** Who runs this installation, on the pages Terms and Privacy. */
export function OperatorCard() {
  const [operator, setOperator] = useState<ResponseOf<typeof system.operator> | "failed" | null>(null);
  useEffect(() => {
    let isShown = true;
    readOperator().then(
      (found) => isShown && setOperator(found),
      () => isShown && setOperator("failed"),
    );
    return () => {
      isShown = false;
    };
  }, []);
  return (
    <section
      aria-label={t("Operator")}
      className="my-4 min-h-16 rounded-control border border-line bg-subtle px-4 py-3 text-base"
    >
      <p className="text-xs font-medium text-text-3">{t("Operator of this installation")}</p>
      {operator === "failed" && (
        <p>{t("The name of the operator could not be loaded. Reload the page to try again.")}</p>
      )}
      {operator !== "failed" && operator && <Operator {...operator} />}
    </section>
  );
}

function Operator({ name, address, email }: ResponseOf<typeof system.operator>) {
  if (!name && !address && !email)
    return <p>{t("The operator has not given a name here. Ask the person who gave you your account.")}</p>;
  return (
    <address className="not-italic">
      {name && <p className="font-semibold text-text">{name}</p>}
      {address && <p>{address}</p>}
      {email && (
        <p>
          <a href={`mailto:${email}`} className="text-accent-text underline underline-offset-2">
            {email}
          </a>
        </p>
      )}
    </address>
  );
}
