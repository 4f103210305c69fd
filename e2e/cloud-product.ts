// A product that is set up for cloud accounts, with simulated providers.
import { test as base } from "@playwright/test";
import { freePort } from "../server/test/free-port.ts";
import { type Google, startGoogle } from "../server/test/stand-ins/google.ts";
import { type Microsoft, startMicrosoft } from "../server/test/stand-ins/microsoft.ts";
import { startProduct } from "./product.ts";

type Cloud = { url: string; microsoft: Microsoft; google: Google };

/** One for all journeys of a worker. Its address is chosen before it starts, because providers redirect the browser to it. */
export const test = base.extend<object, { cloud: Cloud }>({
  cloud: [
    // biome-ignore lint/correctness/noEmptyPattern: fixtures name what they use by destructuring, and this one uses nothing
    async ({}, use) => {
      const microsoft = await startMicrosoft();
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const google = await startGoogle({ redirectUris: [`${url}/api/mail/connect/gmail/callback`] });
      const settings = { ...microsoft.settings, ...google.settings };
      const product = await startProduct({ PORT: String(port), PUBLIC_URL: url, ...settings });
      await use({ url, microsoft, google });
      await product.remove();
      await Promise.all([microsoft.stop(), google.stop()]);
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ cloud }, use) => use(cloud.url),
});
