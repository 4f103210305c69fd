// Exits with 0 if the product on this machine is ready for calls. For HEALTHCHECK in the Dockerfile.
import { get as getPlain } from "node:http";
import { get as getSecure } from "node:https";

const { PORT = "3000", TLS_CERT } = process.env;
const get = TLS_CERT ? getSecure : getPlain;
// The certificate is for the public name, not for this address.
const options = { host: "127.0.0.1", port: PORT, path: "/api/ready", timeout: 4000, rejectUnauthorized: false };
get(options, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on("timeout", () => process.exit(1))
  .on("error", () => process.exit(1));
