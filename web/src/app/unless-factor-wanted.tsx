import { type ReactNode, useState } from "react";
import { useSignedIn } from "#lib/session/session.ts";
import { FactorSetup } from "./factor-setup.tsx";

/** Replaces all pages by the set-up of a second factor, which can be put off until the company's time is over. */
export function UnlessFactorWanted({ children }: { children: ReactNode }) {
  const { user } = useSignedIn();
  const [isLater, setIsLater] = useState(() => sessionStorage.getItem(laterEntry) === user._id);
  const { factor } = user;
  if (factor !== "required" && (factor !== "wanted" || isLater || user.mailClosed)) return children;
  const later = () => {
    // Until the tab is closed: at the next sign-in it is asked for again.
    sessionStorage.setItem(laterEntry, user._id);
    setIsLater(true);
  };
  return <FactorSetup onLater={factor === "wanted" ? later : undefined} />;
}

const laterEntry = "intellibox.factor-later";
