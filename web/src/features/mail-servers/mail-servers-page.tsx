import { type MailProtocol, mailProtocols } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { useSearchParams } from "#lib/router/router.tsx";
import { useActingCompany } from "#api/acting-company.ts";
import { CompanySelect } from "#components/ui/company-select.tsx";
import { Page } from "#components/ui/page.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { MailServerPanel } from "./mail-server-panel.tsx";

const isProtocol = (text: string | null): text is MailProtocol => mailProtocols.some((protocol) => protocol === text);

/** A company's mail servers, one tab for each protocol. */
export function MailServersPage() {
  const company = useActingCompany();
  const [search, setSearch] = useSearchParams();
  const given = search.get("tab");
  const tab = isProtocol(given) ? given : "smtp";

  return (
    <Page
      width="form"
      heading={t("Mail servers")}
      description={t("Outgoing mail is sent through SMTP. IMAP and POP3 are the servers for incoming mail.")}
    >
      {company.mayChoose && <CompanySelect company={company} />}
      <Tabs
        label={t("Protocol")}
        listClass="!px-0"
        value={tab}
        onChange={(next) => setSearch(next === "smtp" ? {} : { tab: next }, { replace: true })}
        tabs={mailProtocols.map((protocol) => ({
          value: protocol,
          label: protocol.toUpperCase(),
          // The key resets the form for another company.
          panel: <MailServerPanel key={`${protocol} ${company.id}`} protocol={protocol} tenantId={company.id} />,
        }))}
      />
    </Page>
  );
}
