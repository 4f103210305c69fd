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
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
