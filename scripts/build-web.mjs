import "./require-node.mjs";
import { prepare } from "./prepare.mjs";
import { main, say } from "./terminal.mjs";

await main(async () => {
  await prepare();
  say("The web app in web/dist is up to date.");
});
