import type { SsoSettings } from "@intellibox/contract/endpoints/sso";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { shortMoment } from "#lib/format.ts";
import { useScimToken } from "#api/sso.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { TextField } from "#components/ui/field.tsx";

/** The token with which the company's directory makes, changes and deactivates users. */
export function ScimToken({ company, scim }: { company: string; scim: SsoSettings["scim"] }) {
  const { make, remove } = useScimToken(company);
  const [token, setToken] = useState("");
  const [asks, setAsks] = useState<"replace" | "remove">();
  const close = () => setAsks(undefined);
  const isMade = scim.createdAt !== null;
  const makeToken = () => make.mutate(undefined, { onSuccess: (made) => setToken(made.token), onSettled: close });
  const removeToken = () => remove.mutate(undefined, { onSuccess: () => setToken(""), onSettled: close });
  return (
    <>
      <p className="text-base text-text-2">
        {t("Your directory makes, changes and deactivates users by SCIM 2.0. It never erases anybody's mail.")}
      </p>
      <WithCopy label={t("Address for SCIM")} text={scim.url} />
      {token && (
        <>
          <WithCopy label={t("Token")} text={token} />
          <Alert kind="info">{t("Copy the token now. It is not shown again.")}</Alert>
        </>
      )}
      <p className="text-xs text-text-3">{stateOf(scim)}</p>
      <div className="flex flex-wrap gap-2">
        <Button busy={make.isPending} onClick={() => (isMade ? setAsks("replace") : makeToken())}>
          {isMade ? t("Replace token") : t("Make token")}
        </Button>
        {isMade && <Button onClick={() => setAsks("remove")}>{t("Remove token")}</Button>}
      </div>
      {asks && (
        <Confirm
          title={asks === "replace" ? t("Replace the token?") : t("Remove the token?")}
          action={asks === "replace" ? t("Replace token") : t("Remove token")}
          danger
          busy={make.isPending || remove.isPending}
          onConfirm={asks === "replace" ? makeToken : removeToken}
          onCancel={close}
        >
          {t("Your directory is refused with the present token from now on.")}
        </Confirm>
      )}
    </>
  );
}

function stateOf({ createdAt, usedAt }: SsoSettings["scim"]) {
  if (!createdAt) return t("There is no token.");
  const made = shortMoment(createdAt);
  return usedAt
    ? t("Made {made}, last used {used}", { made, used: shortMoment(usedAt) })
    : t("Made {made}, not used yet", { made });
}

const WithCopy = ({ label, text }: { label: string; text: string }) => (
  <div className="flex items-end gap-2">
    <TextField className="min-w-0 flex-1" label={label} readOnly value={text} />
    <CopyButton text={text} />
  </div>
);
