import type { Config } from "#lib/config.ts";
import { setupHours } from "#features/setup/setup-link.ts";
import { demoPassword, demoPeople } from "./demo-people.ts";

type Details = {
  port: number;
  /** The token to create the first owner with, if there is no account yet. */
  setupToken?: string | undefined;
};

/** The text that the program prints when it is ready. */
export function greeting({ host, publicUrl, tls, demo, isDemoExposed, role }: Config, { port, setupToken }: Details) {
  const shown = host === "0.0.0.0" || host === "::" || host === "127.0.0.1" ? "localhost" : host;
  const ownUrl = `${tls ? "https" : "http"}://${shown.includes(":") ? `[${shown}]` : shown}:${port}`;
  if (role === "worker") return `A worker of Intellibox is running at ${ownUrl}`;
  const url = publicUrl ?? ownUrl;
  const lines = [`Intellibox is running at ${url}`];
  if (demo) {
    const width = Math.max(...demoPeople.map(({ email }) => email.length));
    lines.push("", `Demo accounts, all with the password ${demoPassword}:`);
    lines.push(...demoPeople.map(({ email, roleCode }) => `  ${email.padEnd(width)}  ${roleCode}`));
    if (isDemoExposed) lines.push("", "Whoever can reach this address can sign in with them.");
  }
  if (setupToken) {
    lines.push(
      "",
      `Nobody can sign in yet. Make the first owner with this link, which works once and for ${setupHours} hours:`,
      // In the fragment, which browsers do not send, so the token appears in no server log.
      `  ${url}/setup#${setupToken}`,
      "Or set INTELLIBOX_ADMIN_EMAIL and INTELLIBOX_ADMIN_PASSWORD, and start again.",
    );
  }
  return ["", ...lines, "", "Press Ctrl-C to stop."].join("\n");
}
