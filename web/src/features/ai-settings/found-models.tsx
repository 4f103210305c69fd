import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { aiSettings } from "@intellibox/contract/endpoints/ai-settings";
import { aiProviderNames } from "@intellibox/contract/rules/ai-providers";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Cpu } from "lucide-react";
import { type FormEvent, useState } from "react";
import { rich } from "#lib/rich.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { localModelsQuery, useSaveAiSettings } from "#api/ai-settings.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { TextField } from "#components/ui/field.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import type { SavedAiSettings } from "./ai-settings-form.tsx";

type FoundServer = ResponseOf<typeof aiSettings.findLocal>["found"][number];
type Props = { tenantId: string | undefined; saved: SavedAiSettings; onUsed: () => void };

/** Model servers on this computer or another one, each with one click to use it. */
export function FoundModels(props: Props) {
  const [host, setHost] = useState("");
  const here = useQuery(localModelsQuery(""));
  const there = useQuery({ ...localModelsQuery(host), enabled: host !== "" });
  const found = [
    ...(here.data?.found ?? []).map((server) => ({
      server,
      where: isLoopback(server.host) ? t("on this computer") : t("on {host}", { host: server.host }),
    })),
    ...((host && there.data?.found) || []).map((server) => ({ server, where: t("on {host}", { host: server.host }) })),
  ];
  return (
    <section aria-label={t("Your own computers")} className="mb-6 flex flex-col gap-3">
      {found.map(({ server, where }) => (
        <FoundCard key={server.baseUrl} server={server} where={where} {...props} />
      ))}
      {here.data && found.length === 0 && !there.isFetching && (
        <p className="text-sm text-text-3">
          {host
            ? t(
                "No model server was found on {host}. Start Ollama, LM Studio or llama.cpp to use a model without a provider.",
                { host },
              )
            : t(
                "No model server was found on this computer. Start Ollama, LM Studio or llama.cpp to use a model without a provider.",
              )}
        </p>
      )}
      {there.error && <Alert kind="bad">{there.error.message}</Alert>}
      <OtherHost busy={there.isFetching} look={setHost} />
    </section>
  );
}

const isLoopback = (host: string) => host.startsWith("127.0.0.1:");

function FoundCard({ server, where, tenantId, saved, onUsed }: Props & { server: FoundServer; where: string }) {
  const save = useSaveAiSettings(tenantId);
  const { provider, baseUrl, models } = server;
  const isInUse = saved.provider === provider && saved.baseUrl === baseUrl;
  const [model, setModel] = useState(isInUse && models.includes(saved.model) ? saved.model : (models[0] ?? ""));
  const [isAsking, setIsAsking] = useState(false);
  const use = () => {
    const { hasApiKey: _, ...settings } = saved;
    save.mutate(
      {
        ...settings,
        allowedProviders: settings.allowedProviders as never,
        provider,
        baseUrl,
        model,
        summaryModel: "",
        quickModel: "",
      },
      {
        onSuccess: () => {
          setIsAsking(false);
          toast.success(t("AI settings saved"), screenToast);
          onUsed();
        },
      },
    );
  };
  const name = aiProviderNames[provider];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-panel border border-line bg-subtle px-4 py-3">
      <Cpu className="size-4 shrink-0 text-text-3" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-48 text-sm text-text [overflow-wrap:anywhere]">
        {rich(
          "Found {where}: <strong>{name}</strong>, <count>{models}</count>",
          {
            strong: (words) => <span className="font-medium">{words}</span>,
            count: (words) => <span className="whitespace-nowrap">{words}</span>,
          },
          { where, name, models: t("{count, plural, one {# model} other {# models}}", { count: models.length }) },
        )}
        {isInUse && <span className="whitespace-nowrap"> · {t("in use")}</span>}
      </p>
      {models.length === 0 ? (
        <span className="text-xs text-text-3">{t("Load a model there first.")}</span>
      ) : (
        <>
          <NativeSelect
            aria-label={t("Choice on {name}", { name })}
            className="min-w-0 flex-1 basis-40"
            options={models.map((value) => ({ value, label: value }))}
            value={model}
            onChange={setModel}
          />
          <Button
            variant="primary"
            size="field"
            busy={save.isPending && !isAsking}
            onClick={() => (saved.hasApiKey && !isInUse ? setIsAsking(true) : use())}
          >
            {t("Use this")}
          </Button>
        </>
      )}
      {save.isError && !isAsking && (
        <Alert kind="bad" className="basis-full">
          {save.error.message}
        </Alert>
      )}
      {isAsking && (
        <Confirm
          title={t("Use {name} instead of {other}?", { name, other: aiProviderNames[saved.provider] })}
          action={t("Use this")}
          danger={false}
          busy={save.isPending}
          error={save.isError ? save.error.message : undefined}
          onConfirm={use}
          onCancel={() => setIsAsking(false)}
        >
          {t("The saved key of {provider} is removed.", { provider: aiProviderNames[saved.provider] })}
        </Confirm>
      )}
    </div>
  );
}

function OtherHost({ busy, look }: { busy: boolean; look: (host: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [host, setHost] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    look(host.trim());
  };
  if (!isOpen)
    return (
      <Button variant="ghost" size="sm" className="-ms-2.5 self-start" onClick={() => setIsOpen(true)}>
        {t("Look on another computer")}
      </Button>
    );
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <TextField
        label={t("Host")}
        className="min-w-0 flex-1"
        placeholder={t("gpu.lan or 10.0.0.5:11434")}
        autoComplete="off"
        spellCheck={false}
        value={host}
        onChange={(event) => setHost(event.target.value)}
      />
      <Button type="submit" size="field" busy={busy} busyLabel={t("Looking…")} disabled={!host.trim()}>
        {t("Look")}
      </Button>
    </form>
  );
}
