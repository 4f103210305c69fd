import type { PublicDoor } from "@intellibox/contract/rules/sso";
import { t } from "@intellibox/contract/text/t";
import { useEffect, useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { goToProvider, listDoors } from "#api/sso-sign-in.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";

const names: Record<PublicDoor, string> = {
  google: t("Sign in with Google"),
  microsoft: t("Sign in with Microsoft"),
};

/** Buttons for the providers that the installation has set up. Without any, or without an answer, nothing is shown. */
export function PublicDoors() {
  const [doors, setDoors] = useState<PublicDoor[]>([]);
  const [going, setGoing] = useState<PublicDoor>();
  const [failure, setFailure] = useState("");
  useEffect(() => {
    listDoors().then(
      ({ doors: found }) => setDoors(found),
      () => undefined,
    );
  }, []);
  const go = async (door: PublicDoor) => {
    setGoing(door);
    setFailure("");
    try {
      await goToProvider({ door });
    } catch (error) {
      setFailure(messageOf(error, t("The sign-in could not be started")));
      setGoing(undefined);
    }
  };
  return (
    <>
      {failure && <Alert kind="bad">{failure}</Alert>}
      {doors.map((door) => (
        <Button key={door} size="lg" busy={going === door} onClick={() => void go(door)} className="w-full">
          {names[door]}
        </Button>
      ))}
    </>
  );
}
