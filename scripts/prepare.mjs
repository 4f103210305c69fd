import { buildWeb, isBuilt } from "./build.mjs";
import { install, isInstalled } from "./install.mjs";
import { inRoot, productNode } from "./paths.mjs";
import { withLock } from "./setup-lock.mjs";
import { progress, say } from "./terminal.mjs";

/** Installs and builds if anything is missing or has changed. */
export async function prepare({ web = true } = {}) {
  const ready = () => isInstalled() && (!web || isBuilt());
  if (ready()) return;
  const waiting = () => say("  Another start is setting things up; waiting for it …");
  await withLock(inRoot("tmp", "setup.lock"), () => setUp({ web }), waiting);
}

async function setUp({ web }) {
  if (!isInstalled()) {
    await progress({ doing: "Installing (about a minute the first time)", done: "Installed", work: install });
  }
  productNode();
  if (web && !isBuilt()) {
    await progress({ doing: "Building the web app", done: "Built the web app", work: buildWeb });
  }
}
