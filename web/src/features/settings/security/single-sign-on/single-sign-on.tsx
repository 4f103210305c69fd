import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { ssoQuery } from "#api/sso.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Part } from "../../part.tsx";
import { ConnectionForm } from "./connection-form.tsx";
import { Domains } from "./domains.tsx";
import { ScimToken } from "./scim-token.tsx";

/** How the people of a company sign in at its own provider. */
export function SingleSignOn({ company }: { company: string }) {
  const { data, error, refetch } = useQuery(ssoQuery(company));
  return (
    <>
      <Part title={t("Single sign-on")}>
        <p className="text-base text-text-2">
          {t("People sign in at your company's own provider, such as Entra ID, Okta or Keycloak, by OpenID Connect.")}
        </p>
        {error && !data && <Failed message={error.message} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-72" />}
        {data && <ConnectionForm key={`${company} ${data.issuer}`} company={company} saved={data} />}
      </Part>
      {data && (
        <>
          <Part title={t("Domains")}>
            <Domains company={company} domains={data.domains} />
          </Part>
          <Part title={t("Directory (SCIM)")}>
            <ScimToken company={company} scim={data.scim} />
          </Part>
        </>
      )}
    </>
  );
}
