import type { CloudAccount } from "#outside/mailboxes/cloud-account.ts";
import { type Transport, TransportError } from "./transport.ts";

// Temporary: the door is here so that both cloud providers can be built against one seam.
export function openGraphTransport(_account: CloudAccount): Transport {
  return {
    send: async () => {
      throw new TransportError("permanent", "Mail cannot be sent through Outlook yet.");
    },
  };
}
