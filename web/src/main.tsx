import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "#app/app.tsx";
import { reloadAfterUpgrade } from "#app/reload-after-upgrade.ts";
// Follows the system's theme on every page, including those before sign-in.
import "#lib/theme.ts";
import "./styles.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

reloadAfterUpgrade();
// After everything that the page needs, so that it takes nothing of the first paint.
if (import.meta.env.PROD)
  addEventListener("load", () => setTimeout(() => void import("#app/service-worker.ts"), 1_000));
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
