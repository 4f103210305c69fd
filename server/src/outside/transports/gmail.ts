import type { CloudAccount } from "#outside/mailboxes/cloud-account.ts";
import { type Transport, TransportError } from "./transport.ts";

export function openGmailTransport(_account: CloudAccount): Transport {
  return {
    send: async () => {
      throw new TransportError("permanent", "Mail cannot be sent through Gmail yet.");
    },
  };
}
