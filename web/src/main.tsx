import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./styles.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

createRoot(root).render(
  <StrictMode>
    <h1 className="p-5 text-2xl font-semibold text-text">Intellibox</h1>
  </StrictMode>,
);
