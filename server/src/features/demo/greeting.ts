import type { Config } from "#lib/config.ts";
import { demoPassword, demoPeople } from "./demo-people.ts";

/** What a newcomer reads when the program is up. */
export function greeting({ host, publicUrl, demo }: Config, port: number) {
  const shown = host === "0.0.0.0" || host === "::" || host === "127.0.0.1" ? "localhost" : host;
  const lines = [
    `Intellibox is running at ${publicUrl ?? `http://${shown.includes(":") ? `[${shown}]` : shown}:${port}`}`,
  ];
  if (demo) {
    const width = Math.max(...demoPeople.map(({ email }) => email.length));
    lines.push("", `Demo accounts, all with the password ${demoPassword}:`);
    lines.push(...demoPeople.map(({ email, roleCode }) => `  ${email.padEnd(width)}  ${roleCode}`));
  }
  return ["", ...lines, "", "Press Ctrl-C to stop."].join("\n");
}
